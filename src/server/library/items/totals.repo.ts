import { type Expression, sql, type SqlBool } from "kysely";
import {
  type CountedFacet,
  countedFacets,
  type FacetName,
  facetNames,
  facets,
  type OfferedFacet,
} from "../../../shared/facets/facets.ts";
import type { Status } from "../../../shared/items/status.ts";
import { isKeptTotal, type Query } from "../../platform/index.ts";
import type { ListFilter } from "./resource-filter.repo.ts";

/** The facet's bit in `resourceTotal.facets`. These bits show which facets a total has values for. */
const bitOf = (name: FacetName): number => facets[name].counted ?? 0;
/** The facets that have no totals. */
const UNCOUNTED = facetNames.filter((name) => bitOf(name) === 0);
/** The bits of the facets that are filtered by, and of the facets whose values are listed. */
const combination = (chosen: Chosen, ...open: FacetName[]): number =>
  [...countedFacets.filter((name) => chosen[name]), ...open].reduce((bits, name) => bits | bitOf(name), 0);
/**
 * `resourcePeriod` has totals of days and of longer periods; this is the length of a longer period in days.
 */
const MONTH = 30;
/** A day in ms. */
const DAY = 86_400_000;
/** A time after all items, in epoch milliseconds. */
const NEVER = Number.MAX_SAFE_INTEGER;
const FACET_LIMIT = 200;

/** The chosen values of each facet, in the form that totals use. */
type Chosen = Partial<Record<CountedFacet, string[]>>;

export interface Facet {
  value: string;
  count: number;
}

/** A facet's value with its count. */
export interface CountedFacetValue extends Facet {
  facet: OfferedFacet;
}

/** The facets with stored totals, and their counted values. */
export interface StoredFacets {
  names: OfferedFacet[];
  counted: CountedFacetValue[];
}

/** The counts of each facet's values. */
export type Facets = Partial<Record<OfferedFacet, Facet[]>>;

/**
 * Counts the items that match a filter from stored totals (`resourceTotal`). Triggers update the totals on
 * every write, for each combination of facets that `isKeptTotal` allows.
 * @returns undefined if there is no total for this filter, so the items must be counted
 */
export async function storedTotal(
  db: Query,
  filter: ListFilter,
  statuses: Status[],
): Promise<number | undefined> {
  const chosen = chosenOf(filter);
  if (!chosen || !isKeptTotal(combination(chosen))) return undefined;
  const { n } = await db
    .selectFrom("resourceTotal as total")
    .where(cell(filter.kind, statuses, chosen))
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("total.n"), eb.lit(0)).as("n"))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/**
 * Counts the matching items by the values of each facet that the filter doesn't use, from the same totals as
 * `storedTotal`.
 * @returns the facets that have totals, and their counted values
 */
export async function storedFacets(
  db: Query,
  offered: readonly OfferedFacet[],
  filter: ListFilter,
  statuses: Status[],
): Promise<StoredFacets> {
  const chosen = chosenOf(filter);
  const names = chosen
    ? offered.filter((name) => bitOf(name) > 0 && isKeptTotal(combination(chosen, name)))
    : [];
  if (!chosen || names.length === 0) return { names: [], counted: [] };
  // The totals by this facet alone list all its values. For each value, the query finds the total for the
  // filter with the complete key.
  const each = names.map((facet) => {
    const value = sql.ref<string>(`total.${facet}`);
    return sql`select ${sql.lit(facet)} as facet, ${value} as "key", max(one.spelling) as spelling, sum(total.n) as n
      from "resourceTotal" as one join "resourceTotal" as total
        on ${value} = ${sql.ref(`one.${facet}`)} and total.status = one.status
      where one.kind = ${filter.kind} and one.status in (${sql.join(statuses)}) and one.facets = ${sql.lit(bitOf(facet))}
        and one.n > 0 and total.n > 0 and ${cell(filter.kind, statuses, chosen, facet)}
      group by ${value}`;
  });
  const { rows } = await sql<{ facet: OfferedFacet; key: string; spelling: string; n: number }>`
    ${sql.join(each, sql` union all `)}`.execute(db);
  const counted = rows.map(({ facet, key, spelling, n }) => ({
    facet,
    value: spelling || key,
    count: Number(n),
  }));
  return { names, counted };
}

/** The most frequent values of each facet, the most frequent first. */
export function mostFrequent(names: readonly OfferedFacet[], counted: readonly CountedFacetValue[]): Facets {
  const byFacet = Map.groupBy(counted, ({ facet }) => facet);
  const sorted = names.map((facet) => {
    const values = (byFacet.get(facet) ?? []).map(({ value, count }) => ({ value, count }));
    values.sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1));
    return [facet, values.slice(0, FACET_LIMIT)] as const;
  });
  return Object.fromEntries(sorted);
}

/**
 * Finds where a page begins in a long unfiltered list, without skipping all earlier items one by one. The
 * totals of the longer periods find the period, and the totals of its days find the day.
 * @param offset the number of items before the page
 * @param first whether the newest or the oldest item is at the top of the list
 * @returns `edge`, the end of the day in which the page begins, or its start for the oldest first (epoch
 * milliseconds), and `offset`, the number of items of that day before the page
 */
export async function seekPage(
  db: Query,
  kinds: string[],
  statuses: Status[],
  { offset, first }: { offset: number; first: "newest" | "oldest" },
): Promise<{ edge: number; offset: number }> {
  const isNewest = first === "newest";
  /** The period in which the page begins, and the number of items before that period. */
  const beginning = (days: number, within: Expression<SqlBool>, rest: Expression<number>) => sql`
    select period, upto - n as above from (
      select period, sum(n) as n, sum(sum(n)) over (order by period ${sql.raw(isNewest ? "desc" : "asc")}) as upto
      from "resourcePeriod" where kind in (${sql.join(kinds)}) and status in (${sql.join(statuses)})
        and days = ${sql.lit(days)} and ${within} group by period having sum(n) > 0) as periods
    where upto > ${rest} order by upto limit 1`;
  const ofMonth = sql<SqlBool>`period between (select period from month) * ${sql.lit(MONTH)}
    and (select period from month) * ${sql.lit(MONTH)} + ${sql.lit(MONTH - 1)}`;
  const { rows } = await sql<{ period: number; above: number }>`
    with month as (${beginning(MONTH, sql`1 = 1`, sql`${offset}`)}),
      day as (${beginning(1, ofMonth, sql`${offset} - (select above from month)`)})
    select day.period, month.above + day.above as above from day cross join month`.execute(db);
  const [day] = rows;
  if (!day) return { edge: isNewest ? 0 : NEVER, offset: 0 };
  return { edge: (isNewest ? day.period + 1 : day.period) * DAY, offset: offset - Number(day.above) };
}

function chosenOf(filter: ListFilter): Chosen | undefined {
  if (UNCOUNTED.some((name) => filter[name] !== undefined)) return undefined;
  const chosen = countedFacets.map((name) => {
    const values = [filter[name] ?? []].flat().filter((value) => value !== "");
    return [name, [...new Set(values.map(facets[name].fold))]] as const;
  });
  return Object.fromEntries(chosen.filter(([, values]) => values.length > 0));
}

/**
 * The totals of one combination of facets, found with the complete key.
 * @param open a facet whose values are listed
 */
function cell(kind: string, statuses: Status[], chosen: Chosen, open?: OfferedFacet): Expression<SqlBool> {
  const columns = countedFacets
    .filter((name) => name !== open)
    .map((name) => sql<SqlBool>`${sql.ref(`total.${name}`)} in (${sql.join(chosen[name] ?? [""])})`);
  return sql<SqlBool>`(total.kind = ${kind} and total.status in (${sql.join(statuses)})
    and total.facets = ${sql.lit(combination(chosen, ...(open ? [open] : [])))} and ${sql.join(columns, sql` and `)})`;
}
