import { z } from "zod";
import { ALL_VALUES, NO_YEAR } from "../facets/facet-declaration.ts";
import { type FacetFilter, type FacetName, facetNames, facets } from "../facets/facets.ts";
import { parseStatus, statuses } from "../items/status.ts";
import { checkText, numericText } from "./text.ts";
import { refuse } from "./refuse.ts";

/** Spec §9. */
export const PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 100;
/** The number of items in a list without `page`. */
export const UNPAGED_SIZE = 1_000;
/** The highest page number. It limits the rows that a query can skip. */
export const MAX_PAGE = 1_000_000;

/** A parameter that is allowed only once. */
const once = z.string({ error: "tooMany:1" });

/** A text filter. An empty text means no filter. */
const filter = (max: number, normalize: (text: string) => string | undefined = (text) => text) =>
  once
    .transform((value, context) => {
      const checked = checkText(numericText(value), { required: false, max });
      if ("text" in checked) return checked.text === "" ? undefined : normalize(checked.text);
      return refuse(context, checked.problem);
    })
    .meta({ maxLength: max });

const whole = (min: number, max: number) =>
  once.meta({ pattern: "^\\d{0,15}$", examples: [String(min)] }).transform((value, context) => {
    const text = numericText(value);
    if (text === "") return undefined;
    if (/^\d{1,15}$/.test(text) && Number(text) >= min) return Math.min(Number(text), max);
    return refuse(context, `whole:${min}`);
  });

const status = once.meta({ examples: [...statuses] }).transform((value, context) => {
  if (value.trim() === "") return undefined;
  const known = parseStatus(value);
  if (known) return known;
  return refuse(context, "status");
});

const year = once.meta({ examples: ["2019", NO_YEAR] }).transform((value, context) => {
  const text = numericText(value);
  if (text === "" || text === NO_YEAR) return undefined;
  if (/^\d{4}$/.test(text)) return text;
  return refuse(context, "yearFilter");
});

const lower = (text: string): string => text.toLowerCase();

/** Several values of one facet. The parameter can be repeated. */
const several = (one: ReturnType<typeof filter>) =>
  z.union([one, z.array(one).max(50, { error: "tooMany:50" })]).transform((value) => {
    const given = [value].flat().filter((entry) => entry !== undefined);
    // "All" overrides other values, because without JavaScript a form also sends the earlier choice.
    return given.some((entry) => lower(entry) === lower(ALL_VALUES)) ? [] : given;
  });

function facetFilter(name: FacetName) {
  const { asked, multiple, field } = facets[name];
  if (field.type === "year") return year;
  const one = filter(field.max, asked && ((text) => asked(text) || undefined));
  return multiple ? several(one) : one;
}

type FacetShape = { [Name in FacetName]: z.ZodOptional<z.ZodType<FacetFilter[Name]>> };
/** Facet filters by name. */
const facetShape = Object.fromEntries(
  facetNames.map((name) => [name, facetFilter(name).optional()]),
) as unknown as FacetShape;

/** The query parameters of all lists, in the API and on pages. */
export const listQuerySchema = z.strictObject({
  page: whole(0, MAX_PAGE).optional(),
  size: whole(1, MAX_PAGE_SIZE).optional(),
  status: status.optional(),
  search: filter(500).optional(),
  /** Turns off corrections. */
  exact: z.enum(["", "0", "1"], { error: "choice:0, 1" }).optional(),
  ...facetShape,
});

/** The page of a list without filters. */
export const pageQuerySchema = listQuerySchema.pick({ page: true, size: true });

export type ListQuery = z.infer<typeof listQuerySchema>;

/** The parameters of an address. A repeated name becomes an array. */
export function queryRecord(params: URLSearchParams): Record<string, string | string[]> {
  const entries = [...new Set(params.keys())].map((name) => {
    const values = params.getAll(name);
    return [name, values.length === 1 ? (values[0] as string) : values] as const;
  });
  return Object.fromEntries(entries);
}
