/**
 * Typed values that are not sent yet, in this browser's storage under a key that names the person and the form. Storage
 * may be switched off or full (web-storage-unsupported): then we keep nothing, and the forms work as before.
 */
const PREFIX = "draft:";
/** A draft that nobody opens again is removed after this time, in milliseconds. */
const MAX_AGE = 30 * 24 * 60 * 60 * 1000;

/** Removes old drafts of every person. */
export function deleteOldDrafts(): void {
  attempt(() => {
    for (const name of Object.keys(localStorage))
      if (name.startsWith(PREFIX) && !readDraft(name.slice(PREFIX.length))) localStorage.removeItem(name);
  });
}

/** Whether another tab removed a draft, or all. */
export const isDeleted = ({ key, newValue }: StorageEvent, draft: string): boolean =>
  newValue === null && (key === null || key === PREFIX + draft);

export type Fields = Record<string, string>;

/** Stores a draft; removes one without fields. */
export function keepDraft(key: string, fields: Fields): void {
  if (Object.keys(fields).length === 0) return deleteDrafts(key);
  attempt(() => localStorage.setItem(PREFIX + key, JSON.stringify({ at: Date.now(), fields })));
}

export function readDraft(key: string): Fields | undefined {
  return attempt(() => {
    const { at, fields } = JSON.parse(localStorage.getItem(PREFIX + key) ?? "") as {
      at: number;
      fields: Fields;
    };
    return Date.now() - at < MAX_AGE ? fields : undefined;
  });
}

/** @param key or the beginning of several; a whole key is the beginning of no other, since it ends with a colon */
export function deleteDrafts(key: string): void {
  attempt(() => {
    for (const name of Object.keys(localStorage))
      if (name.startsWith(PREFIX + key)) localStorage.removeItem(name);
  });
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
