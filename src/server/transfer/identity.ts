import type { ResourceTable } from "../db/schema.ts";

/** What two imports of the same item have in common. */
export type Identified = Pick<ResourceTable, "kind" | "linkKey" | "title" | "year" | "parentId" | "email">;

/**
 * By what an item without an `_id` is known: its kind, normalised link, title and year; an answer's question stands
 * for its year. A kind without a link (blogs) is known by its title and its author's e-mail instead, so that two
 * people may write under one title.
 */
export function identityOf({ kind, linkKey, title, year, parentId, email }: Identified): string {
  return JSON.stringify(
    linkKey === null ? [kind, title, year, parentId, email] : [kind, linkKey, title, year, parentId],
  );
}
