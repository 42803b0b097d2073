import { z } from "zod";
import { courseGrid } from "../../shared/courses/course-grid.ts";
import {
  type Course,
  type CourseCount,
  type CoursePage,
  coursePath,
  NO_UNIVERSITY,
  type Place,
  universitySlug,
} from "../../shared/courses/courses.ts";
import { DomainError } from "../../shared/problems/errors.ts";
import { courseListQuerySchema } from "../../shared/schemas/course.ts";
import { validate } from "../../shared/schemas/validate.ts";
import type { Operation, Reply } from "../operation.ts";
import type { ApiContext } from "./resource-operations.ts";

const TAG = "Courses";

const courseSchema = z.strictObject({
  /** "" for a course without a university. */
  university: z.string(),
  code: z.string(),
  title: z.string(),
  /** The address of the course page. */
  path: z.string(),
});
const countSchema = z.strictObject({
  /** The name of the university, or the stored value of the department; "" for papers without one. */
  name: z.string(),
  courses: z.number().int(),
  papers: z.number().int(),
});
const universitySchema = countSchema.extend({
  /** The part of an address that names the university. */
  slug: z.string(),
});
const listedSchema = z.strictObject({
  university: universitySchema.pick({ name: true, slug: true }),
  /** Empty if the call names a department. */
  departments: z.array(countSchema),
  courses: z.array(courseSchema.extend({ papers: z.number().int() })),
  total: z.number().int(),
  /** `after` of the next page; absent on the last one. */
  next: z.string().optional(),
});
const term = z.string();
const placeSchema = z.union([
  z.strictObject({
    state: z.literal("paper"),
    term,
    set: z.string(),
    /** The month of the exam, such as "january"; "" if the paper has none. */
    heldIn: z.string(),
    id: z.string(),
    answers: z.number().int(),
  }),
  z.strictObject({ state: z.literal("papers"), term, codeNorm: z.string(), papers: z.number().int() }),
  z.strictObject({ state: z.literal("gap"), term }),
  z.strictObject({ state: z.literal("notHeld"), term }),
  z.strictObject({ state: z.literal("notYet"), term }),
]);
const factSchema = z.strictObject({ value: z.string(), papers: z.number().int() });
const pageSchema = z.strictObject({
  course: courseSchema,
  titles: z.array(factSchema),
  departments: z.array(factSchema),
  semester: z.string(),
  papers: z.number().int(),
  /** Absent for a course with very many papers. */
  answers: z.number().int().optional(),
  missing: z.number().int(),
  /** The columns of the grid; `examType` is "" for papers without one. */
  exams: z.array(
    z.strictObject({ examType: z.string(), papers: z.number().int(), missing: z.number().int() }),
  ),
  /** The years, newest first, each with one list for each column. */
  years: z.array(z.strictObject({ year: z.number().int(), places: z.array(z.array(placeSchema)) })),
  undated: z.array(placeSchema),
  /** Syllabi, notes, books and labs. */
  shelves: z.array(
    z.strictObject({
      kind: z.string(),
      total: z.number().int(),
      items: z.array(
        z.strictObject({
          _id: z.string(),
          title: z.string(),
          year: z.number().int().nullable(),
          userName: z.string(),
        }),
      ),
    }),
  ),
  contributors: z.array(z.strictObject({ name: z.string(), papers: z.number().int() })),
});

/** The calls that read courses. Every reader gets a visitor's view. */
export function courseOperations({ services: { courses } }: ApiContext): Operation[] {
  return [
    {
      id: "list_university",
      method: "get",
      paths: ["/courses"],
      summary: "List the universities with their numbers of courses and papers",
      tag: TAG,
      access: "anyone",
      answer: z.array(universitySchema),
      async handle({ actor }): Promise<Reply> {
        const universities = await courses.browseUniversities(actor);
        return { body: universities.map(presentUniversity) };
      },
    },
    {
      id: "university",
      method: "get",
      paths: ["/courses/{university}"],
      summary:
        `List 50 courses of a university or of one of its departments. Give any name of the university, ` +
        `or ${NO_UNIVERSITY} for papers without one.`,
      tag: TAG,
      access: "anyone",
      query: courseListQuerySchema,
      answer: listedSchema,
      async handle({ actor, params, query }): Promise<Reply> {
        const { department, after } = validate(courseListQuerySchema, query);
        const address = { university: params["university"] as string, after, anySpelling: true };
        const found =
          department === undefined
            ? await courses.browseUniversity(actor, address)
            : await courses.browseDepartment(actor, { ...address, department });
        if (found.found !== "place") throw new DomainError("not_found");
        const { university, total, next } = found;
        return {
          body: {
            university: { name: university.name, slug: universitySlug(university.name) },
            departments: "departments" in found ? found.departments.map(presentCount) : [],
            courses: found.courses.map((course) => ({ ...presentCourse(course), papers: course.papers })),
            total,
            ...(next === undefined ? {} : { next }),
          },
        };
      },
    },
    {
      id: "course",
      method: "get",
      paths: ["/courses/{university}/{code}"],
      summary: "Read a course: its papers and gaps by year and exam, and its other items",
      tag: TAG,
      access: "anyone",
      answer: pageSchema,
      async handle({ actor, params }): Promise<Reply> {
        const address = { university: params["university"] as string, code: params["code"] as string };
        const found = await courses.find(actor, { ...address, anySpelling: true });
        if (found.found !== "course") throw new DomainError("not_found");
        return { body: presentPage(await courses.page(actor, found)) };
      },
    },
  ];
}

const presentCount = ({ name, courses, papers }: CourseCount) => ({ name, courses, papers });
const presentUniversity = (count: CourseCount) => ({
  ...presentCount(count),
  slug: universitySlug(count.name),
});
const presentCourse = (course: Course) => ({
  university: course.university,
  code: course.code,
  title: course.title,
  path: coursePath(course),
});

function presentPage(page: CoursePage) {
  const { titles, departments, semester, papers, answers, contributors } = page;
  const { exams, rows, undated, missing } = courseGrid(page.grid);
  return {
    course: presentCourse(page.course),
    titles,
    departments,
    semester,
    papers,
    ...(answers === undefined ? {} : { answers }),
    missing,
    exams,
    years: rows.map(({ year, places }) => ({
      year,
      places: places.map((each) => each.map(presentPlace)),
    })),
    undated: undated.map(presentPlace),
    shelves: page.shelves.map(({ kind, total, items }) => ({
      kind,
      total,
      items: items.map(({ id, title, year, uploader }) => ({ _id: id, title, year, userName: uploader })),
    })),
    contributors: contributors.first,
  };
}

/** Requests are not a part of this call. */
const presentPlace = (place: Place) =>
  place.state === "gap" ? { state: place.state, term: place.term } : place;
