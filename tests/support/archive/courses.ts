import type { Course, CoursePage, FoundCourse } from "../../../src/shared/courses/courses.ts";
import type { Actor } from "../../../src/shared/people/policy.ts";
import { courseGrid } from "../../../src/shared/courses/course-grid.ts";
import type { TestArchive } from "../platform/archive.ts";
import { insertItem, type ItemOptions } from "./factories.ts";

export const DHAKA = "University of Dhaka";
/** The part of an address that names `DHAKA`, and its id. */
export const DHAKA_SLUG = "university-of-dhaka";
export const DHAKA_KEY = "university of dhaka";

/** Inserts a paper of CSE 2103 at `DHAKA`, unless its fields say otherwise. @returns its id */
export const insertPaper = (
  archive: TestArchive,
  fields: Record<string, string> = {},
  options: Omit<ItemOptions, "fields"> = {},
): Promise<string> =>
  insertItem(archive, "question", {
    ...options,
    fields: {
      university: DHAKA,
      code: "CSE 2103",
      subject: "Data Structures",
      term: "",
      set: "",
      heldIn: "",
      examType: "final",
      ...fields,
    },
  });

/** A visitor's look-up of a course. */
export const findCourse = (
  archive: TestArchive,
  code: string,
  university = DHAKA_SLUG,
): Promise<FoundCourse> => archive.services.courses.find(undefined, { university, code });

/** The course at an address. @throws Error if the address leads elsewhere */
export async function courseAt(archive: TestArchive, code: string, university = DHAKA_SLUG): Promise<Course> {
  return (await pageAt(archive, code, university)).course;
}

/** The page of the course at an address. @throws Error if the address leads elsewhere */
export async function pageAt(
  archive: TestArchive,
  code: string,
  university = DHAKA_SLUG,
  actor?: Actor,
): Promise<CoursePage> {
  const found = await findCourse(archive, code, university);
  if (found.found !== "course") throw new Error(`${code} is ${JSON.stringify(found)}`);
  return archive.services.courses.page(actor, found);
}

/** The ids of the papers in the grid of a page. */
export const papersOf = (page: CoursePage): string[] => {
  const { rows, undated } = courseGrid(page.grid);
  const places = [...rows.flatMap((row) => row.places.flat()), ...undated];
  return places.flatMap((place) => (place.state === "paper" ? [place.id] : []));
};
