import { type CourseKey, coursePath, type ListedCourse } from "../../../shared/courses/courses.ts";
import { departmentLabel } from "../../../shared/courses/departments.ts";
import { facets } from "../../../shared/facets/facets.ts";
import { titleOf } from "../../../shared/items/item-title.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import type { SearchFilter } from "../items/resource-filter.repo.ts";
import type { ResourceRow } from "../items/resource-rows.repo.ts";
import { itemFields } from "../items/resource-row.ts";
import type { Matches } from "./find-matches.ts";
import { courseKeyOf, foundCourses } from "./found-courses.ts";
import type { SearchReader } from "./search.repo.ts";

/** A course, an item or the papers of a department that a person may look for. */
export interface Suggestion {
  type: "course" | "item" | "department";
  /** The address to open. */
  path: string;
  /** The text of a search for it. */
  text: string;
  code: string | null;
  title: string;
  /** For an item: its kind, and the facts that tell papers of one course apart. */
  kind: string | null;
  examType: string | null;
  year: number | null;
  term: string | null;
  set: string | null;
  heldIn: string | null;
  /** The university or department. */
  about: string | null;
  /** The number of a course's papers. */
  papers: number | null;
}

const MAX_COURSES = 3;
const MAX_PAPERS = 3;
const MAX_OTHERS = 2;
/** The maximum number of completed codes to suggest courses for. */
const MAX_CODES = 20;

/** The courses, items and department to suggest. */
export interface SuggestedItems {
  /** The courses, best first. */
  keys: CourseKey[];
  rows: ResourceRow[];
  department: string | undefined;
}

/** The courses and items to suggest for the best matches. */
export async function suggestedItems(
  matches: Matches,
  reader: SearchReader,
  { filter, actor }: { filter: SearchFilter; actor: Actor },
): Promise<SuggestedItems> {
  const { best, parts, dropped } = matches;
  const codes = parts.flatMap(({ begun = [] }) => begun).slice(0, MAX_CODES);
  const begun = reader.isLate() ? [] : await reader.newestOfCodes(codes, filter, actor);
  const items = [...best.map(({ item }) => item), ...begun].filter(({ kind }) => !kindNamed(kind).parent);
  const papers = items.filter(({ kind }) => kindNamed(kind).answers).slice(0, MAX_PAPERS);
  const titles = new Set<string>();
  const others = items.filter(({ kind, title }) => {
    const isNew = !kindNamed(kind).answers && !titles.has(title);
    titles.add(title);
    return isNew;
  });
  const ids = [...new Set([...papers, ...others.slice(0, MAX_OTHERS)].map(({ id }) => id))];
  const asked = parts.find((part) => part.fact?.name === "department" && !dropped.includes(part));
  const isAsked = (name: string) => asked?.fact?.values.includes(facets.department.fold(name));
  const department = best.find(({ item }) => item.department !== null && isAsked(item.department))?.item
    .department;
  const { keys } = foundCourses(matches);
  const more = begun.flatMap(({ code, university }): CourseKey[] =>
    code ? [courseKeyOf(code, university)] : [],
  );
  // Courses with different codes come first, because a common code has a course at many universities.
  const byCode = [...Map.groupBy([...keys, ...more], ({ codeNorm }) => codeNorm).values()];
  return {
    keys: [...byCode.map(([first]) => first as CourseKey), ...byCode.flatMap((same) => same.slice(1))].slice(
      0,
      MAX_COURSES,
    ),
    rows: await reader.rows(ids, actor),
    department: department ?? undefined,
  };
}

const NONE = { kind: null, examType: null, year: null, term: null, set: null, heldIn: null, papers: null };

/** The suggestions in their order: courses, papers, other items, a department. */
export function suggestionsOf(
  { rows, department }: Pick<SuggestedItems, "rows" | "department">,
  courses: readonly ListedCourse[],
): Suggestion[] {
  const ofCourses = courses.map((course): Suggestion => ({
    ...NONE,
    type: "course",
    path: coursePath(course),
    text: `${course.code} ${course.title}`,
    code: course.code,
    title: course.title,
    about: course.university || null,
    papers: course.papers,
  }));
  const ofItems = rows.map((row): Suggestion => {
    const kind = kindNamed(row.kind);
    const title = titleOf({ kind: row.kind, fields: itemFields(kind, row) });
    const { code, examType, year, term, set, heldIn } = row;
    return {
      type: "item",
      path: `${kind.pages.details}/${row.id}`,
      text: [code, title].filter(Boolean).join(" "),
      code,
      title,
      kind: row.kind,
      examType,
      year,
      term,
      set,
      heldIn,
      about: row.department && departmentLabel(row.department),
      papers: null,
    };
  });
  const ofDepartment: Suggestion[] =
    department === undefined
      ? []
      : [
          {
            ...NONE,
            type: "department",
            path: `${kindNamed("question").pages.lists[0]}?${new URLSearchParams({ department })}`,
            text: departmentLabel(department),
            code: null,
            title: departmentLabel(department),
            about: null,
          },
        ];
  return [...ofCourses, ...ofItems, ...ofDepartment];
}
