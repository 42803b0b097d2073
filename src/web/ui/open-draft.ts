import { attempt, deleteDrafts, type Fields, keepDraft, PREFIX, readDraft, TAB } from "./drafts.ts";

/** A reload waits this long (ms) for the lock of the page before. In a duplicated tab, the lock stays taken. */
const RELEASE = 1_000;

let tab: Promise<string> | undefined;

/** Returns the id of this tab, and holds its lock until the page is closed. Without locks, all tabs share an id. */
async function claimTab(): Promise<string> {
  const known = attempt(() => sessionStorage.getItem(TAB) ?? "");
  if (!navigator.locks || known === undefined) return "";
  if (known && (await hold(known))) return known;
  const made = Math.random().toString(36).slice(2);
  attempt(() => sessionStorage.setItem(TAB, made));
  await hold(made);
  return made;
}

/** @returns whether this page has the lock of a tab */
const hold = (id: string): Promise<boolean> =>
  new Promise((resolve) => {
    const forever = () => {
      resolve(true);
      return new Promise(() => {});
    };
    navigator.locks
      .request(TAB + id, { signal: AbortSignal.timeout(RELEASE) }, forever)
      .catch(() => resolve(false));
  });

/**
 * Opens the draft of a form in this tab: its own one, or else the newest one of a tab that was closed.
 * @param form the key of the form
 * @returns the key of this tab's draft, and its fields
 */
export async function openDraft(form: string): Promise<{ key: string; fields: Fields }> {
  const key = form + (await (tab ??= claimTab()));
  const own = readDraft(key);
  if (own) return { key, fields: own.fields };
  const locks = (await navigator.locks?.query())?.held ?? [];
  const isOpen = (id: string) => locks.some(({ name }) => name === TAB + id);
  const names = attempt(() => Object.keys(localStorage)) ?? [];
  let [from, newest] = ["", { at: 0, fields: {} as Fields }];
  for (const name of names) {
    const draft = name.startsWith(PREFIX + form) && readDraft(name.slice(PREFIX.length));
    if (draft && draft.at > newest.at && !isOpen(name.slice(PREFIX.length + form.length)))
      [from, newest] = [name.slice(PREFIX.length), draft];
  }
  if (from) {
    keepDraft(key, newest.fields);
    deleteDrafts(from);
  }
  return { key, fields: newest.fields };
}
