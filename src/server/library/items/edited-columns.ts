import { facetColumns } from "../../../shared/facets/facet-columns.ts";
import type { ResourceTable } from "../../platform/index.ts";

const EDITED = [
  "title",
  ...facetColumns,
  "link",
  "linkKey",
  "fileKey",
  "details",
  "searchText",
  "searchTitle",
] as const satisfies (keyof ResourceTable)[];

/**
 * The columns that an edit writes. The other columns keep the values that other writers may have stored in
 * the meantime.
 */
export function editedColumns(changed: ResourceTable): Partial<ResourceTable> {
  return Object.fromEntries(EDITED.map((column) => [column, changed[column]]));
}
