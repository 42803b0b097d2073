import { facetColumns } from "../../../shared/facets.ts";
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

/** The columns that an edit writes; other writers may have changed the rest meanwhile. */
export function editedColumns(changed: ResourceTable): Partial<ResourceTable> {
  return Object.fromEntries(EDITED.map((column) => [column, changed[column]]));
}
