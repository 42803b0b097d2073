import { z } from "zod";
import { UNIVERSITY_NAME_MAX, universityNameKey } from "../courses/universities.ts";
import { facets } from "../facets/facets.ts";
import { refuse } from "./refuse.ts";
import { textSchema } from "./text.ts";

/** How many other names a university may have. */
export const OTHER_NAMES_MAX = 30;

const name = textSchema({
  required: true,
  max: UNIVERSITY_NAME_MAX,
  example: "University of Dhaka",
}).transform((text, context) => (universityNameKey(text) === "" ? refuse(context, "letters") : text));
const banglaName = textSchema({ required: false, max: UNIVERSITY_NAME_MAX }).transform((text, context) =>
  text !== "" && universityNameKey(text) === "" ? refuse(context, "letters") : text,
);
/** Other names, one in each line. */
const otherNames = textSchema({ required: false, max: 4_000, lines: true }).transform((text, context) => {
  const names = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (names.length > OTHER_NAMES_MAX) return refuse(context, `tooMany:${OTHER_NAMES_MAX}`);
  if (names.some((one) => one.length > UNIVERSITY_NAME_MAX))
    return refuse(context, `tooLong:${UNIVERSITY_NAME_MAX}`);
  if (names.some((one) => universityNameKey(one) === "")) return refuse(context, "letters");
  return names;
});

/** A university as an admin writes it. */
export const universitySchema = z.strictObject({ name, banglaName, otherNames });

/** A few letters become two when they are in lower case. */
const id = textSchema({ required: true, max: 2 * UNIVERSITY_NAME_MAX });
/** The time of the last change that the admin saw, in epoch milliseconds. */
const updatedAt = z.coerce.number({ error: "invalid" }).int({ error: "invalid" });

export const savedUniversitySchema = universitySchema.extend({ id, updatedAt });

/** `into` is a name of the university that stays. */
export const mergedUniversitySchema = z.strictObject({
  id,
  into: textSchema({ required: true, max: UNIVERSITY_NAME_MAX }),
});

/** The normal form of a department; `university` is the id of its university. */
const ofUniversity = {
  university: id,
  department: textSchema({ required: true, max: 2 * facets.department.field.max }),
};

/** `into` is a name of the department that stays. */
export const mergedDepartmentSchema = z.strictObject({
  ...ofUniversity,
  into: textSchema({ required: true, max: facets.department.field.max }),
});
/** A merge that an admin undoes. */
export const departmentMergeSchema = z.strictObject(ofUniversity);

export type UniversityInput = z.infer<typeof universitySchema>;
