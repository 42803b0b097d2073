import type { Allowed } from "../../../shared/authorize.ts";
import { type Database, dayOf, lanes, type PageTextTable, type Query } from "../../platform/index.ts";
import { recognitionKinds } from "./recognition-jobs.ts";
import { withWordsOf } from "./page-text.ts";

const PAUSED = "recognitionPaused";
const CHUNK = 100;
const RECOGNISED = [lanes.heads, lanes.pages];

export interface Progress {
  /** The number of waiting pages; a paper with an unknown number of pages counts as one. */
  queued: number;
  /** Pages that wait for the next day, because their contributor reached the daily limit. */
  postponed: number;
  running: number;
  done: number;
  /** Pages whose last attempt failed. */
  failed: number;
}

/** Whether a paper still has unread pages, and whether these pages wait until tomorrow. */
export type Awaited = "no" | "today" | "tomorrow";

/**
 * All SQL for the text of pages.
 * @param pagesPerDay how many pages of one account the server recognises in a day (UTC)
 */
export function createRecognitionRepo(db: Database, pagesPerDay: number) {
  /** Accounts that reached the daily limit. */
  const spent = (now: number) =>
    db.read
      .selectFrom("jobUse")
      .select("owner")
      .where("day", "=", dayOf(now))
      .where("pages", ">=", pagesPerDay)
      .where("owner", "!=", "");

  return {
    /** Whether the archive has this paper, how many pages it has, and which of them have text. */
    async readPages(sha256: string): Promise<{ isKnown: boolean; count: number; pages: number[] }> {
      const paper = await db.read
        .selectFrom("paper")
        .select("pages")
        .where("sha256", "=", sha256)
        .executeTakeFirst();
      const rows = await db.read.selectFrom("pageText").select("page").where("sha256", "=", sha256).execute();
      return { isKnown: paper !== undefined, count: paper?.pages ?? 1, pages: rows.map(({ page }) => page) };
    },

    /**
     * Stores the text of a paper's pages, and their words for search. Stores nothing if the paper was
     * deleted.
     * @param also runs in the same transaction
     */
    async keep(sha256: string, rows: PageTextTable[], also?: (trx: Query) => Promise<void>): Promise<void> {
      await db.transaction(async (trx) => {
        const row = trx.selectFrom("paper").select("pageWords").where("sha256", "=", sha256);
        // Another process may store a page of the same paper at the same time.
        const paper = await (db.engine === "postgres" ? row.forUpdate() : row).executeTakeFirst();
        if (!paper) return;
        for (let start = 0; start < rows.length; start += CHUNK) {
          await trx
            .insertInto("pageText")
            .values(rows.slice(start, start + CHUNK))
            .onConflict((conflict) => conflict.columns(["sha256", "page"]).doNothing())
            .execute();
        }
        const pageWords = withWordsOf(
          paper.pageWords,
          rows.map(({ text }) => text),
        );
        await trx.updateTable("paper").set({ pageWords }).where("sha256", "=", sha256).execute();
        await also?.(trx);
      });
    },

    /**
     * The text of some pages, in order.
     * @param last number of the last page
     * @param first number of the first page, from 1
     */
    async texts(sha256: string, last: number, first = 1): Promise<PageTextTable[]> {
      return db.read
        .selectFrom("pageText")
        .selectAll()
        .where("sha256", "=", sha256)
        .where("page", ">=", first)
        .where("page", "<=", last)
        .orderBy("page")
        .execute();
    },

    /** @param now epoch milliseconds */
    async progress(_by: Allowed<"manageRecognition">, now: number): Promise<Progress> {
      const jobs = await db.read
        .selectFrom("job")
        .where("kind", "in", recognitionKinds)
        .groupBy("state")
        .select((eb) => ["state", eb.fn.countAll<number>().as("count")])
        .execute();
      const of = (state: string) => Number(jobs.find((row) => row.state === state)?.count ?? 0);
      const { count } = await db.read
        .selectFrom("pageText")
        .where("source", "=", "recognised")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      const tomorrow = await db.read
        .selectFrom("job")
        .where("lane", "in", RECOGNISED)
        .where("state", "=", "queued")
        .where("owner", "in", spent(now))
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      const postponed = Number(tomorrow.count);
      const queued = of("queued") - postponed;
      return { queued, postponed, running: of("running"), done: Number(count), failed: of("dead") };
    },

    async isPaused(): Promise<boolean> {
      const mark = db.read.selectFrom("setting").select("name").where("name", "=", PAUSED);
      return (await mark.executeTakeFirst()) !== undefined;
    },

    async setPaused(_by: Allowed<"manageRecognition">, paused: boolean): Promise<void> {
      const setting = db.write.deleteFrom("setting").where("name", "=", PAUSED);
      if (!paused) return void (await setting.execute());
      await db.write
        .insertInto("setting")
        .values({ name: PAUSED, value: "" })
        .onConflict((conflict) => conflict.column("name").doNothing())
        .execute();
    },

    /** Whether a paper still has unread pages. @param now epoch milliseconds */
    async awaited(sha256: string, now: number): Promise<Awaited> {
      const jobs = db.read
        .selectFrom("job")
        .select("id")
        .where("subject", "=", sha256)
        .where("kind", "in", recognitionKinds)
        .where("state", "!=", "dead");
      if (!(await jobs.executeTakeFirst())) return "no";
      const today = jobs.where((eb) =>
        eb.or([
          eb("lane", "not in", RECOGNISED),
          eb("state", "=", "running"),
          eb("owner", "not in", spent(now)),
        ]),
      );
      return (await today.executeTakeFirst()) ? "today" : "tomorrow";
    },
  };
}

export type RecognitionRepo = ReturnType<typeof createRecognitionRepo>;
