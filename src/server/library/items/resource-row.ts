import { linkKey } from "../../../shared/files/drive-link.ts";
import { facetColumnsOf } from "../../../shared/facets/facet-columns.ts";
import type { FacetName } from "../../../shared/facets/facets.ts";
import { titleOf } from "../../../shared/items/item-title.ts";
import type { Field, Kind } from "../../../shared/kinds/index.ts";
import { searchTokens, titleWords } from "../../../shared/search/tokens.ts";
import type { Status } from "../../../shared/items/status.ts";
import type { ResourceTable } from "../../platform/index.ts";

/** The columns of a row that are not fields of the item. */
export interface RowFacts {
  id: string;
  status: Status;
  uploaderId: string | null;
  userName: string;
  email: string;
  parentId: string | null;
  fileKey: string | null;
  createdAt: number;
}

/**
 * Builds a row from an item's validated fields. Facets go into their columns, all other fields into
 * `details`.
 * @param fields the fields by canonical name; empty optional fields are absent
 */
export function resourceRow(kind: Kind, fields: Record<string, string>, facts: RowFacts): ResourceTable {
  const details: Record<string, string> = {};
  const columns: Partial<Record<FacetName, string>> = {};
  let link: string | null = null;
  for (const [name, field] of Object.entries(kind.fields)) {
    const value = fields[name];
    if (value === undefined) continue;
    if (field.type === "link") link = value;
    else if (field.column) columns[field.column] = value;
    else details[name] = value;
  }
  return {
    ...facts,
    kind: kind.name,
    reason: null,
    removedFrom: null,
    returned: 0,
    betterCopyOf: null,
    movedTo: null,
    betterCopyBy: null,
    title: fields[kind.title] as string,
    ...facetColumnsOf(columns),
    link,
    linkKey: link ? linkKey(link) : null,
    details: JSON.stringify(details),
    ...searchColumns(kind, fields),
    version: 1,
    updatedAt: facts.createdAt,
  };
}

const SEARCHED = new Set<Field["type"]>(["text", "year", "department", "choice"]);

/** The columns for search, computed from the item's fields. */
export function searchColumns(
  kind: Kind,
  fields: Record<string, string>,
): Pick<ResourceTable, "searchText" | "searchTitle"> {
  const texts = Object.entries(kind.fields)
    .filter(([name, { type }]) => name !== kind.title && SEARCHED.has(type))
    .map(([name]) => fields[name] ?? "");
  const title = titleOf({ kind: kind.name, fields });
  const tokens = searchTokens({
    title,
    texts,
    longTexts: Object.entries(kind.fields).flatMap(([name, { type }]) =>
      type === "longText" ? [fields[name] ?? ""] : [],
    ),
    facets: Object.fromEntries(
      Object.entries(kind.fields).flatMap(([name, { column }]) => (column ? [[column, fields[name]]] : [])),
    ),
  });
  return { searchText: ` ${tokens.join(" ")} `, searchTitle: titleWords(title) };
}

/** The validated fields of an item by canonical name. Empty optional fields are absent. */
export function itemFields(
  kind: Kind,
  row: Pick<ResourceTable, "link" | "details" | FacetName>,
): Record<string, string> {
  const details = JSON.parse(row.details) as Record<string, string>;
  const fields: Record<string, string> = {};
  for (const [name, field] of Object.entries(kind.fields)) {
    const value = field.type === "link" ? row.link : field.column ? row[field.column] : details[name];
    if (value !== null && value !== undefined) fields[name] = String(value);
  }
  return fields;
}
