import { z } from "zod";
import { LINK_MAX } from "../kinds/fields.ts";
import { MAX_PILE_LINKS, MAX_PILE_ROWS, MAX_PLACE, MAX_ROW_PHOTOS } from "../files/pile-limits.ts";
import { withoutDirection } from "../files/pasted-link.ts";
import { fieldValuesSchema } from "./field-values.ts";
import { idSchema, notText, textSchema } from "./text.ts";

const MAX_VALUE = 500;

const anyRowIds = z
  .array(idSchema, { error: "wrongType" })
  .max(MAX_PILE_ROWS, { error: `tooMany:${MAX_PILE_ROWS}` });
const rowIds = anyRowIds.min(1, { error: "required" });

const values = fieldValuesSchema(
  MAX_VALUE,
  "Values by field. null forgets the person's own value, and an empty text means no value",
);

const flag = z.boolean({ error: "wrongType" });

/** Links, one for each row of a pile. */
export const pileLinksSchema = z.strictObject({
  links: z
    .string(notText)
    .transform(withoutDirection)
    .pipe(textSchema({ required: true, max: MAX_PILE_LINKS * (LINK_MAX + 1), lines: true }))
    .meta({ description: `One link per line, at most ${MAX_PILE_LINKS}` }),
});

/** Answers for all rows of a pile, by facet. */
export const pileAnswersSchema = z.strictObject({ values });

/** Changes of one, several or all rows. */
export const pileRowsSchema = z.strictObject({
  rows: z.union([z.literal("all"), rowIds], { error: "wrongType" }),
  kind: z.string({ error: "text" }).max(40).optional(),
  values: values.optional(),
  leftOut: flag.optional().meta({ description: "Whether the rows are left out when the pile is sent" }),
  sendAnyway: flag.optional().meta({ description: "Whether the rows are sent although they are duplicates" }),
  betterCopyOf: idSchema.optional().meta({
    description:
      "The public item that the rows duplicate, to send them as better copies of it. `sendAnyway` ends this",
  }),
  keepWhole: flag.optional().meta({
    description: "Whether PDFs stay one paper each although they seem to contain several exams",
  }),
});

export const pileChosenSchema = z.strictObject({ rows: rowIds });

/** Where to cut a row: the numbers of the pages that begin a new paper. */
export const pileSplitSchema = z.strictObject({
  row: idSchema,
  at: z
    .array(z.number({ error: "wrongType" }).int({ error: "wrongType" }).min(2, { error: "whole:2" }))
    .min(1, { error: "required" })
    .max(MAX_PILE_ROWS, { error: `tooMany:${MAX_PILE_ROWS}` }),
});

/** The photos of a row in their new order, and how far each is turned. */
export const pilePagesSchema = z.strictObject({
  row: idSchema,
  pages: z
    .array(
      z.strictObject({
        id: idSchema,
        turn: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)], {
          error: "choice:0, 90, 180, 270",
        }),
      }),
    )
    .min(1, { error: "required" })
    .max(MAX_ROW_PHOTOS, { error: `tooMany:${MAX_ROW_PHOTOS}` }),
});

export const pileSendSchema = z.strictObject({
  rows: anyRowIds.optional().meta({
    description:
      "The rows to send. By default, all rows that are ready are sent; an empty list changes only `rest`",
  }),
  rest: flag.optional().meta({
    description:
      "Whether the other rows are sent as they become ready. This ends when a new file or link is added, or when nothing waits",
  }),
  place: z
    .number({ error: "wrongType" })
    .int({ error: "wrongType" })
    .min(1, { error: "whole:1" })
    .max(MAX_PLACE, { error: "wrongType" })
    .optional()
    .meta({
      description: "With `rest`: the highest place of the files that are on their way and belong to the rest",
    }),
});
