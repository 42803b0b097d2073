import { sql, type SqlBool } from "kysely";
import type { Allowed } from "../../../shared/authorize.ts";
import type { CourseKey } from "../../../shared/courses.ts";
import { MAX_REQUESTS, MAX_WANTED, type WantedExam } from "../../../shared/wanted.ts";
import { type Database, lockUser, type Query } from "../../platform/index.ts";
import { courseKeyOf, universityKeyOf } from "./course-lock.repo.ts";
import { examRefusal } from "./exam-refusal.repo.ts";
import { paperOf } from "./exam-papers.repo.ts";
import { codesOf, isInDepartment, isShown, mergedCode, ofExam, type WantedKey } from "./wanted-sql.repo.ts";

type Person = Allowed<"useAccount">;

export interface WantedFilter {
  universityKey?: string | undefined;
  departmentKey?: string | undefined;
}

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

class PaperExists extends Error {}

/** SQL for requests for missing papers. */
export function createWantedRepo(db: Database) {
  const mine = (userId: string | undefined) =>
    userId === undefined
      ? sql<number>`0`
      : sql<number>`case when exists (select 1 from "courseRequest" as own where own."userId" = ${userId}
          and own."universityKey" = wanted."universityKey" and own."codeNorm" = wanted."codeNorm"
          and own.year = wanted.year and own."examType" = wanted."examType" and own.term = wanted.term)
          then 1 else 0 end`;

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

  /** The papers that most people want. */
  const most = ({ universityKey, departmentKey }: WantedFilter) => {
    // The index finds the most wanted ones, and the other conditions are checked only on these.
    let top = db.read.selectFrom("wantedPaper as wanted").selectAll().where("isOpen", "=", 1);
    if (universityKey !== undefined) top = top.where("universityKey", "=", universityKey);
    const limited = top.orderBy("requests", "desc").orderBy("year", "desc").limit(MAX_WANTED);
    const shown = db.read.selectFrom(limited.as("wanted")).where(isShown);
    return departmentKey === undefined ? shown : shown.where(isInDepartment(departmentKey));
  };

  return {
    paperOf: (exam: WantedKey) => paperOf(db.read, exam),

    /** The id of the university with this name or part of an address; undefined for an unknown one. */
    universityKeyOf: (name: string): Promise<string | undefined> => universityKeyOf(db, name),

    keyOf: (course: { university: string; code: string }): Promise<CourseKey> => courseKeyOf(db, course),

    refusal: (exam: WantedKey, now: Date) => examRefusal(db.read, exam, now),

    /**
     * Stores a person's request, unless the paper is there.
     * @returns the number of people who want it
     */
    async ask(
      by: Person,
      exam: WantedKey,
      at: number,
    ): Promise<{ wanted: number } | { refusal: "exists" | "tooManyRequests" }> {
      try {
        return await db.transaction(async (trx) => {
          await lockUser(trx, db.engine, by.id);
          const own = trx.selectFrom("courseRequest").where("userId", "=", by.id);
          const isMine = await own.where(ofExam(exam)).select("year").executeTakeFirst();
          if (!isMine) {
            const open = await trx
              .selectFrom("courseRequest as own")
              .innerJoin("wantedPaper as wanted", (join) =>
                EXAM.reduce((on, name) => on.onRef(`wanted.${name}`, "=", `own.${name}`), join),
              )
              .where("own.userId", "=", by.id)
              .where("wanted.isOpen", "=", 1)
              .select((eb) => eb.fn.countAll<number>().as("count"))
              .executeTakeFirstOrThrow();
            if (Number(open.count) >= MAX_REQUESTS) return { refusal: "tooManyRequests" };
            await trx
              .insertInto("courseRequest")
              .values({
                ...pick(exam),
                userId: by.id,
                askedCode: exam.codeNorm,
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
          if (!now?.isOpen) throw new PaperExists();
          return { wanted: Number(now.requests) };
        });
      } catch (error) {
        if (error instanceof PaperExists) return { refusal: "exists" };
        throw error;
      }
    },

    /** @returns whether the person had asked */
    async takeBack(by: Person, exam: WantedKey): Promise<boolean> {
      const own = db.write.deleteFrom("courseRequest").where("userId", "=", by.id).where(ofExam(exam));
      return (await own.executeTakeFirst()).numDeletedRows > 0n;
    },

    /** The exams of a course that people want, found ones included: the grid shows only missing papers. */
    async ofCourse(course: CourseKey, userId: string | undefined): Promise<WantedRow[]> {
      const found = await rows(db.read, userId)
        .where(sql<SqlBool>`wanted."universityKey" = ${course.universityKey}`)
        .where(sql<SqlBool>`wanted."codeNorm" = ${course.codeNorm}`)
        .orderBy("wanted.year", "desc")
        .limit(MAX_EXAMS)
        .execute();
      return found.map(asRow);
    },

    /** One exam, with the number of people who want it. */
    async exam(exam: WantedKey, userId: string | undefined): Promise<WantedRow> {
      const found = await rows(db.read, userId)
        .where(sql<SqlBool>`wanted."universityKey" = ${exam.universityKey}`)
        .where(sql<SqlBool>`wanted."codeNorm" = ${exam.codeNorm}`)
        .where("wanted.year", "=", exam.year)
        .where("wanted.examType", "=", exam.examType)
        .where("wanted.term", "=", exam.term)
        .executeTakeFirst();
      return found ? asRow(found) : { ...pick(exam), wanted: 0, isMine: false };
    },

    /** A page of the papers that most people want, the newest exam first among equals. */
    async list(
      filter: WantedFilter,
      userId: string | undefined,
      { size, offset }: { size: number; offset: number },
    ): Promise<{ rows: WantedRow[]; count: number }> {
      const { count } = await most(filter)
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      const page = await most(filter)
        .select(["wanted.universityKey", "wanted.codeNorm", "wanted.year", "wanted.examType", "wanted.term"])
        .select(["wanted.requests as wanted", mine(userId).as("isMine")])
        .orderBy("wanted.requests", "desc")
        .orderBy("wanted.year", "desc")
        .orderBy("wanted.universityKey")
        .orderBy("wanted.codeNorm")
        .orderBy("wanted.examType")
        .orderBy("wanted.term")
        .limit(size)
        .offset(offset)
        .execute();
      return { rows: page.map(asRow), count: Number(count) };
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
