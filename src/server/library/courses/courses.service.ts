import {
  type Course,
  type CourseCount,
  type CourseKey,
  courseKeyText,
  type CourseCard,
  type CoursePage,
  type CoursePapers,
  COURSES_PAGE_SIZE,
  coursePath,
  type CoursesPage,
  type DepartmentCourses,
  departmentPath,
  departmentSlug,
  type FoundCourse,
  type FoundPlace,
  type GridInput,
  type ListedCourse,
  LONGEST_PART,
  NO_UNIVERSITY,
  type UniversityCourses,
  universityPath,
  universitySlug,
} from "../../../shared/courses/courses.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import { isCleanText } from "../../../shared/schemas/text.ts";
import { editDistance } from "../../../shared/search/edit-distance.ts";
import { universityNameKey } from "../../../shared/courses/universities.ts";
import { normalizeCode } from "../../../shared/text/words.ts";
import type { Database } from "../../platform/index.ts";
import { departmentsMerged } from "../universities/department-names.repo.ts";
import { universitiesNamed } from "../universities/university-names.repo.ts";
import type { BrowseRepo, CourseList } from "./browse.repo.ts";
import type { CoursesRepo, Papers } from "./courses.repo.ts";
import type { createShelves } from "./shelves.ts";

export interface CoursesDependencies {
  db: Database;
  coursesRepo: CoursesRepo;
  browseRepo: BrowseRepo;
  shelvesOf: ReturnType<typeof createShelves>;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

interface Spelling {
  anySpelling?: boolean;
}
/** `after` is `next` of the page before; "" or undefined for the first page. */
interface Part {
  after?: string | undefined;
}

/** How many courses a page for an unknown address offers. */
const MAX_NEAREST = 5;
/** The most letters by which a code may differ from a course that is offered. */
const MAX_EDITS = 4;
/** The maximum number of courses that `listed` describes. */
const MAX_LISTED = 10;
/** How many courses `named` accepts. */
export const MAX_NAMED = 200;

/** The form in which addresses and new names are compared; a name without letters stays as it is. */
const comparedName = (name: string): string => universityNameKey(name) || name.toLowerCase();

const clean = (part: string): boolean => part !== "" && part.length <= LONGEST_PART && isCleanText(part);

/**
 * The courses of the archive (decision 072). Every reader gets a visitor's view, as in the sitemap: only Approved papers
 * count, whoever asks.
 */
export function createCoursesService(dependencies: CoursesDependencies) {
  const { db, coursesRepo, browseRepo, shelvesOf, clock } = dependencies;

  /** The university that a part of an address means; undefined for an unknown one. */
  async function universityOf(part: string): Promise<{ key: string; name: string } | undefined> {
    if (part === NO_UNIVERSITY) return { key: "", name: "" };
    if (!clean(part)) return undefined;
    const named = (await universitiesNamed(db.read, db.engine, [part])).get(universityNameKey(part));
    if (named) return { key: named.id, name: named.name };
    // For up to a minute after a contribution, a new name is not in the table of universities.
    const asked = comparedName(part);
    const key = (await browseRepo.newUniversities()).find((one) => comparedName(one) === asked);
    if (key === undefined) return undefined;
    const { whole } = await browseRepo.departments(key);
    return { key, name: whole.name };
  }

  async function nearest(universityKey: string | undefined, codeNorm: string): Promise<Course[]> {
    if (codeNorm === "") return [];
    const near = await coursesRepo.near(universityKey, codeNorm);
    const shown = [...(await coursesRepo.shownAll(near)).values()];
    const ranked = [...new Map(shown.map((key) => [courseKeyText(key), key])).values()]
      .map((key) => ({ key, edits: editDistance(codeNorm, key.codeNorm, MAX_EDITS) }))
      .filter(({ edits }) => edits <= Math.min(MAX_EDITS, codeNorm.length / 2))
      .toSorted(
        (one, other) =>
          one.edits - other.edits || (courseKeyText(one.key) < courseKeyText(other.key) ? -1 : 1),
      );
    return coursesRepo.described(ranked.slice(0, MAX_NEAREST).map(({ key }) => key));
  }

  async function coursesOf(list: CourseList, total: number, after: string): Promise<CoursesPage> {
    const from = clean(after) ? normalizeCode(after) : "";
    const found = await browseRepo.page(list, from, COURSES_PAGE_SIZE + 1);
    const keys = found.slice(0, COURSES_PAGE_SIZE);
    const described = await coursesRepo.described(keys);
    return {
      courses: described.map((course, at) => ({ ...course, papers: keys[at]?.papers ?? 0 })),
      total,
      next: found.length > keys.length ? keys.at(-1)?.codeNorm.toLowerCase() : undefined,
    };
  }

  return {
    /**
     * Finds the course of an address.
     * @param university the slug, or any name of the university; "-" for papers without one
     * @param code in any spelling
     * @param anySpelling whether another spelling of the address also finds the course, instead of its own address
     */
    async find(
      _actor: Actor,
      { university, code, anySpelling = false }: { university: string; code: string } & Spelling,
    ): Promise<FoundCourse> {
      const place = await universityOf(university);
      const codeNorm = clean(code) ? normalizeCode(code) : "";
      if (!place || codeNorm === "")
        return { found: "nothing", nearest: await nearest(place?.key, codeNorm) };
      const { key, members, papers } = await coursesRepo.whole({ universityKey: place.key, codeNorm });
      if (papers === 0) return { found: "nothing", nearest: await nearest(place.key, codeNorm) };
      const isCanonical = university === universitySlug(place.name) && code === key.codeNorm.toLowerCase();
      if (!isCanonical && !anySpelling)
        return { found: "moved", path: coursePath({ university: place.name, codeNorm: key.codeNorm }) };
      return { found: "course", course: await coursesRepo.describedOne(key, place.name), members, papers };
    },

    /** Everything that the page of a course shows, except requests. @param found as `find` returned it */
    async page(_actor: Actor, found: { course: Course } & CoursePapers): Promise<CoursePage> {
      const { course, members } = found;
      const [papers, facts, people, notHeld, lastMonths] = await Promise.all([
        coursesRepo.cells(members, found.papers),
        coursesRepo.facts(members),
        coursesRepo.contributors(members),
        coursesRepo.notHeld(members),
        coursesRepo.lastMonths(),
      ]);
      const shelves = await shelvesOf(course, course.university, facts);
      const factsOf = (fact: "title" | "department" | "contributor") =>
        facts[fact].map(({ value, papers: n }) => ({ value, papers: n }));
      return {
        course,
        titles: factsOf("title"),
        departments: factsOf("department"),
        semester: facts.semester[0]?.key ?? "",
        ...summaryOf(papers, { notHeld, lastMonths }, clock()),
        shelves,
        contributors: {
          ...people,
          first: factsOf("contributor").map(({ value: name, papers: n }) => ({ name, papers: n })),
        },
      };
    },

    /** The universities with courses, in alphabetical order; papers without a university come last. */
    async browseUniversities(_actor: Actor): Promise<CourseCount[]> {
      const universities = await browseRepo.universities();
      return universities.toSorted(
        (one, other) =>
          Number(one.key === "") - Number(other.key === "") || one.name.localeCompare(other.name, "en"),
      );
    },

    /**
     * A university with its departments and courses.
     * @param university as for `find`
     * @param after `next` of the page before; "" for the first page
     */
    async browseUniversity(
      _actor: Actor,
      { university, after = "", anySpelling = false }: { university: string } & Part & Spelling,
    ): Promise<FoundPlace<UniversityCourses>> {
      const place = await universityOf(university);
      if (!place) return { found: "nothing" };
      const { whole, departments } = await browseRepo.departments(place.key);
      if (whole.papers === 0) return { found: "nothing" };
      if (university !== universitySlug(place.name) && !anySpelling)
        return { found: "moved", path: universityPath(place.name) };
      const courses = await coursesOf({ universityKey: place.key }, whole.courses, after);
      return { found: "place", university: whole, departments: byPapers(departments), ...courses };
    },

    /** The courses of a university's department. @param department the slug of the department */
    async browseDepartment(
      _actor: Actor,
      {
        university,
        department,
        after = "",
        anySpelling = false,
      }: { university: string; department: string } & Part & Spelling,
    ): Promise<FoundPlace<DepartmentCourses>> {
      const place = await universityOf(university);
      if (!place || !clean(department)) return { found: "nothing" };
      const [{ departments }, merged] = await Promise.all([
        browseRepo.departments(place.key),
        departmentsMerged(db.read, db.engine, [place.key]),
      ]);
      const given = departmentSlug(department);
      const shown = [...(merged.get(place.key)?.shown ?? [])].find(([key]) => departmentSlug(key) === given);
      const asked = shown ? departmentSlug(shown[1].departmentKey) : given;
      const found = departments.find(({ key }) =>
        shown ? key === shown[1].departmentKey : departmentSlug(key) === asked,
      );
      if (!found) return { found: "nothing" };
      const isCanonical = university === universitySlug(place.name) && department === asked;
      if (!isCanonical && !anySpelling)
        return { found: "moved", path: departmentPath(place.name, found.key) };
      const list = { universityKey: place.key, departmentKey: found.key };
      const courses = await coursesOf(list, found.courses, after);
      return { found: "place", university: place, department: found, ...courses };
    },

    /**
     * The courses to which these keys belong now, for lists of courses that people follow or want.
     * @param keys at most 200; a merged course is replaced by the course that shows its papers
     * @returns by the key as it was given (`courseKeyText`); also courses without papers
     */
    async named(keys: readonly CourseKey[]): Promise<Map<string, Course>> {
      const asked = keys.slice(0, MAX_NAMED);
      const shown = await coursesRepo.shownAll(asked);
      const unique = [...new Map([...shown.values()].map((key) => [courseKeyText(key), key])).values()];
      const described = new Map(
        (await coursesRepo.described(unique)).map((course) => [courseKeyText(course), course]),
      );
      return new Map(
        [...shown].flatMap(([given, key]) => {
          const course = described.get(courseKeyText(key));
          return course ? [[given, course]] : [];
        }),
      );
    },

    /** The courses of these keys with the number of their papers, in this order. Courses without papers are left out. */
    async listed(keys: readonly CourseKey[]): Promise<ListedCourse[]> {
      const whole = await Promise.all(keys.slice(0, MAX_LISTED).map((key) => coursesRepo.whole(key)));
      const shown = new Map(
        whole.flatMap(({ key, papers }) =>
          papers > 0 ? [[courseKeyText(key), { key, papers }] as const] : [],
        ),
      );
      const described = await coursesRepo.described([...shown.values()].map(({ key }) => key));
      return described.map((course) => ({
        ...course,
        papers: shown.get(courseKeyText(course))?.papers ?? 0,
      }));
    },

    /** A course with its table of exams, for a search that names it; undefined for a course without papers. */
    async card(_actor: Actor, given: CourseKey): Promise<CourseCard | undefined> {
      const { key, members, papers: total } = await coursesRepo.whole(given);
      if (total === 0) return undefined;
      const [[course], papers, notHeld, lastMonths] = await Promise.all([
        coursesRepo.described([key]),
        coursesRepo.cells(members, total),
        coursesRepo.notHeld(members),
        coursesRepo.lastMonths(),
      ]);
      return course && { course, ...summaryOf(papers, { notHeld, lastMonths }, clock()) };
    },

    /** The keys whose papers a course shows: its own, and those of the courses that were merged into it. */
    members: (key: CourseKey): Promise<CourseKey[]> => coursesRepo.members(key),
  };
}

export type CoursesService = ReturnType<typeof createCoursesService>;

/** @param now in epoch milliseconds */
function summaryOf(
  { total, cells, isEach }: Papers,
  exams: Pick<GridInput, "notHeld" | "lastMonths">,
  now: number,
): Pick<CoursePage, "papers" | "answers" | "grid"> {
  const today = new Date(now);
  return {
    papers: total,
    answers: isEach ? cells.reduce((sum, { answers = 0 }) => sum + answers, 0) : undefined,
    grid: { cells, ...exams, now: { year: today.getUTCFullYear(), month: today.getUTCMonth() + 1 } },
  };
}

/** The departments with the most papers first. */
const byPapers = (departments: readonly CourseCount[]): CourseCount[] =>
  departments.toSorted((one, other) => other.papers - one.papers || (one.key < other.key ? -1 : 1));
