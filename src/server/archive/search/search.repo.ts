import { type RawBuilder, type SqlBool, sql } from "kysely";
import { kinds } from "../../../shared/kinds/index.ts";
import { type Actor, policy } from "../../../shared/policy.ts";
import { type Database, listOf, type Query, type ResourceTable, rowsOf } from "../../platform/index.ts";
import {
  checkedOnly,
  isNarrowed,
  type SearchFilter,
  listed,
  withParent,
} from "../items/resource-filter.repo.ts";
import { type ResourceRow, visibleRows } from "../items/resource-rows.repo.ts";
import type { Expression } from "./expression.ts";
import { type FoundEntry, FOUND, type Indexed, type SearchEngine } from "./search-engine.repo.ts";
import { postgresEngine } from "./search-postgres.repo.ts";
import { createSearchWordsRepo } from "./search-words.repo.ts";
import { sqliteEngine } from "./search-sqlite.repo.ts";

/** The position of a rebuild: after the item of this id. It has a row while the index lacks items. */
const REBUILD = "searchRebuild";
/** Of the newest items of a code, how many are looked at for one that is listed. */
const LOOKED_AT = 20;
/** Kinds of which there are many below one item. */
const BELOW = kinds.filter(({ parent }) => parent).map(({ name }) => name);
/** Beyond every letter: ends a range of texts that begin alike. */
const END = "\uffff";

/** All SQL of the search but what differs between the engines. */
export function createSearchRepo(db: Database) {
  const engine: SearchEngine = db.engine === "postgres" ? postgresEngine : sqliteEngine;

  return {
    /**
     * Does the reading of one search.
     * @param work asks the reader alone: on PostgreSQL it has the only connection that this search may hold
     * @param patience how long it may take once a connection is free for it, in ms
     * @returns undefined where a query took so long
     */
    async read<T>(patience: number, work: (reader: SearchReader) => Promise<T>): Promise<T | undefined> {
      return engine.guarded(db.read, Math.max(1, Math.ceil(patience)), (query) =>
        work(searchReader(query, engine, performance.now() + patience)),
      );
    },

    /** The words that correct searches. */
    words: createSearchWordsRepo(db),

    /** Items in the archive, and how many of them a rebuild has still to do. */
    async progress(): Promise<{ total: number; left: number }> {
      const after = await rebuildMark(db.read);
      const count = async (from: string) => {
        const { n } = await db.read
          .selectFrom("resource")
          .where("id", ">", from)
          .select((eb) => eb.fn.countAll<number>().as("n"))
          .executeTakeFirstOrThrow();
        return n;
      };
      return { total: await count(""), left: after === undefined ? 0 : await count(after) };
    },

    /**
     * Orders that every item is entered anew; one that stands somewhere goes on there, unless it is to begin again. Then
     * every word is doubted, too.
     */
    async orderRebuild(again: boolean): Promise<void> {
      await db.transaction(async (trx) => {
        await trx
          .insertInto("setting")
          .values({ name: REBUILD, value: "" })
          .onConflict((conflict) =>
            again ? conflict.column("name").doUpdateSet({ value: "" }) : conflict.column("name").doNothing(),
          )
          .execute();
        if (!again) return;
        const words = trx
          .selectFrom("searchWord")
          .select("word")
          .distinct()
          .where(sql<SqlBool>`not "isForgotten"`);
        await trx.insertInto("searchDoubt").columns(["word"]).expression(words).execute();
      });
    },

    /**
     * Indexes the next items again, in one transaction, and stores its position.
     * @param describe gives the search facts of an item
     * @returns how many; 0 when all is done, or no rebuild is ordered
     */
    rebuildBatch(size: number, describe: (row: ResourceTable) => Indexed): Promise<number> {
      return db.transaction(async (trx) => {
        const after = await rebuildMark(trx);
        if (after === undefined) return 0;
        const next = trx.selectFrom("resource").selectAll().where("id", ">", after).orderBy("id").limit(size);
        const rows = await (db.engine === "postgres" ? next.forUpdate() : next).execute();
        if (rows.length > 0) await engine.store(trx, rows.map(describe));
        const last = rows.at(-1)?.id;
        const mark = last === undefined ? undefined : { value: last };
        if (mark) await trx.updateTable("setting").set(mark).where("name", "=", REBUILD).execute();
        else await trx.deleteFrom("setting").where("name", "=", REBUILD).execute();
        return rows.length;
      });
    },

    /** To be called where a rebuild is done. */
    tidy: (signal?: AbortSignal): Promise<void> => engine.tidy(db.write, signal),
  };
}

export type SearchRepo = ReturnType<typeof createSearchRepo>;
export type SearchReader = ReturnType<typeof searchReader>;

async function rebuildMark(db: Query): Promise<string | undefined> {
  const row = await db.selectFrom("setting").select("value").where("name", "=", REBUILD).executeTakeFirst();
  return row?.value;
}

/** @param end by the monotonic clock, in ms */
function searchReader(db: Query, engine: SearchEngine, end: number) {
  /** A condition on `entry`: as triggers keep it with every write, what `visible` says of its item. */
  const seen = (actor: Actor): RawBuilder<SqlBool> =>
    policy.seeUnapproved(actor) ? sql<SqlBool>`1 = 1` : sql<SqlBool>`entry.seen`;

  /** A condition on `entry`: what its item is, beyond its kind, is checked on the item itself. */
  function matches(filter: SearchFilter, actor: Actor): RawBuilder<SqlBool> {
    const whole = [sql<SqlBool>`1 = 1`];
    if (filter.kind) whole.push(sql`entry.kind = ${filter.kind}`);
    if (filter.status || isNarrowed(filter))
      whole.push(
        checkedOnly(sql`exists (select 1 from resource left join resource as parent on parent.id = resource."parentId"
          where resource.id = entry."itemId" and ${listed(filter, actor, withParent)})`),
      );
    return sql<SqlBool>`(${sql.join(whole, sql` and `)})`;
  }

  return {
    /** Whether it is time to answer with what is there. */
    isLate: (): boolean => performance.now() >= end,

    /** The matches of an expression that this reader sees, newest first; each says whether it passes the filter. */
    newest: (
      expression: Expression,
      limit: number,
      filter: SearchFilter,
      actor: Actor,
    ): Promise<FoundEntry[]> =>
      engine.newest(db, expression, { which: seen(actor), fits: matches(filter, actor), limit }),

    /** Which of these codes (lower-case, in one piece) this reader sees items of. */
    async codes(codes: readonly string[], actor: Actor): Promise<Set<string>> {
      if (codes.length === 0) return new Set();
      const { rows } = await sql<{ value: string }>`select value from ${rowsOf(engine.name, codes)}
        where exists (select 1 from "searchEntry" as entry
          where entry.code = upper(value) and ${checkedOnly(seen(actor))})`.execute(db);
      return new Set(rows.map(({ value }) => value));
    },

    /** Whether every item is in the index. */
    isComplete: async (): Promise<boolean> => (await rebuildMark(db)) === undefined,

    /** The meanings of short forms. */
    async phrases(aliases: readonly string[]): Promise<{ alias: string; phrase: string }[]> {
      return db
        .selectFrom("searchAlias")
        .selectAll()
        .where(sql<SqlBool>`alias in ${listOf(engine.name, aliases)}`)
        .execute();
    },

    /**
     * Codes that begin so and have an item that this reader sees, in order. Each look-up starts from the last code, so
     * that it reads no items.
     * @param letters of a code, in one piece
     */
    async codesBeginning(letters: string, limit: number, actor: Actor): Promise<string[]> {
      const first = letters.toUpperCase();
      const isSeen = checkedOnly(seen(actor));
      const { rows } = await sql<{ code: string }>`with recursive begun (code, place) as (
          select min(code), 1 from "searchEntry" as entry
            where code >= ${first} and code < ${first + END} and ${isSeen}
          union all
          select (select min(entry.code) from "searchEntry" as entry
            where entry.code > begun.code and entry.code < ${first + END} and ${isSeen}), place + 1
          from begun where code is not null and place < ${sql.lit(limit)})
        select code from begun where code is not null order by place`.execute(db);
      return rows.map(({ code }) => code.toLowerCase());
    },

    /** The newest item of each of these codes, answers apart, where one of its newest is listed to this reader. */
    async newestOfCodes(codes: readonly string[], filter: SearchFilter, actor: Actor): Promise<FoundEntry[]> {
      if (codes.length === 0) return [];
      const { rows } = await sql<FoundEntry>`select ${FOUND}, 1 as fits from ${rowsOf(engine.name, codes)}
        join "searchEntry" as entry on entry."docId" = (select max(entry."docId")
          from (select "docId", "itemId", kind from "searchEntry" as entry
            where code = upper(value) and ${checkedOnly(seen(actor))}
            order by "docId" desc limit ${sql.lit(LOOKED_AT)}) as entry
          where entry.kind not in (${sql.join(BELOW)}) and ${matches(filter, actor)})`.execute(db);
      const place = new Map(codes.map((code, at) => [code.toUpperCase(), at]));
      return rows.sort((one, other) => (place.get(one.code ?? "") ?? 0) - (place.get(other.code ?? "") ?? 0));
    },

    /** Filters the first entries, in the order of titles, that this reader sees and whose title begins so. */
    async titlesBeginning(
      letters: string,
      limit: number,
      filter: SearchFilter,
      actor: Actor,
    ): Promise<FoundEntry[]> {
      const { rows } =
        await sql<FoundEntry>`select ${FOUND}, 1 as fits from (select * from "searchEntry" as entry
          where title >= ${letters} and title < ${letters + END} and ${checkedOnly(seen(actor))}
          order by title, "docId" limit ${limit}) as entry
        where ${matches(filter, actor)}`.execute(db);
      return rows;
    },

    /** Items by id, as far as this reader sees them. */
    rows: (ids: readonly string[], actor: Actor): Promise<ResourceRow[]> =>
      visibleRows(db, engine.name, ids, actor),
  };
}
