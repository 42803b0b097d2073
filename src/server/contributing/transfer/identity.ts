import { kindNamed } from "../../../shared/kinds/index.ts";
import { ordinalKey } from "../../../shared/facets/normal-forms.ts";
import type { ResourceTable } from "../../platform/index.ts";

/** The columns that identify an item: they are equal if the same item is imported twice. */
export type Identified = Pick<ResourceTable, "kind" | "linkKey" | "title" | "year" | "parentId" | "email">;

/**
 * The identity of an item without an `_id`: its kind, normalised link, title and year. For an answer, the
 * question replaces the year. For a kind without a link (blogs), the author's email replaces the link, so two
 * people can use the same title.
 */
export function identityOf({ kind, linkKey, title, year, parentId, email }: Identified): string {
  const { fields, title: named } = kindNamed(kind);
  const name = fields[named]?.type === "ordinal" ? ordinalKey(title) : title;
  return JSON.stringify(
    linkKey === null ? [kind, name, year, parentId, email] : [kind, linkKey, name, year, parentId],
  );
}
