import { type Actor, areasOf, policy } from "../../../shared/people/policy.ts";
import type { ResourceTable } from "../../platform/index.ts";

/** An edit would move an item out of the areas of the moderator. */
export interface OutsideArea {
  /** The facet of the edit that is outside. */
  outside: "university" | "department";
}

type Columns = Partial<Pick<ResourceTable, "universityKey" | "departmentKey">>;

/**
 * Checks the new place of an edited item.
 * @param columns the edited columns, after the university was looked up
 * @returns undefined if the item stays in the person's areas. An answer always stays with its question
 */
export function outsideArea(
  by: Actor,
  { parentId }: Pick<ResourceTable, "parentId">,
  { universityKey = null, departmentKey = null }: Columns,
): OutsideArea | undefined {
  const place = { areaUniversity: universityKey, areaDepartment: departmentKey };
  if (parentId !== null || policy.moderate(by, place)) return undefined;
  const isUniversity = !areasOf(by).some((area) => [universityKey, ""].includes(area.universityKey));
  return { outside: isUniversity ? "university" : "department" };
}
