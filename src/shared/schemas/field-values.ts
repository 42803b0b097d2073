import { z } from "zod";

/** The number of fields of the largest kind, and some. */
const MAX_VALUES = 30;

/**
 * Values of an item by field, in a change of one or several items.
 * @param maxLength of one value, in characters
 * @param description of the field in the API's reference
 */
export const fieldValuesSchema = (maxLength: number, description: string) =>
  z
    .record(
      z.string().max(100),
      z.union([z.string().max(maxLength, { error: `tooLong:${maxLength}` }), z.number(), z.null()], {
        error: "text",
      }),
      { error: "wrongType" },
    )
    .refine((given) => Object.keys(given).length <= MAX_VALUES, { error: `tooMany:${MAX_VALUES}` })
    .meta({ description });
