import { type RawBuilder, sql, type SqlBool } from "kysely";
import { keyColumn, shownColumn } from "../../../shared/facets/facet-columns.ts";
import { facets, type OfferedFacet } from "../../../shared/facets/facets.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import type { Query } from "../../platform/index.ts";
import { type ListFilter, listed, listedUndecided, wholeStatuses } from "./resource-filter.repo.ts";
import {
  type CountedFacetValue,
  type Facets,
  mostFrequent,
  type StoredFacets,
  storedFacets,
  storedTotal,
} from "./totals.repo.ts";

type Condition = RawBuilder<SqlBool>;

/**
 * Counts the items of a list. Stored totals don't know the areas of moderators, so the few items of an area that
 * are not Approved are counted separately.
 */
export async function countListed(db: Query, filter: ListFilter, actor: Actor): Promise<number> {
  const whole = wholeStatuses(filter, actor);
  const stored = whole.length > 0 ? await storedTotal(db, filter, whole) : undefined;
  if (stored === undefined) return countItems(db, listed(filter, actor));
  const undecided = listedUndecided(filter, actor);
  return undecided ? stored + (await countItems(db, undecided)) : stored;
}

/**
 * Counts the items of a list by the values of each facet that the filter doesn't use, the most frequent value
 * first.
 */
export async function countFacets(
  db: Query,
  names: readonly OfferedFacet[],
  filter: ListFilter,
  actor: Actor,
): Promise<Facets> {
  const whole = wholeStatuses(filter, actor);
  const none: StoredFacets = { names: [], counted: [] };
  const stored = whole.length > 0 ? await storedFacets(db, names, filter, whole) : none;
  const undecided = listedUndecided(filter, actor);
  const more = undecided ? await countValues(db, stored.names, undecided) : [];
  const others = names.filter((name) => !stored.names.includes(name));
  return {
    ...mostFrequent(stored.names, more.length > 0 ? summed([...stored.counted, ...more]) : stored.counted),
    ...mostFrequent(others, await countValues(db, others, listed(filter, actor))),
  };
}

async function countItems(db: Query, condition: Condition): Promise<number> {
  const { count } = await db
    .selectFrom("resource")
    .where(condition)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts the items by the values of each facet. */
async function countValues(
  db: Query,
  names: readonly OfferedFacet[],
  condition: Condition,
): Promise<CountedFacetValue[]> {
  if (names.length === 0) return [];
  const each = names.map((name) => ({ name, key: keyColumn(name), shown: shownColumn(name) }));
  const columns = [...new Set(each.flatMap(({ key, shown }) => [key, shown]))];
  // The query finds the matching rows once, and then counts them by facet. Otherwise SQLite scans the
  // whole index of each facet.
  const counted = each.map(
    ({ name, key, shown }) =>
      sql`select ${sql.lit(name)} as facet, cast(min(${sql.ref(shown)}) as text) as value, count(*) as count
      from found where ${sql.ref(key)} is not null group by ${sql.ref(key)}`,
  );
  const { rows } = await sql<CountedFacetValue>`
    with found as materialized (
      select ${sql.join(columns.map((name) => sql.ref(name)))} from resource where ${condition})
    ${sql.join(counted, sql` union all `)}`.execute(db);
  return rows;
}

/** Adds the counts of values with the same normal form. Each value keeps its first spelling. */
function summed(values: readonly CountedFacetValue[]): CountedFacetValue[] {
  const sums = new Map<string, CountedFacetValue>();
  for (const { facet, value, count } of values) {
    const key = `${facet} ${facets[facet].fold(value)}`;
    const known = sums.get(key);
    sums.set(key, known ? { ...known, count: known.count + count } : { facet, value, count });
  }
  return [...sums.values()];
}
