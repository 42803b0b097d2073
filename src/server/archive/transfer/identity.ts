import { kindNamed } from "../../../shared/kinds/index.ts";
import { ordinalKey } from "../../../shared/normal-forms.ts";
import type { ResourceTable } from "../../platform/index.ts";

/** What two imports of the same item have in common. */
export type Identified = Pick<ResourceTable, "kind" | "linkKey" | "title" | "year" | "parentId" | "email">;

/**
 * By what an item without an `_id` is known: its kind, normalised link, title and year; an answer's question stands
 * for its year. A kind without a link (blogs) is known by its title and its author's e-mail instead, so that two
 * people may write under one title.
 */
export function identityOf({ kind, linkKey, title, year, parentId, email }: Identified): string {
  const { fields, title: named } = kindNamed(kind);
  const name = fields[named]?.type === "ordinal" ? ordinalKey(title) : title;
  return JSON.stringify(
    linkKey === null ? [kind, name, year, parentId, email] : [kind, linkKey, name, year, parentId],
  );
}
