import type { Area } from "../../../shared/moderating/areas.ts";
import type { DepartmentMergeTable, Query } from "../../platform/index.ts";

type Merge = Pick<DepartmentMergeTable, "universityKey" | "departmentKey" | "shownKey" | "shownDepartment">;

/** The merges of these areas' departments, at any university. */
async function mergesOf(db: Query, areas: readonly Area[]): Promise<Merge[]> {
  const keys = [...new Set(areas.map(({ departmentKey }) => departmentKey))].filter((key) => key !== "");
  if (keys.length === 0) return [];
  return db
    .selectFrom("departmentMerge")
    .select(["universityKey", "departmentKey", "shownKey", "shownDepartment"])
    .where("departmentKey", "in", keys)
    .execute();
}

/** The key of an area in sets and maps. */
export const areaText = ({ universityKey, departmentKey }: Area): string =>
  JSON.stringify([universityKey, departmentKey]);

/**
 * Adds the departments that show the items of merged ones. So a moderator loses no right by a merge, and an undo needs no
 * change of areas.
 */
export async function withMergedDepartments(db: Query, areas: readonly Area[]): Promise<Area[]> {
  const merges = await mergesOf(db, areas);
  const more = areas.flatMap((area) =>
    merges
      .filter((merge) => merge.departmentKey === area.departmentKey)
      .filter((merge) => area.universityKey === "" || area.universityKey === merge.universityKey)
      .map(({ universityKey, shownKey }) => ({ universityKey, departmentKey: shownKey })),
  );
  return [...new Map([...areas, ...more].map((area) => [areaText(area), area])).values()];
}

/** Areas as people see them: the department of one university is the one that shows the items of a merged one. */
export async function shownAreas<Named extends Area & { department: string }>(
  db: Query,
  areas: readonly Named[],
): Promise<Named[]> {
  const merges = new Map((await mergesOf(db, areas)).map((merge) => [areaText(merge), merge]));
  return areas.map((area) => {
    const merge = merges.get(areaText(area));
    return merge ? { ...area, departmentKey: merge.shownKey, department: merge.shownDepartment } : area;
  });
}
