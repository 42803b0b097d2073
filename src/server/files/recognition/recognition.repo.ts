import { sql, type SqlBool } from "kysely";
import type { Allowed } from "../../../shared/people/authorize.ts";
import {
  addSetting,
  type Database,
  dayOf,
  deleteSettings,
  lanes,
  type PageHeadTable,
  type PageTextTable,
  type Query,
  readSetting,
} from "../../platform/index.ts";
import { type PageJob, READ_TEXT, recognitionKinds } from "./recognition-jobs.ts";
import type { LineBox } from "../rendering/line-box.ts";
import type { TextPage } from "./details-text.ts";
import { placeOfLine } from "./line-boxes.ts";
import { withWordsOf } from "./page-text.ts";

const PAUSED = "recognitionPaused";
const CHUNK = 100;
/** The details of a paper are in the first lines of a page; see `headLines`. */
const HEAD_LENGTH = 9_000;
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

/** Which pages of a paper are unread: those at its head, which name the exam, and any page. */
export interface AwaitedPages {
  head: Awaited;
  any: Awaited;
}

const sooner = (known: Awaited, isLate: boolean): Awaited =>
  known === "today" || !isLate ? "today" : "tomorrow";

/** A condition on `pageText`. The casts are for PostgreSQL, which otherwise takes the numbers for texts. */
const isOneOf = (pages: PageJob[]) =>
  sql<SqlBool>`(sha256, page) in (values ${sql.join(
    pages.map(({ sha256, page }) => sql`(cast(${sha256} as text), cast(${page} as integer))`),
  )})`;

/** A paper, locked because another process may store one of its pages at the same time. */
export function lockedPaper(
  engine: Database["engine"],
  trx: Query,
  sha256: string,
): Promise<{ pageWords: string } | undefined> {
  const row = trx.selectFrom("paper").select("pageWords").where("sha256", "=", sha256);
  return (engine === "postgres" ? row.forUpdate() : row).executeTakeFirst();
}

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

  /** The beginning of the text of pages, in order. @param length of each text, in characters */
  const beginnings = (length: number) =>
    db.read
      .selectFrom("pageText")
      .select(["sha256", "page"])
      .select((eb) => eb.fn<string>("substr", ["text", eb.lit(1), eb.lit(length)]).as("text"))
      .orderBy("page");

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
        const paper = await lockedPaper(db.engine, trx, sha256);
        if (!paper) return;
        for (let start = 0; start < rows.length; start += CHUNK) {
          const some = rows.slice(start, start + CHUNK);
          const numbers = some.map(({ page }) => page);
          await trx
            .deleteFrom("pageHead")
            .where("sha256", "=", sha256)
            .where("page", "in", numbers)
            .execute();
          await trx
            .insertInto("pageText")
            .values(some)
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

    /** Stores the first lines of a page until `keep` stores the page, unless the paper was deleted. */
    async keepHead(head: PageHeadTable): Promise<void> {
      const { sha256, page } = head;
      await db.transaction(async (trx) => {
        if (!(await lockedPaper(db.engine, trx, sha256))) return;
        const whole = trx.selectFrom("pageText").select("page").where("sha256", "=", sha256);
        if (await whole.where("page", "=", page).executeTakeFirst()) return;
        await trx
          .insertInto("pageHead")
          .values(head)
          .onConflict((conflict) => conflict.columns(["sha256", "page"]).doNothing())
          .execute();
      });
    },

    /** Which of these pages have text, and of which only the first lines are read. */
    async headPages(pages: PageJob[]): Promise<(PageJob & { isWhole: boolean })[]> {
      if (pages.length === 0) return [];
      const select = (table: "pageHead" | "pageText") =>
        db.read.selectFrom(table).select(["sha256", "page"]).where(isOneOf(pages)).execute();
      const [heads, whole] = [await select("pageHead"), await select("pageText")];
      return [
        ...heads.map((page) => ({ ...page, isWhole: false })),
        ...whole.map((page) => ({ ...page, isWhole: true })),
      ];
    },

    /** The beginning of the text of these pages, in order, with the places of their lines. */
    async headTexts(pages: PageJob[]): Promise<(PageJob & TextPage)[]> {
      if (pages.length === 0) return [];
      const heads = await db.read.selectFrom("pageHead").selectAll().where(isOneOf(pages)).execute();
      const rows = await beginnings(HEAD_LENGTH).select("lineBoxes").where(isOneOf(pages)).execute();
      const isUnread = ({ sha256, page }: PageJob) =>
        !rows.some((row) => row.sha256 === sha256 && row.page === page);
      return [...rows, ...heads.filter(isUnread)].sort((p, q) => p.page - q.page);
    },

    /** @param line from 1 @returns undefined for a line that doesn't exist, or whose place is unknown */
    async placeOfLine(sha256: string, page: number, line: number): Promise<LineBox | undefined> {
      const boxes = (table: "pageHead" | "pageText") =>
        db.read
          .selectFrom(table)
          .select("lineBoxes")
          .where("sha256", "=", sha256)
          .where("page", "=", page)
          .executeTakeFirst();
      const row = (await boxes("pageText")) ?? (await boxes("pageHead"));
      return row && placeOfLine(row.lineBoxes, line);
    },

    /** How many of the first pages of each paper have text. @param most the highest page to count */
    async countPages(sha256s: string[], most: number): Promise<Map<string, number>> {
      if (sha256s.length === 0) return new Map();
      const rows = await db.read
        .selectFrom("pageText")
        .where("sha256", "in", sha256s)
        .where("page", "<=", most)
        .groupBy("sha256")
        .select((eb) => ["sha256", eb.fn.countAll<number>().as("count")])
        .execute();
      return new Map(rows.map(({ sha256, count }) => [sha256, Number(count)]));
    },

    /**
     * The beginning of the text of a paper's first pages, in order.
     * @param most the highest page to read
     * @param length of each text, in characters
     */
    pageHeads: (sha256: string, most: number, length: number) =>
      beginnings(length).where("sha256", "=", sha256).where("page", "<=", most).execute(),

    /** Like `awaited`, for many papers, also only for their first pages. Papers without unread pages are absent. */
    async awaitedOf(sha256s: string[], now: number): Promise<Map<string, AwaitedPages>> {
      if (sha256s.length === 0) return new Map();
      const jobs = await db.read
        .selectFrom("job")
        .select(["subject", "kind", "lane", "state", "owner"])
        .distinct()
        .where("subject", "in", sha256s)
        .where("kind", "in", recognitionKinds)
        .where("state", "!=", "dead")
        .execute();
      if (jobs.length === 0) return new Map();
      const late = new Set((await spent(now).execute()).map(({ owner }) => owner));
      const found = new Map<string, AwaitedPages>();
      for (const { subject, kind, lane, state, owner } of jobs) {
        if (subject === null) continue;
        const isLate = RECOGNISED.some((one) => one === lane) && state !== "running" && late.has(owner);
        const { head = "no", any = "no" } = found.get(subject) ?? {};
        const isHead = kind === READ_TEXT || lane === lanes.heads;
        found.set(subject, {
          head: isHead ? sooner(head, isLate) : head,
          any: sooner(any, isLate),
        });
      }
      return found;
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
      return (await readSetting(db.read, PAUSED)) !== undefined;
    },

    async setPaused(_by: Allowed<"manageRecognition">, paused: boolean): Promise<void> {
      await (paused ? addSetting(db.write, PAUSED, "") : deleteSettings(db.write, PAUSED));
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
