import { z } from "zod";
import { deskConfidences, deskSorts, MAX_BULK, MAX_QUEUE_SIZE } from "../moderating/desk.ts";
import { facets, type FacetName, facetNames } from "../facets/facets.ts";
import { kinds } from "../kinds/index.ts";
import { fieldValuesSchema } from "./field-values.ts";
import { reasonSchema, versionSchema } from "./people.ts";
import { queryRecord } from "./list-query.ts";
import { idPattern, idSchema, numericText, textSchema } from "./text.ts";
import { addProblem, refuse } from "./refuse.ts";

/** The longest wait that the queue filters by, in days. */
const MAX_AGE = 365;
const MAX_VALUE = 20_000;

const once = z.string({ error: "tooMany:1" });
const blankIs = <T extends z.ZodType>(schema: T) =>
  z
    .literal("")
    .transform(() => undefined)
    .or(schema);
const choice = <T extends readonly [string, ...string[]]>(values: T) =>
  blankIs(z.enum(values, { error: `choice:${values.join(", ")}` }));
const names = (given: readonly string[]) => given as readonly [string, ...string[]];
const text = (max: number) =>
  once.pipe(textSchema({ required: false, max })).transform((value) => value || undefined);
const days = once
  .transform((value, context) => {
    const number = numericText(value);
    if (number === "") return undefined;
    if (/^\d{1,3}$/.test(number) && Number(number) >= 1) return Math.min(Number(number), MAX_AGE);
    return refuse(context, "whole:1");
  })
  .meta({ pattern: "^\\d{0,3}$", examples: ["7"] });

const filterShape = {
  kind: choice(names(kinds.map(({ name }) => name))).optional(),
  university: text(facets.university.field.max).optional(),
  department: text(facets.department.field.max).optional(),
  /** Items without this detail. */
  missing: choice(names(facetNames))
    .transform((value) => value as FacetName | undefined)
    .optional(),
  confidence: choice(deskConfidences).optional(),
  /** "1": only items with possible duplicates. */
  duplicate: choice(["1"]).optional(),
  /** Only items that have waited for at least this number of days. */
  age: days.optional(),
  /** The id of the contributor's account. */
  contributor: blankIs(idSchema).optional(),
  /** "1": only items of people without an approved item. */
  first: choice(["1"]).optional(),
  /** The id of a pile: the papers that its contributor sent together. */
  pile: blankIs(idSchema).optional(),
  /** Only new items, or only changes of approved items. */
  only: choice(["items", "changes"]).optional(),
  sort: choice(deskSorts).optional(),
};

/** The removal of an item from the archive, with a reason that its contributor sees. */
export const deskDeleteSchema = z.strictObject({ reason: reasonSchema.optional() });

/** The filter of the queue, as parameters of an address. Parameters without a value count as absent. */
export const deskFilterSchema = z.strictObject(filterShape);
export type DeskFilter = z.infer<typeof deskFilterSchema>;

const CURSOR = /^[0-9]{1}\.-?[0-9]{1,16}\.[A-Za-z0-9_-]{1,64}$/;
const cursor = once.regex(CURSOR, { error: "invalid" });

/** A page of the queue: the filter, the place of the last row on the previous page, and the number of rows. */
export const deskQueueSchema = deskFilterSchema.extend({
  after: blankIs(cursor).optional(),
  size: once
    .transform((value, context) => {
      const number = numericText(value);
      if (number === "") return undefined;
      if (/^\d{1,6}$/.test(number) && Number(number) >= 1) return Math.min(Number(number), MAX_QUEUE_SIZE);
      return refuse(context, "whole:1");
    })
    .meta({ pattern: "^\\d{0,6}$", examples: ["50"] })
    .optional(),
});

/** The filter as parameters of an address, in a fixed order, without absent values. */
export function deskParams(filter: DeskFilter): URLSearchParams {
  const given = Object.keys(filterShape).flatMap((name) => {
    const value = filter[name as keyof DeskFilter];
    return value === undefined ? [] : [[name, String(value)]];
  });
  return new URLSearchParams(given);
}

/** The parameters of the filter in an address, unvalidated. Other parameters of the page are left out. */
export const deskFilterOf = (params: URLSearchParams): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(queryRecord(params)).filter(([name]) => Object.hasOwn(filterShape, name)),
  );

/** Asks for the next item that nobody else holds. */
export const deskNextSchema = z.strictObject({
  filter: deskFilterSchema.optional(),
  after: cursor
    .optional()
    .meta({ description: "The place of the row that you leave, as the queue names it" }),
});

const values = fieldValuesSchema(MAX_VALUE, "New values by field; null or an empty text removes a value");

/** The client's name of a request. A repeated request with the same name is carried out once. */
const requestId = z
  .string({ error: ({ input }) => (input === undefined ? "required" : "text") })
  .regex(idPattern, { error: "id" })
  .meta({ description: "A new random name for each decision, so that a repeated request decides only once" });

/** The fields that each action needs besides its items, and the fields that it may have. */
const fieldsOf = {
  approve: { needs: [], allows: ["values"] },
  return: { needs: ["reason"], allows: [] },
  duplicate: { needs: ["of"], allows: [] },
  replace: { needs: ["of"], allows: [] },
  set: { needs: ["values"], allows: [] },
} as const;
const detail = {
  reason: reasonSchema
    .optional()
    .meta({ description: "Only with return, which needs it: a text for the contributor" }),
  of: idSchema.optional().meta({
    description:
      "Only with duplicate and replace, which need it: the id of the other item, or of the public item whose file this item's file replaces",
  }),
  values: values.optional(),
};

interface Given {
  action: keyof typeof fieldsOf;
  reason?: string | undefined;
  of?: string | undefined;
  values?: unknown;
}

/** Checks that a decision has what its action needs, and nothing else. */
function checkFields({ action, ...given }: Given, context: z.core.$RefinementCtx): void {
  const { needs, allows } = fieldsOf[action];
  for (const name of ["reason", "of", "values"] as const) {
    const isNeeded = needs.some((one) => one === name);
    if (isNeeded && (given[name] === undefined || given[name] === "")) addProblem(context, "required", name);
    else if (given[name] !== undefined && !isNeeded && !allows.some((one) => one === name))
      addProblem(context, "unknownField", name);
  }
}

/** The time of a preview, in epoch milliseconds, as the preview names it. */
const until = z
  .number({ error: "invalid" })
  .int({ error: "invalid" })
  .min(0, { error: "invalid" })
  .max(Number.MAX_SAFE_INTEGER, { error: "invalid" })
  .or(once.regex(/^\d{1,15}$/, { error: "invalid" }).transform(Number))
  .meta({
    description: "The time that the preview named: items that were created or changed after it are left out",
    examples: [1_795_000_000_000],
  });

const actionOf = <T extends readonly [string, ...string[]]>(...actions: T) =>
  z.enum(actions, {
    error: ({ input }) => (input === undefined ? "required" : `choice:${actions.join(", ")}`),
  });

/** One decision about one item. */
export const deskDecisionSchema = z
  .strictObject({
    action: actionOf("approve", "return", "duplicate", "replace", "set"),
    requestId,
    version: versionSchema,
    change: idSchema.optional().meta({ description: "The id of the change, if the item is approved" }),
    ...detail,
  })
  .superRefine(checkFields);

const bulk = {
  action: actionOf("approve", "return", "set"),
  items: z
    .array(
      z.strictObject({
        id: idSchema,
        version: versionSchema.optional(),
        change: idSchema
          .optional()
          .meta({ description: "The id of the change that you saw, if the item is approved" }),
      }),
      { error: "wrongType" },
    )
    .min(1, { error: "required" })
    .max(MAX_BULK, { error: `tooMany:${MAX_BULK}` })
    .optional()
    .meta({ description: "The items with the versions that you saw" }),
  filter: deskFilterSchema
    .optional()
    .meta({ description: `Instead of items: the first ${MAX_BULK} items of the queue with this filter` }),
  until: until.optional(),
  reason: detail.reason,
  values: detail.values,
};

/** A decision about many items, without carrying it out. */
export const deskPreviewSchema = z.strictObject(bulk).superRefine(checkFields);
export type DeskPreviewInput = z.infer<typeof deskPreviewSchema>;

/** A decision about many items. */
export const deskBulkSchema = z.strictObject({ ...bulk, requestId }).superRefine(checkFields);
