import { z } from "zod";
import { LONGEST_PART } from "../courses/courses.ts";
import { wantedExamTypes, wantedTerms } from "../courses/wanted.ts";
import { examYearSchema } from "./course.ts";
import { pageQuerySchema } from "./list-query.ts";
import { textSchema } from "./text.ts";

const course = {
  /** Any name of the university, or the part of an address; "" for courses without one. */
  university: textSchema({ required: false, max: LONGEST_PART, example: "University of Dhaka" }),
  code: textSchema({ required: true, max: LONGEST_PART, example: "CSE 2103" }),
};

export const courseSchema = z.strictObject(course);
/** A missing paper. Without a term, any term is wanted. */
export const wantedSchema = z.strictObject({
  ...course,
  year: examYearSchema,
  examType: z.enum(wantedExamTypes, { error: "choice" }),
  term: z.enum(wantedTerms, { error: "choice" }).default(""),
});

const part = z.string({ error: "tooMany:1" }).max(LONGEST_PART, { error: `tooLong:${LONGEST_PART}` });
/** The filters of the list of missing papers: parts of addresses, or names. */
export const wantedQuerySchema = pageQuerySchema
  .pick({ page: true })
  .extend({ university: part.optional(), department: part.optional() });
