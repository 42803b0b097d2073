import type { ResourceTable } from "../db/schema.ts";

const EDITED = [
  "title",
  "department",
  "departmentKey",
  "subject",
  "subjectKey",
  "code",
  "codeNorm",
  "semester",
  "semesterKey",
  "year",
  "university",
  "universityKey",
  "examType",
  "link",
  "linkKey",
  "fileKey",
  "details",
  "searchText",
  "searchTitle",
] as const satisfies (keyof ResourceTable)[];

/** What an edit changes; the rest stays as it is, whatever happened to it meanwhile. */
export function editedColumns(changed: ResourceTable): Partial<ResourceTable> {
  return Object.fromEntries(EDITED.map((column) => [column, changed[column]]));
}
