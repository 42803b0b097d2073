import type { ResourceTable } from "../../platform/index.ts";

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

/** The columns that an edit writes; other writers may have changed the rest meanwhile. */
export function editedColumns(changed: ResourceTable): Partial<ResourceTable> {
  return Object.fromEntries(EDITED.map((column) => [column, changed[column]]));
}
