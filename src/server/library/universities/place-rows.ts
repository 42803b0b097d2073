import { departmentKey } from "../../../shared/courses/departments.ts";
import { facets } from "../../../shared/facets/facets.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { factToken } from "../../../shared/search/tokens.ts";
import type { ResourceTable } from "../../platform/index.ts";
import type { MergedDepartments, PlacedDepartment } from "./department-names.repo.ts";

/** The search columns of an item, from its fields. */
export type Describe = (row: ResourceTable) => Pick<ResourceTable, "searchText" | "searchTitle">;

/** Checks if the department is the title of the items of a kind, as of a syllabus. */
const isTitle = (kind: string): boolean => {
  const { title, fields } = kindNamed(kind);
  return fields[title]?.column === "department";
};

/** Replaces the department in an item's columns. The search columns stay. */
export const withDepartment = <Row extends Partial<ResourceTable>>(
  row: Row,
  kind: string,
  { departmentKey: key, department }: PlacedDepartment,
): Row => ({ ...row, departmentKey: key, department, ...(isTitle(kind) ? { title: department } : {}) });

/** Returns the tokens with which a search finds the items of a department by the names that were merged into it. */
export function aliasTokens(
  departments: MergedDepartments | undefined,
  key: string | null | undefined,
): string[] {
  const names = key ? (departments?.aliases.get(key) ?? []) : [];
  return names.flatMap((name) => [
    factToken("department", departmentKey(name)),
    ...(facets.department.indexed?.(name) ?? []),
  ]);
}
