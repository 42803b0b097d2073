import type { Area } from "../../../shared/moderating/areas.ts";
import type { DepartmentMergeTable, Query } from "../../platform/index.ts";

type Merge = Pick<DepartmentMergeTable, "universityKey" | "departmentKey" | "shownKey" | "shownDepartment">;

/** Reads the merges of these areas' departments, at any university. */
async function mergesOf(db: Query, areas: readonly Area[]): Promise<Merge[]> {
  const keys = [...new Set(areas.map(({ departmentKey }) => departmentKey))].filter((key) => key !== "");
  if (keys.length === 0) return [];
  return db
    .selectFrom("departmentMerge")
    .select(["universityKey", "departmentKey", "shownKey", "shownDepartment"])
    .where("departmentKey", "in", keys)
    .execute();
}

/** Returns the key of an area in sets and maps. */
export const areaText = ({ universityKey, departmentKey }: Area): string =>
  JSON.stringify([universityKey, departmentKey]);

/**
 * Adds the departments that show the items of merged ones. So a moderator loses no right by a merge, and an undo needs no
 * change of areas.
 */
export async function withMergedDepartments(db: Query, areas: readonly Area[]): Promise<Area[]> {
  return withMerges(areas, await mergesOf(db, areas));
}

/** Adds departments to the areas of many people as `withMergedDepartments` does, and reads all merges in one query. */
export async function peopleWithMergedDepartments<Person extends { areas: readonly Area[] }>(
  db: Query,
  people: readonly Person[],
): Promise<(Person & { areas: Area[] })[]> {
  const all = people.flatMap(({ areas }) => areas);
  const merges = Map.groupBy(await mergesOf(db, all), ({ departmentKey }) => departmentKey);
  return people.map((person) => {
    const own = new Set(person.areas.map(({ departmentKey }) => departmentKey));
    const merged = [...own].flatMap((key) => merges.get(key) ?? []);
    return { ...person, areas: withMerges(person.areas, merged) };
  });
}

function withMerges(areas: readonly Area[], merges: readonly Merge[]): Area[] {
  const more = areas.flatMap((area) =>
    merges
      .filter((merge) => merge.departmentKey === area.departmentKey)
      .filter((merge) => area.universityKey === "" || area.universityKey === merge.universityKey)
      .map(({ universityKey, shownKey }) => ({ universityKey, departmentKey: shownKey })),
  );
  return [...new Map([...areas, ...more].map((area) => [areaText(area), area])).values()];
}

/** Returns areas as people see them: the department of one university is the one that shows the items of a merged one. */
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
