/**
 * A part of the archive that a moderator decides on: a university, a department of all universities, or a
 * department of one university. An area without both is the whole archive.
 */
export interface Area {
  /** The id of a university; "" for every university. */
  universityKey: string;
  /** The normal form of a department; "" for every department. */
  departmentKey: string;
}

/** The place of an item in the archive. An answer has the place of its question. */
export interface Placed {
  /** The id of the university; null for an item without one. */
  areaUniversity: string | null;
  /** The normal form of the department; null for an item without one. */
  areaDepartment: string | null;
}

/** How many areas one moderator can have. */
export const AREA_LIMIT = 20;

/** Whether an area is the whole archive. */
export const isEverything = ({ universityKey, departmentKey }: Area): boolean =>
  universityKey === "" && departmentKey === "";

/** Whether an item is in an area. An item without a university is in no area with a university. */
export function contains({ universityKey, departmentKey }: Area, item: Placed): boolean {
  const isIn = (key: string, own: string | null) => key === "" || key === own;
  return isIn(universityKey, item.areaUniversity) && isIn(departmentKey, item.areaDepartment);
}
