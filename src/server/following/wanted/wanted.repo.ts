import { sql, type SqlBool } from "kysely";
import type { Allowed } from "../../../shared/people/authorize.ts";
import type { CourseKey } from "../../../shared/courses/courses.ts";
import { MAX_REQUESTS, type WantedExam } from "../../../shared/courses/wanted.ts";
import type { Database, Query } from "../../platform/index.ts";
import { mergedCode } from "../../library/index.ts";
import { courseKeyOf, lockCourse, lockRequests, lockWanted, universityKeyOf } from "./course-lock.repo.ts";
import { examRefusal } from "./exam-refusal.repo.ts";
import { paperOf } from "./exam-papers.repo.ts";
import { mostWanted, type WantedFilter } from "./most-wanted.repo.ts";
import { isShown, ofCourse, ofExam, type WantedKey } from "./wanted-sql.repo.ts";

type Person = Allowed<"useAccount">;

export type WantedRow = WantedKey & WantedExam;

/** A person's request. */
export interface OwnRequest extends WantedRow {
  createdAt: number;
  /** The paper, if it is there now. */
  paperId: string | undefined;
}

/** A course page has at most this many exams that people want. */
const MAX_EXAMS = 500;
/** A person's requests for papers that are there now are kept; this many are shown. */
const MAX_OWN = 2 * MAX_REQUESTS;

const EXAM = ["universityKey", "codeNorm", "year", "examType", "term"] as const;

/** Whether a request, `own`, is for the exam of the missing paper `wanted`. */
const isOfExam = sql.join(
  EXAM.map((name) => sql`${sql.ref(`wanted.${name}`)} = ${sql.ref(`own.${name}`)}`),
  sql` and `,
);

class PaperExists extends Error {
  readonly exam: WantedKey;
  constructor(exam: WantedKey) {
    super();
    this.exam = exam;
  }
}

/** The outcome of a request. `exam` is the exam as its course shows it now. */
type Stored = { wanted: number } | { refusal: "tooManyRequests" } | { refusal: "exists"; exam: WantedKey };

/** How many missing papers a person wants. */
async function openRequests(trx: Query, userId: string): Promise<number> {
  // A join would let SQLite begin with all wanted papers.
  const isOpen = sql<SqlBool>`exists (select 1 from "wantedPaper" as wanted
    where ${isOfExam} and wanted."isOpen" = 1)`;
  const { count } = await trx
    .selectFrom("courseRequest as own")
    .where("own.userId", "=", userId)
    .where(isOpen)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** SQL for requests for missing papers. */
export function createWantedRepo(db: Database) {
  const mine = (userId: string | undefined) =>
    userId === undefined
      ? sql<number>`0`
      : sql<number>`case when exists (select 1 from "courseRequest" as own
          where own."userId" = ${userId} and ${isOfExam}) then 1 else 0 end`;

  const rows = (query: Query, userId: string | undefined) =>
    query
      .selectFrom("wantedPaper as wanted")
      .select(["wanted.universityKey", "wanted.codeNorm", "wanted.year", "wanted.examType", "wanted.term"])
      .select(["wanted.requests as wanted", mine(userId).as("isMine")]);
  type Selected = Awaited<ReturnType<ReturnType<typeof rows>["execute"]>>[number];
  const asRow = ({ wanted, isMine, ...exam }: Selected): WantedRow => ({
    ...exam,
    wanted: Number(wanted),
    isMine: Number(isMine) === 1,
  });

  return {
    paperOf: (exam: WantedKey) => paperOf(db.read, exam),

    /** The id of the university with this name or part of an address; undefined for an unknown one. */
    universityKeyOf: (name: string): Promise<string | undefined> => universityKeyOf(db, name),

    keyOf: (course: { university: string; code: string }): Promise<CourseKey> => courseKeyOf(db, course),

    refusal: (exam: WantedKey, now: Date) => examRefusal(db.read, exam, now),

    /**
     * Stores a person's request, unless the paper is there.
     * @param asked the exam, as it was found before
     * @returns the number of people who want it
     */
    async ask(by: Person, asked: WantedKey, at: number): Promise<Stored> {
      try {
        return await db.transaction(async (trx) => {
          const course = await lockCourse(trx, db.engine, by.id, asked);
          const exam = { ...pick(asked), ...course };
          const own = trx.selectFrom("courseRequest").where("userId", "=", by.id);
          const isMine = await own.where(ofExam(exam)).select("year").executeTakeFirst();
          if (!isMine) {
            if ((await openRequests(trx, by.id)) >= MAX_REQUESTS) return { refusal: "tooManyRequests" };
            await trx
              .insertInto("courseRequest")
              .values({
                ...exam,
                userId: by.id,
                askedCode: asked.codeNorm,
                createdAt: at,
                toldOf: null,
                toldAt: null,
              })
              .onConflict((conflict) => conflict.doNothing())
              .execute();
          }
          const now = await trx
            .selectFrom("wantedPaper")
            .select(["requests", "isOpen"])
            .where(ofExam(exam))
            .executeTakeFirst();
          if (!now?.isOpen) throw new PaperExists(exam);
          return { wanted: Number(now.requests) };
        });
      } catch (error) {
        if (error instanceof PaperExists) return { refusal: "exists", exam: error.exam };
        throw error;
      }
    },

    /** @returns whether the person had asked */
    takeBack: (by: Person, asked: WantedKey): Promise<boolean> =>
      db.transaction(async (trx) => {
        const exam = { ...pick(asked), ...(await lockCourse(trx, db.engine, by.id, asked)) };
        await lockWanted(trx, db.engine, exam);
        if ((await lockRequests(trx, db.engine, exam, [by.id])).length === 0) return false;
        const own = trx.deleteFrom("courseRequest").where("userId", "=", by.id).where(ofExam(exam));
        return (await own.executeTakeFirst()).numDeletedRows > 0n;
      }),

    /** The exams of a course that people want, found ones included: the grid shows only missing papers. */
    async ofCourse(course: CourseKey, userId: string | undefined): Promise<WantedRow[]> {
      const found = await rows(db.read, userId)
        .where(ofCourse(course))
        .orderBy("wanted.year", "desc")
        .limit(MAX_EXAMS)
        .execute();
      return found.map(asRow);
    },

    /** One exam, with the number of people who want it. */
    async exam(exam: WantedKey, userId: string | undefined): Promise<WantedRow> {
      const found = await rows(db.read, userId).where(ofExam(exam)).executeTakeFirst();
      return found ? asRow(found) : { ...pick(exam), wanted: 0, isMine: false };
    },

    /** A page of the papers that most people want, the newest exam first among equals. */
    async list(
      filter: WantedFilter,
      userId: string | undefined,
      { size, offset }: { size: number; offset: number },
    ): Promise<{ rows: WantedRow[]; count: number }> {
      const most = await mostWanted(db.read, filter);
      const page = await most
        .select(["wanted.universityKey", "wanted.codeNorm", "wanted.year", "wanted.examType", "wanted.term"])
        .select(["wanted.requests as wanted", mine(userId).as("isMine")])
        .select(sql<number>`count(*) over ()`.as("count"))
        .orderBy("wanted.requests", "desc")
        .orderBy("wanted.year", "desc")
        .orderBy("wanted.universityKey")
        .orderBy("wanted.codeNorm")
        .orderBy("wanted.examType")
        .orderBy("wanted.term")
        .limit(size)
        .offset(offset)
        .execute();
      // A page after the last one has no row with the count.
      const { count } =
        page[0] ??
        (await most.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow());
      return { rows: page.map(({ count: _count, ...row }) => asRow(row)), count: Number(count) };
    },

    /** The most wanted papers of the courses that a person contributed to or follows. */
    async near(by: Person, size: number): Promise<WantedRow[]> {
      const contributed = db.read
        .selectFrom("resource")
        .where("uploaderId", "=", by.id)
        .where("kind", "=", "question")
        .where("codeNorm", "is not", null)
        .select((eb) => [eb.fn.coalesce("universityKey", sql<string>`''`).as("universityKey"), "codeNorm"])
        .distinct()
        .limit(200);
      const courses = db.read
        .selectFrom("courseFollow")
        .where("userId", "=", by.id)
        .select(["universityKey", "codeNorm"])
        .union(
          db.read
            .selectFrom(contributed.as("own"))
            .select([
              "own.universityKey",
              mergedCode(sql.ref("own.universityKey"), sql.ref("own.codeNorm")).as("codeNorm"),
            ]),
        );
      const found = await rows(db.read, by.id)
        .innerJoin(courses.as("near"), (join) =>
          join
            .onRef("near.universityKey", "=", "wanted.universityKey")
            .onRef("near.codeNorm", "=", "wanted.codeNorm"),
        )
        .where(isShown)
        .orderBy("wanted.requests", "desc")
        .orderBy("wanted.year", "desc")
        .limit(size)
        .execute();
      return found.map(asRow);
    },

    /** Whether a person has requests. @param codeNorm only those for courses with this code, at any university */
    async hasRequests(userId: string, codeNorm: string | undefined): Promise<boolean> {
      const own = db.read.selectFrom("courseRequest").where("userId", "=", userId).select("userId");
      const asked = codeNorm === undefined ? own : own.where("codeNorm", "=", codeNorm);
      return (await asked.executeTakeFirst()) !== undefined;
    },

    /** A person's requests, the newest first. */
    async own(by: Person): Promise<OwnRequest[]> {
      const found = await db.read
        .selectFrom("courseRequest as own")
        .innerJoin("wantedPaper as wanted", (join) =>
          EXAM.reduce((on, name) => on.onRef(`wanted.${name}`, "=", `own.${name}`), join),
        )
        .where("own.userId", "=", by.id)
        .select(["own.universityKey", "own.codeNorm", "own.year", "own.examType", "own.term"])
        .select(["own.createdAt", "wanted.requests", "wanted.isOpen"])
        .orderBy("own.createdAt", "desc")
        .orderBy("own.codeNorm")
        .limit(MAX_OWN)
        .execute();
      const own: OwnRequest[] = [];
      for (const { requests, isOpen, ...exam } of found) {
        const paperId = isOpen ? undefined : (await paperOf(db.read, exam))?.id;
        own.push({ ...exam, wanted: Number(requests), isMine: true, paperId });
      }
      return own;
    },
  };
}

const pick = ({ universityKey, codeNorm, year, examType, term }: WantedKey): WantedKey => ({
  universityKey,
  codeNorm,
  year,
  examType,
  term,
});

export type WantedRepo = ReturnType<typeof createWantedRepo>;
