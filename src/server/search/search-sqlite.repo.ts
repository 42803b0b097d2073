import { sql } from "kysely";
import { SEEN } from "../../shared/search/tokens.ts";
import type { Query } from "../db/schema.ts";
import { checkedOnly, visible } from "../resources/resource-filter.repo.ts";
import { compile, type Expression, type Group } from "./expression.ts";
import type { SearchEngine } from "./search-engine.repo.ts";

const FTS5 = { quote: (token: string) => `"${token}"`, and: " AND ", or: " OR " };

/** The index in SQLite: FTS5, which finds the newest matches first and stops when it has enough. */
export const sqliteEngine: SearchEngine = {
  async newest(db: Query, expression: Expression, limit: number): Promise<number[]> {
    const narrowing = expression.filter((group) => !isSeen(group));
    if (narrowing.length === 0 || narrowing.length === expression.length)
      return matching(db, expression, limit);
    // Nearly every item is seen, and to go along a list as long as the archive costs more than all the rest. Where few
    // are found, it is cheaper to look each up.
    const found = await matching(db, narrowing, limit);
    return found.length < limit ? seenOf(db, found) : matching(db, expression, limit);
  },

  // Nothing stops a query here: its reading is bounded by what it may ask for.
  guarded: (db, _limit, work) => work(db),
  listOf: (values) => sql`(select value from json_each(${JSON.stringify(values)}))`,
  rowsOf: (values) => sql`json_each(${JSON.stringify(values)})`,

  async store(trx, items): Promise<void> {
    const rows = JSON.stringify(items);
    await sql`delete from "searchEntry" where "itemId" in (select value ->> 'id' from json_each(${rows}))`.execute(
      trx,
    );
    await sql`update resource set "searchText" = value ->> 'searchText', "searchTitle" = value ->> 'searchTitle'
      from json_each(${rows}) where resource.id = value ->> 'id'`.execute(trx);
    await sql`insert into "searchEntry" ("itemId", title, code)
      select item.id, coalesce(parent."searchTitle", item."searchTitle"), coalesce(parent."codeNorm", item."codeNorm")
      from json_each(${rows}) join resource as item on item.id = value ->> 'id'
        left join resource as parent on parent.id = item."parentId"
      where not exists (select 1 from "searchEntry" where "itemId" = item.id) order by item.id`.execute(trx);
  },
};

const isSeen = ([term, ...others]: Group): boolean => others.length === 0 && term?.join() === SEEN;

async function matching(db: Query, expression: Expression, limit: number): Promise<number[]> {
  const { rows } = await sql<{ rowid: number }>`select rowid from "searchIndex"
    where "searchIndex" match ${compile(expression, FTS5)} order by rowid desc limit ${limit}`.execute(db);
  return rows.map(({ rowid }) => rowid);
}

/** Those of these entries that everybody sees, as the token `SEEN` tells. */
async function seenOf(db: Query, docIds: readonly number[]): Promise<number[]> {
  if (docIds.length === 0) return [];
  const { rows } = await sql<{ docId: number }>`select "docId" from json_each(${JSON.stringify(docIds)})
    join "searchEntry" on "docId" = value join resource on resource.id = "itemId"
    where ${checkedOnly(visible(undefined))} order by "docId" desc`.execute(db);
  return rows.map(({ docId }) => docId);
}
