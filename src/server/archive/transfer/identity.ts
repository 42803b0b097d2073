import { kindNamed } from "../../../shared/kinds/index.ts";
import { ordinalKey } from "../../../shared/normal-forms.ts";
import type { ResourceTable } from "../../platform/index.ts";

/** The columns that two imports of the same item have in common. */
export type Identified = Pick<ResourceTable, "kind" | "linkKey" | "title" | "year" | "parentId" | "email">;

/**
 * The identity of an item without an `_id`: its kind, normalised link, title and year. An answer has its
 * question instead of the year. A kind without a link (blogs) has the author's email instead, so two people
 * can use the same title.
 */
export function identityOf({ kind, linkKey, title, year, parentId, email }: Identified): string {
  const { fields, title: named } = kindNamed(kind);
  const name = fields[named]?.type === "ordinal" ? ordinalKey(title) : title;
  return JSON.stringify(
    linkKey === null ? [kind, name, year, parentId, email] : [kind, linkKey, name, year, parentId],
  );
}
