import { z } from "zod";
import { AREA_LIMIT } from "../moderating/areas.ts";
import { facets } from "../facets/facets.ts";
import { UNIVERSITY_NAME_MAX } from "../courses/universities.ts";
import { emailSchema, textSchema } from "./text.ts";

const areaSchema = z.strictObject({
  university: textSchema({
    required: false,
    max: UNIVERSITY_NAME_MAX,
    example: "University of Dhaka",
  }).default(""),
  department: textSchema({ required: false, max: facets.department.field.max, example: "CSE" }).default(""),
});

/**
 * A person, and the areas that they moderate: "everything", or a list of areas. An area names a university, a
 * department, or both.
 */
export const moderatorSchema = z.strictObject({
  email: emailSchema,
  areas: z.union(
    [
      z.literal("everything"),
      z.array(areaSchema, { error: "invalid" }).max(AREA_LIMIT, { error: `tooMany:${AREA_LIMIT}` }),
    ],
    { error: "invalid" },
  ),
});

export type ModeratorInput = z.infer<typeof moderatorSchema>;
