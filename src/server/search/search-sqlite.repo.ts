import { sql } from "kysely";
import { compile } from "./expression.ts";
import { type Found, FOUND, type SearchEngine } from "./search-engine.repo.ts";

const FTS5 = { quote: (token: string) => `"${token}"`, and: " AND ", or: " OR " };

/** The index in SQLite: FTS5, which finds the newest matches first and stops when it has enough. */
export const sqliteEngine: SearchEngine = {
  name: "sqlite",

  async newest(db, expression, { which, fits, limit }): Promise<Found[]> {
    // Along the index, from its end: joined the other way round it would all be found first.
    const { rows } = await sql<Found>`select ${FOUND}, ${fits} as fits from (select entry.* from "searchIndex"
        cross join "searchEntry" as entry on entry."docId" = "searchIndex".rowid
        where "searchIndex" match ${compile(expression, FTS5)} and ${which}
        order by "searchIndex".rowid desc limit ${limit}) as entry order by "docId" desc`.execute(db);
    return rows;
  },

  // Nothing stops a query here: its reading is bounded by what it may ask for.
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
};
