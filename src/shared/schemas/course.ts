import { z } from "zod";
import { acceptedYears } from "../facets/accepted-years.ts";
import { facets } from "../facets/facets.ts";
import { UNIVERSITY_NAME_MAX } from "../courses/universities.ts";
import { normalizeCode } from "../text/words.ts";
import { refuse } from "./refuse.ts";
import { notText, numericText, textSchema } from "./text.ts";

/** The latest month in which a term can end: March of the next year. */
export const LATEST_MONTH = 15;

/** A few letters become more when they are folded. */
const codeNorm = textSchema({ required: true, max: 4 * facets.code.field.max });
/** The course that a form is about. `universityKey` is "" for papers without a university. */
const key = {
  universityKey: textSchema({ required: false, max: 2 * UNIVERSITY_NAME_MAX }),
  codeNorm,
};
const code = textSchema({ required: true, max: facets.code.field.max, example: "CSE 2103" }).transform(
  (text, context) => (normalizeCode(text) === "" ? refuse(context, "letters") : text),
);

/** The code and title that an admin gives to a course. */
export const renamedCourseSchema = z.strictObject({
  ...key,
  code,
  title: textSchema({ required: true, max: facets.subject.field.max, example: "Data Structures" }),
});

/** `into` is the code of the course that stays, in any spelling. */
export const mergedCourseSchema = z.strictObject({ ...key, into: code });

export const courseKeySchema = z.strictObject(key);

const choice = (options: readonly string[] = [], isRequired: boolean) =>
  z.string(notText).transform((value, context) => {
    if (value === "") return isRequired ? refuse(context, "required") : "";
    return options.includes(value) ? value : refuse(context, "choice");
  });

/** The year of an exam. */
export const examYearSchema = z
  .union([z.string(), z.number()], { error: "required" })
  .meta({ examples: ["2024"] })
  .transform((value, context) => {
    const text = numericText(value);
    const [first, last] = acceptedYears();
    const year = /^\d{4}$/.test(text) ? Number(text) : Number.NaN;
    if (year >= first && year <= last) return year;
    return refuse(context, text === "" ? "required" : `between:${first}-${last}`);
  });

/** An exam that was not held. With the term "", none was held in that year. */
export const examNotHeldSchema = z.strictObject({
  ...key,
  year: examYearSchema,
  examType: choice(facets.examType.field.options, true),
  term: choice(facets.term.field.options, false),
});

const month = z.string(notText).transform((value, context) => {
  const number = /^\d{1,2}$/.test(value) ? Number(value) : Number.NaN;
  return number >= 1 && number <= LATEST_MONTH ? number : refuse(context, `between:1-${LATEST_MONTH}`);
});

/** The last month of each term. */
export const termMonthsSchema = z.strictObject(
  Object.fromEntries((facets.term.field.options ?? []).map((term) => [term, month])),
);

/** A text of a query; an empty one means none. */
const queryText = (max: number) =>
  z
    .string({ error: "tooMany:1" })
    .meta({ maxLength: max })
    .transform((text) => (text === "" ? undefined : text))
    .optional();

/** The query of a list of courses. `after` is `next` of the page before. */
export const courseListQuerySchema = z.strictObject({
  department: queryText(facets.department.field.max),
  after: queryText(facets.code.field.max),
});
