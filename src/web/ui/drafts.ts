/**
 * Typed values that are not sent yet. The values are in the browser's storage, under a key that names the
 * person, the form and the tab. If storage is off or full, nothing is saved, and the forms work without drafts.
 */
export const PREFIX = "draft:";
/** The place of a tab's id in its own storage, and the beginning of the name of its lock. */
export const TAB = "draft-tab";
/** A draft that is not used for this time is removed, in ms. */
const MAX_AGE = 30 * 24 * 60 * 60 * 1000;

/** Removes old drafts of all people who used this browser. */
export function deleteOldDrafts(): void {
  attempt(() => {
    for (const name of Object.keys(localStorage))
      if (name.startsWith(PREFIX) && !readDraft(name.slice(PREFIX.length))) localStorage.removeItem(name);
  });
}

/** Whether another tab removed this draft or all drafts. */
export const isDeleted = ({ key, newValue }: StorageEvent, draft: string): boolean =>
  newValue === null && (key === null || key === PREFIX + draft);

export type Fields = Record<string, string>;

/** Saves a draft, or removes it if it has no fields. */
export function keepDraft(key: string, fields: Fields): void {
  if (Object.keys(fields).length === 0) return deleteDrafts(key);
  attempt(() => localStorage.setItem(PREFIX + key, JSON.stringify({ at: Date.now(), fields })));
}

export function readDraft(key: string): { at: number; fields: Fields } | undefined {
  return attempt(() => {
    const draft = JSON.parse(localStorage.getItem(PREFIX + key) ?? "") as { at: number; fields: Fields };
    return Date.now() - draft.at < MAX_AGE ? draft : undefined;
  });
}

/** Removes the draft of this tab after its form was sent. */
export const deleteSent = (form: string): void =>
  deleteDrafts(form + (attempt(() => sessionStorage.getItem(TAB)) ?? ""));

/**
 * Removes drafts.
 * @param key a key, or the beginning of several keys; a whole key ends with a colon, so it is never the
 * beginning of another one
 */
export function deleteDrafts(key: string): void {
  attempt(() => {
    for (const name of Object.keys(localStorage))
      if (name.startsWith(PREFIX + key)) localStorage.removeItem(name);
  });
}

export function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
