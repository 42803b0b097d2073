import type { Placed } from "../../../shared/moderating/areas.ts";

/** How many papers of a course are in a department. */
export interface DepartmentPapers {
  /** The normal form of the department; null for papers without one. */
  departmentKey: string | null;
  papers: number;
}

/**
 * Finds the main place of a course: its university and the department with most of its papers.
 * @param universityKey "" for a course without a university
 * @param counted the papers that count; a department may be in it several times, also with numbers below 0
 * @returns undefined without papers, and if two departments have equally many
 */
export function mainPlace(universityKey: string, counted: readonly DepartmentPapers[]): Placed | undefined {
  const totals = new Map<string | null, number>();
  for (const { departmentKey, papers } of counted)
    totals.set(departmentKey, (totals.get(departmentKey) ?? 0) + papers);
  const [most, second] = [...totals].toSorted(([, one], [, other]) => other - one);
  if (!most || most[1] <= 0 || most[1] === second?.[1]) return undefined;
  return { areaUniversity: universityKey || null, areaDepartment: most[0] };
}
