import { type RawBuilder, sql } from "kysely";
import { type Database, listOf, type Query, rowsOf } from "../../platform/index.ts";

/** A change in the vocabulary: a word is added or removed. */
export interface WordChange {
  seq: number;
  word: string;
  isForgotten: boolean | number;
}

/**
 * The key of an advisory lock. Transactions that add words hold it in shared mode
 * (migrations/baseline/search-postgres.ts).
 */
const WORDS_LOCK = 202_611_220;
/**
 * The number of latest changes for which records of removed words are kept. A process without recent searches
 * needs these records to catch up.
 */
const REMEMBERED = 10_000;

/** SQL for the vocabulary: the words of approved items, which correct the words of searches. */
export function createSearchWordsRepo(db: Database) {
  return {
    /**
     * The changes after the change with this number, in order.
     * @param seq 0 for all changes
     */
    changesAfter: (seq: number, limit: number): Promise<WordChange[]> =>
      db.read
        .selectFrom("searchWord")
        .selectAll()
        .where("seq", ">", seq)
        .orderBy("seq")
        .limit(limit)
        .execute(),

    /**
     * The number of words in the vocabulary, and the number of the last change (0 before the first change).
     */
    async state(): Promise<{ count: number; last: number }> {
      const { rows } = await sql<{ count: number; last: number }>`select
        (select count(distinct word) from "searchWord" where not "isForgotten") as count,
        (select coalesce(max(seq), 0) from "searchWord") as last`.execute(db.read);
      return rows[0] as { count: number; last: number };
    },

    /** The oldest doubts: words that an edit removed from an item, and that perhaps no other item has. */
    doubts: (limit: number): Promise<{ seq: number; word: string }[]> =>
      db.read.selectFrom("searchDoubt").selectAll().orderBy("seq").limit(limit).execute(),

    /** Returns the words that no approved item has. */
    withoutItems: (words: readonly string[]): Promise<string[]> => withoutItems(db.read, db.engine, words),

    /**
     * Prunes the words that no approved item has, and deletes the doubts.
     * @param words candidates, which this call checks again
     * @param doubts the numbers of the doubts to delete
     * @returns false, without changes, if an open transaction is adding words
     */
    prune: (words: readonly string[], doubts: readonly number[]): Promise<boolean> =>
      db.transaction(async (trx) => {
        // An open transaction that adds a known word relies on the word's row, so the row must exist until
        // the transaction ends.
        if (words.length > 0 && db.engine === "postgres" && !(await isAlone(trx))) return false;
        const gone = await withoutItems(trx, db.engine, words);
        if (gone.length > 0) {
          await sql`delete from "searchWord" where word in ${listOf(db.engine, gone)}`.execute(trx);
          await trx
            .insertInto("searchWord")
            .values(gone.map((word) => ({ word, isForgotten: sql<boolean>`true` })))
            .execute();
          await sql`delete from "searchWord" where "isForgotten"
            and seq <= (select max(seq) from "searchWord") - ${sql.lit(REMEMBERED)}`.execute(trx);
        }
        await trx
          .deleteFrom("searchDoubt")
          .where("seq", "in", [...doubts])
          .execute();
        return true;
      }),
  };
}

export type SearchWordsRepo = ReturnType<typeof createSearchWordsRepo>;

/** Takes the lock if no transaction is adding words. The lock lasts until the transaction ends. */
async function isAlone(trx: Query): Promise<boolean> {
  const { rows } = await sql<{
    ok: boolean;
  }>`select pg_try_advisory_xact_lock(${sql.lit(WORDS_LOCK)}) as ok`.execute(trx);
  return rows[0]?.ok ?? false;
}

async function withoutItems(
  db: Query,
  engine: Database["engine"],
  words: readonly string[],
): Promise<string[]> {
  if (words.length === 0) return [];
  const { rows } = await sql<{ word: string }>`select value as word from ${rowsOf(engine, words)}
    where not exists (${entriesWith[engine]})`.execute(db);
  return rows.map(({ word }) => word);
}

/** The public entries with the word `value`. The word contains only letters, marks and digits. */
const entriesWith: Record<Database["engine"], RawBuilder<unknown>> = {
  sqlite: sql`select 1 from "searchIndex" cross join "searchEntry" as entry on entry."docId" = "searchIndex".rowid
    where "searchIndex" match '"' || value || '"' and entry.seen`,
  postgres: sql`select 1 from "searchEntry" as entry
    where entry.words @@ ('''' || value || '''')::tsquery and entry.seen`,
};
