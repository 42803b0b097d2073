import { type Kysely, sql } from "kysely";
import { compile } from "./expression.ts";
import { type Query, rowsOf, type Schema } from "../../platform/index.ts";
import { type FoundEntry, FOUND, type SearchEngine } from "./search-engine.repo.ts";

/** The number of index pages that one step merges; this takes about 50 ms. */
const STEP = 50;
/** A step that merged something changes at least this number of rows. A step without work changes one row. */
const DONE = 2;
/** The maximum number of rounds. Concurrent writes can end a round early. */
const ROUNDS = 3;
const FTS5 = { quote: (token: string) => `"${token}"`, and: " AND ", or: " OR " };

/** The index in SQLite (FTS5). It finds the newest matches first and stops when it has enough. */
export const sqliteEngine: SearchEngine = {
  name: "sqlite",

  async newest(db, expression, { which, fits, limit }): Promise<FoundEntry[]> {
    // The cross join makes SQLite read the index from its end. With the opposite join order, SQLite would
    // find all matches first.
    const { rows } =
      await sql<FoundEntry>`select ${FOUND}, ${fits} as fits from (select entry.* from "searchIndex"
        cross join "searchEntry" as entry on entry."docId" = "searchIndex".rowid
        where "searchIndex" match ${compile(expression, FTS5)} and ${which}
        order by "searchIndex".rowid desc limit ${limit}) as entry order by "docId" desc`.execute(db);
    return rows;
  },

  async having(db, tokens, which): Promise<Set<string>> {
    const { rows } = await sql<{ value: string }>`select value from ${rowsOf("sqlite", tokens)}
      where exists (select 1 from "searchIndex" cross join "searchEntry" as entry on entry."docId" = "searchIndex".rowid
        where "searchIndex" match '"' || value || '"' and ${which})`.execute(db);
    return new Set(rows.map(({ value }) => value));
  },

  // This driver can't stop a query in SQLite. The limits within the query keep the query short.
  guarded: (db, _limit, work) => work(db),
  async store(trx, items): Promise<void> {
    const rows = JSON.stringify(items);
    await sql`delete from "searchEntry" where "itemId" in (select value ->> 'id' from json_each(${rows}))`.execute(
      trx,
    );
    await sql`update resource set "searchText" = value ->> 'searchText', "searchTitle" = value ->> 'searchTitle'
      from json_each(${rows}) where resource.id = value ->> 'id'`.execute(trx);
    await sql`insert into "searchEntry" ("itemId") select value ->> 'id' from json_each(${rows})
      where value ->> 'id' not in (select "itemId" from "searchEntry") order by value ->> 'id'`.execute(trx);
  },

  async tidy(db, signal): Promise<void> {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let pages = -STEP; ; pages = STEP) {
        const isNothing = (await merge(db, pages)) < DONE;
        if (signal?.aborted || (isNothing && pages < 0)) return;
        if (isNothing) break;
      }
    }
  },
};

/**
 * Merges a part of the index in its own transaction, so writers wait for one step only.
 * @param pages the number of pages to merge; a negative number starts a merge of the whole index, a positive
 *   one continues it (https://sqlite.org/fts5.html#the_merge_command)
 * @returns the number of changed rows, less than `DONE` if there was nothing to merge
 */
function merge(db: Kysely<Schema>, pages: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const before = await changesOf(trx);
    await sql`insert into "searchIndex" ("searchIndex", rank) values ('merge', ${sql.lit(pages)})`.execute(
      trx,
    );
    return (await changesOf(trx)) - before;
  });
}

/** The number of rows that this connection has changed so far. */
async function changesOf(db: Query): Promise<number> {
  const { rows } = await sql<{ n: number }>`select total_changes() as n`.execute(db);
  return rows[0]?.n ?? 0;
}
