import { type Kysely, sql } from "kysely";
import { type CountedColumn, createTotals, createTriggers, dropTriggers } from "./202611210610-totals.ts";
import type { EntryFacet } from "./202611210601-search-postgres.ts";
import { fillEntriesWith } from "./202611220900-approved-words.ts";

/** The columns of `resourceTotal` that are not facets. */
const OTHERS = new Set(["kind", "status", "facets", "spelling", "n"]);
/** Lists and search show the normal form of this facet. */
const SHOWN_BY_KEY = "semester";

/**
 * Used in migrations: turns a column of items into a facet that lists offer with counts. The new column of
 * `resourceTotal`, and the facet's bit in `facets`, follow the earlier facets. Older items have no value.
 * @param name of the new column; its normal form is in the column `<name>Key`, if the table of items has this
 * column
 */
export async function addFacet(db: Kysely<unknown>, name: string): Promise<void> {
  await db.schema.alterTable("resource").addColumn(name, "text").execute();
  await db.schema.alterTable("searchEntry").addColumn(name, "text").execute();
  const items = await columnsOf(db, "resource");
  const totals = await columnsOf(db, "resourceTotal");
  const earlier = totals.filter((column) => !OTHERS.has(column));
  const facets = [...earlier, name].map((column) => ({
    column,
    key: items.includes(`${column}Key`) ? `${column}Key` : column,
  }));

  const key = facets.at(-1)?.key as string;
  await db.schema
    .createIndex(`resource_${name}`)
    .on("resource")
    .columns(["kind", "status", key, "createdAt", "id"])
    .execute();
  const counted = facets.map(({ column, key: normal }): CountedColumn => {
    const value = `cast("${normal}" as text)`;
    const isSpelled = normal !== column && column !== SHOWN_BY_KEY;
    return isSpelled
      ? { column, from: [column, normal], value, spelling: `"${column}"` }
      : { column, from: [normal], value };
  });
  await dropTriggers(db);
  await widenTotals(db, totals, counted);
  await createTriggers(db, counted);
  await fillEntriesWith(
    db,
    facets.map(({ column, key: normal }): EntryFacet => ({
      column: `"${column}"`,
      value: `"${column === SHOWN_BY_KEY ? normal : column}"`,
    })),
  );
}

/** Creates the table again, because the new column is part of its primary key. */
async function widenTotals(
  db: Kysely<unknown>,
  columns: readonly string[],
  facets: readonly CountedColumn[],
): Promise<void> {
  const kept = sql.join(columns.map((column) => sql.ref(column)));
  const added = sql.ref((facets.at(-1) as CountedColumn).column);
  await sql`create table "resourceTotalBefore" as select * from "resourceTotal"`.execute(db);
  await db.schema.dropTable("resourceTotal").execute();
  await createTotals(db, facets);
  await sql`insert into "resourceTotal" (${kept}, ${added}) select ${kept}, '' from "resourceTotalBefore"`.execute(
    db,
  );
  await db.schema.dropTable("resourceTotalBefore").execute();
}

/** The columns of a table, in order. */
async function columnsOf(db: Kysely<unknown>, table: string): Promise<string[]> {
  const tables = await db.introspection.getTables();
  return tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? [];
}
