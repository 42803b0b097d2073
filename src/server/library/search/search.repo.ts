import { type RawBuilder, type SqlBool, sql } from "kysely";
import { kinds } from "../../../shared/kinds/index.ts";
import { type Actor, policy } from "../../../shared/people/policy.ts";
import {
  addSetting,
  type Database,
  deleteSettings,
  listOf,
  type Query,
  readSetting,
  replaceSetting,
  type ResourceTable,
  rowsOf,
  writeSetting,
} from "../../platform/index.ts";
import { placedItems } from "../items/place-items.repo.ts";
import { withPlaceNames } from "../universities/department-names.repo.ts";
import {
  checkedOnly,
  isNarrowed,
  moderated,
  type SearchFilter,
  listed,
  withParent,
} from "../items/resource-filter.repo.ts";
import { type ResourceRow, visibleRows } from "../items/resource-rows.repo.ts";
import { factToken, initialsToken, pageToken } from "../../../shared/search/tokens.ts";
import type { Expression } from "./expression.ts";
import { type FoundEntry, FOUND, type Indexed, type SearchEngine } from "./search-engine.repo.ts";
import { postgresEngine } from "./search-postgres.repo.ts";
import { createSearchWordsRepo } from "./search-words.repo.ts";
import { sqliteEngine } from "./search-sqlite.repo.ts";

/**
 * The setting with a rebuild's position, the id of the last indexed item. It exists only while the index is
 * incomplete.
 */
const REBUILD = "searchRebuild";
/** How many of a code's newest items the search checks; at least one must match the filter. */
const LOOKED_AT = 20;
/** Kinds with many items below one parent, such as answers. */
const BELOW = kinds.filter(({ parent }) => parent).map(({ name }) => name);
/** This character sorts after every letter, so it ends the range of texts with the same prefix. */
const END = "\uffff";

/** All SQL for search, except the parts that differ between the engines. */
export function createSearchRepo(db: Database) {
  const engine: SearchEngine = db.engine === "postgres" ? postgresEngine : sqliteEngine;

  return {
    /**
     * Runs the reads of one search.
     * @param patience the time limit once a connection is free, in ms
     * @param work must read only through the reader; on PostgreSQL the reader has the only connection that
     *   this search may use
     * @returns undefined if a query took longer
     */
    async read<T>(patience: number, work: (reader: SearchReader) => Promise<T>): Promise<T | undefined> {
      return engine.guarded(db.read, Math.max(1, Math.ceil(patience)), (query) =>
        work(searchReader(query, engine, performance.now() + patience)),
      );
    },

    /** The words that correct searches. */
    words: createSearchWordsRepo(db),

    /** The number of items in the archive, and the number that a rebuild still has to index. */
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
     * Requests a rebuild of the index. An unfinished rebuild continues unless `again` is true. With `again`,
     * every word also becomes a doubt.
     */
    async orderRebuild(again: boolean): Promise<void> {
      await db.transaction(async (trx) => {
        if (!again) return void (await addSetting(trx, REBUILD, ""));
        await writeSetting(trx, REBUILD, "");
        const words = trx
          .selectFrom("searchWord")
          .select("word")
          .distinct()
          .where(sql<SqlBool>`not "isForgotten"`);
        await trx.insertInto("searchDoubt").columns(["word"]).expression(words).execute();
      });
    },

    /** The same filter, with the names of the university and of the departments that its items have. */
    named: <Filter extends object>(filter: Filter): Promise<Filter> => withPlaceNames(db, filter),

    /**
     * Indexes the next items again in one transaction, and stores the position.
     * @param describe computes the search columns of an item
     * @returns the number of indexed items; 0 if all are done or no rebuild is requested
     */
    rebuildBatch(size: number, describe: (row: ResourceTable) => Indexed): Promise<number> {
      const describedRows = async (trx: Query, rows: ResourceTable[]): Promise<Indexed[]> => {
        const described = rows.map((row) => ({ ...row, ...describe(row) }));
        const placed = await placedItems(trx, db.engine, described);
        return placed.map(({ id, searchText, searchTitle }) => ({ id, searchText, searchTitle }));
      };
      return db.transaction(async (trx) => {
        const after = await rebuildMark(trx);
        if (after === undefined) return 0;
        const next = trx.selectFrom("resource").selectAll().where("id", ">", after).orderBy("id").limit(size);
        const rows = await (db.engine === "postgres" ? next.forUpdate() : next).execute();
        if (rows.length > 0) await engine.store(trx, await describedRows(trx, rows));
        const last = rows.at(-1)?.id;
        if (last === undefined) await deleteSettings(trx, REBUILD);
        else await replaceSetting(trx, REBUILD, last);
        return rows.length;
      });
    },

    tidy: (signal?: AbortSignal): Promise<void> => engine.tidy(db.write, signal),
  };
}

export type SearchRepo = ReturnType<typeof createSearchRepo>;
export type SearchReader = ReturnType<typeof searchReader>;

const rebuildMark = (db: Query): Promise<string | undefined> => readSetting(db, REBUILD);

/** @param end the deadline on the monotonic clock, in ms */
function searchReader(db: Query, engine: SearchEngine, end: number) {
  /**
   * A condition on `entry`: whether this reader sees its item. Triggers update `entry.seen` on every write,
   * with the same rule as `visible`. Where a query reads a few entries in the order of an index, the planner may know
   * that nearly all entries meet it; `checkedOnly` would make PostgreSQL read and sort all of them.
   */
  const seen = (actor: Actor): RawBuilder<SqlBool> =>
    policy.seeUnapproved(actor)
      ? sql<SqlBool>`1 = 1`
      : policy.setStatus(actor)
        ? sql<SqlBool>`(entry.seen or exists (select 1 from resource
          where resource.id = entry."itemId" and ${moderated(actor)}))`
        : sql<SqlBool>`entry.seen`;

  /**
   * A condition on `entry`: whether it matches the filter. The kind is checked on the entry, and all other
   * filters on the item.
   */
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
    /** Whether the time limit has passed, so the search must return the matches so far. */
    isLate: (): boolean => performance.now() >= end,

    /**
     * The matches of an expression that this reader sees, newest first. Each match says whether it passes the
     * filter.
     */
    newest: (
      expression: Expression,
      limit: number,
      filter: SearchFilter,
      actor: Actor,
    ): Promise<FoundEntry[]> =>
      engine.newest(db, expression, { which: seen(actor), fits: matches(filter, actor), limit }),

    /**
     * Returns the codes of items that this reader sees.
     * @param codes lower-case codes without spaces
     */
    async codes(codes: readonly string[], actor: Actor): Promise<Set<string>> {
      if (codes.length === 0) return new Set();
      const { rows } = await sql<{ value: string }>`select value from ${rowsOf(engine.name, codes)}
        where exists (select 1 from "searchEntry" as entry
          where entry.code = upper(value) and ${checkedOnly(seen(actor))})`.execute(db);
      return new Set(rows.map(({ value }) => value));
    },

    /** Returns the words that items that this reader sees have as the initials of a title, and on pages. */
    async having(
      { initials, pages }: { initials: readonly string[]; pages: readonly string[] },
      actor: Actor,
    ): Promise<{ initials: Set<string>; pages: Set<string> }> {
      const tokens = [...initials.map(initialsToken), ...pages.map(pageToken)];
      const found =
        tokens.length === 0 ? new Set<string>() : await engine.having(db, tokens, checkedOnly(seen(actor)));
      return {
        initials: new Set(initials.filter((word) => found.has(initialsToken(word)))),
        pages: new Set(pages.filter((word) => found.has(pageToken(word)))),
      };
    },

    /** Returns the departments that items that this reader sees have. @param values normal forms */
    async departments(values: readonly string[], actor: Actor): Promise<Set<string>> {
      const tokens = new Map(values.map((value) => [factToken("department", value), value]));
      const found = await engine.having(db, [...tokens.keys()], checkedOnly(seen(actor)));
      return new Set([...found].map((token) => tokens.get(token) as string));
    },

    /** Whether all items are in the index. */
    isComplete: async (): Promise<boolean> => (await rebuildMark(db)) === undefined,

    /** The meanings of short names. */
    async phrases(aliases: readonly string[]): Promise<{ alias: string; phrase: string }[]> {
      return db
        .selectFrom("searchAlias")
        .selectAll()
        .where(sql<SqlBool>`alias in ${listOf(engine.name, aliases)}`)
        .execute();
    },

    /**
     * Codes that begin with these letters and have an item that this reader sees, in order. Each step starts
     * after the last code, so the query doesn't read all items.
     * @param letters the beginning of a code, without spaces
     */
    async codesBeginning(letters: string, limit: number, actor: Actor): Promise<string[]> {
      const first = letters.toUpperCase();
      const isSeen = seen(actor);
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

    /**
     * The newest item of each code, without answers. It is one of the code's newest `LOOKED_AT` items that
     * this reader sees, and matches the filter.
     */
    async newestOfCodes(codes: readonly string[], filter: SearchFilter, actor: Actor): Promise<FoundEntry[]> {
      if (codes.length === 0) return [];
      const { rows } = await sql<FoundEntry>`select ${FOUND}, 1 as fits from ${rowsOf(engine.name, codes)}
        join "searchEntry" as entry on entry."docId" = (select max(entry."docId")
          from (select "docId", "itemId", kind from "searchEntry" as entry
            where code = upper(value) and ${seen(actor)}
            order by "docId" desc limit ${sql.lit(LOOKED_AT)}) as entry
          where entry.kind not in (${sql.join(BELOW)}) and ${matches(filter, actor)})`.execute(db);
      const place = new Map(codes.map((code, at) => [code.toUpperCase(), at]));
      return rows.sort((one, other) => (place.get(one.code ?? "") ?? 0) - (place.get(other.code ?? "") ?? 0));
    },

    /**
     * The first entries in title order that this reader sees and whose title begins with these letters. The
     * filter is applied to them afterwards.
     */
    async titlesBeginning(
      letters: string,
      limit: number,
      filter: SearchFilter,
      actor: Actor,
    ): Promise<FoundEntry[]> {
      const { rows } =
        await sql<FoundEntry>`select ${FOUND}, 1 as fits from (select * from "searchEntry" as entry
          where title >= ${letters} and title < ${letters + END} and ${seen(actor)}
          order by title, "docId" limit ${limit}) as entry
        where ${matches(filter, actor)}`.execute(db);
      return rows;
    },

    /** The items with these ids that this reader sees. */
    rows: (ids: readonly string[], actor: Actor): Promise<ResourceRow[]> =>
      visibleRows(db, engine.name, ids, actor),
  };
}
