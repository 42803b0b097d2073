import type { Kysely } from "kysely";
import type { FacetColumn } from "./baseline/facets.ts";
import { replacePostgresTriggers } from "./baseline/search-postgres.ts";
import { replaceSqliteTriggers } from "./baseline/search-sqlite.ts";
import { createTotals, dropTotalTriggers, totalTriggers } from "./baseline/totals.ts";
import { engineOf, runAll } from "./run.ts";

/** The columns of `resourceTotal` that are not facets. */
const OTHERS = new Set(["kind", "status", "facets", "spelling", "n"]);

/**
 * Used in migrations: turns a column of items into a facet that lists offer with counts. The new column of
 * `resourceTotal`, and the facet's bit in `facets`, follow the earlier facets. Older items have no value.
 * @param name of the new column; its normal form is in the column `<name>Key`, if the table of items has this
 * column
 */
export async function addFacet(db: Kysely<unknown>, name: string): Promise<void> {
  const engine = engineOf(db);
  const items = await columnsOf(db, "resource");
  const totals = await columnsOf(db, "resourceTotal");
  const earlier = totals.filter((column) => !OTHERS.has(column));
  const facets = [...earlier, name].map((column): FacetColumn => ({
    column,
    key: items.includes(`${column}Key`) ? `${column}Key` : column,
  }));
  await runAll(db, [
    `alter table resource add column "${name}" text`,
    `alter table "searchEntry" add column "${name}" text`,
    `create index "resource_${name}" on resource (kind, status, "${facets.at(-1)?.key}", "createdAt", id)`,
    ...dropTotalTriggers(engine),
    ...widenTotals(totals, facets),
    ...totalTriggers(engine, facets),
    ...(engine === "postgres" ? replacePostgresTriggers(facets) : replaceSqliteTriggers(facets)),
  ]);
}

/** Creates the table again, because the new column is part of its primary key. */
function widenTotals(columns: readonly string[], facets: readonly FacetColumn[]): string[] {
  const kept = columns.map((column) => `"${column}"`).join(", ");
  return [
    `create table "resourceTotalBefore" as select * from "resourceTotal"`,
    `drop table "resourceTotal"`,
    createTotals(facets),
    `insert into "resourceTotal" (${kept}, "${facets.at(-1)?.column}") select ${kept}, '' from "resourceTotalBefore"`,
    `drop table "resourceTotalBefore"`,
  ];
}

/** The columns of a table, in order. */
async function columnsOf(db: Kysely<unknown>, table: string): Promise<string[]> {
  const tables = await db.introspection.getTables();
  return tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? [];
}
