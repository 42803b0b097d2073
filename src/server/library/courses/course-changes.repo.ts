import { sql } from "kysely";
import type { CourseAction } from "../../../shared/moderating/audit.ts";
import type { Allowed } from "../../../shared/people/authorize.ts";
import { type CourseKey, courseKeyText, type ExamKey } from "../../../shared/courses/courses.ts";
import { normalizeCode } from "../../../shared/text/words.ts";
import {
  type Act,
  type CourseMergeTable,
  type Database,
  insertActAudit,
  type Query,
} from "../../platform/index.ts";
import { lockMerges, updateShownCodes } from "../universities/move-courses.repo.ts";
import { MAX_MERGED, ofCourses, shownCourse, universityNames } from "./course-keys.repo.ts";

type ManagedAct = Act<"manageCourses">;

/** How many exams of one course moderators can record. */
const MAX_NOT_HELD = 400;

/** A course that an admin merged into another one. */
export interface ListedMerge extends CourseMergeTable {
  /** The name of the university; "" for papers without one. */
  university: string;
}

/** All SQL with which admins and moderators change courses. The papers of a course never change. */
export function createCourseChangesRepo(db: Database) {
  const { engine } = db;
  return {
    /**
     * Gives a course another code and title. If its normal form changes, the old address leads to the new one.
     * @returns why it was not renamed: it has no papers, or another course has the code
     */
    rename: (
      { code, title, ...key }: CourseKey & { code: string; title: string },
      act: ManagedAct,
    ): Promise<"gone" | "taken" | "tooMany" | undefined> =>
      db.transaction(async (trx) => {
        await lockMerges(trx, engine);
        if (!(await isShown(trx, key))) return "gone";
        const renamed = { universityKey: key.universityKey, codeNorm: normalizeCode(code) };
        if (renamed.codeNorm !== key.codeNorm) {
          const shown = await shownCourse(trx, renamed);
          const isBack = shown.codeNorm === key.codeNorm;
          if (!isBack && (shown.codeNorm !== renamed.codeNorm || (await isShown(trx, renamed))))
            return "taken";
          if (await areTooMany(trx, key, renamed)) return "tooMany";
          // The course gets back a code that it had before.
          if (isBack) await deleteMerge(trx, renamed);
          await insertMerge(trx, key, renamed.codeNorm, act.at);
          await updateShownCodes(trx, key.universityKey);
        }
        await trx
          .insertInto("courseName")
          .values({ ...renamed, code, title, updatedAt: act.at })
          .onConflict((conflict) =>
            conflict.columns(["universityKey", "codeNorm"]).doUpdateSet({ code, title, updatedAt: act.at }),
          )
          .execute();
        await audit(trx, engine, "renameCourse", key, `${code} ${title}`, act);
        return undefined;
      }),

    /**
     * Shows the papers of a course on the page of another one. Courses that were merged into it move with it.
     * @param into the normal form of any code of the other course
     */
    merge: (
      { into, ...key }: CourseKey & { into: string },
      act: ManagedAct,
    ): Promise<CourseKey | "gone" | "unknown" | "same" | "tooMany"> =>
      db.transaction(async (trx) => {
        await lockMerges(trx, engine);
        if (!(await isShown(trx, key))) return "gone";
        const target = await shownCourse(trx, { universityKey: key.universityKey, codeNorm: into });
        if (courseKeyText(target) === courseKeyText(key)) return "same";
        if (!(await isShown(trx, target))) return "unknown";
        if (await areTooMany(trx, key, target)) return "tooMany";
        await insertMerge(trx, key, target.codeNorm, act.at);
        await updateShownCodes(trx, key.universityKey);
        await audit(trx, engine, "mergeCourse", key, target.codeNorm, act);
        return target;
      }),

    /** Gives a merged course its own page again. @returns false if it is not merged */
    undoMerge: (key: CourseKey, act: ManagedAct): Promise<boolean> =>
      db.transaction(async (trx) => {
        await lockMerges(trx, engine);
        const undone = await deleteMerge(trx, key);
        if (!undone) return false;
        await updateShownCodes(trx, key.universityKey);
        const target = { universityKey: key.universityKey, codeNorm: undone.intoCodeNorm };
        // The name of a rename must not stay for other papers that get the code later.
        if (!(await isShown(trx, target)))
          await trx
            .deleteFrom("courseName")
            .where(ofCourses("courseName", [target]))
            .execute();
        await audit(trx, engine, "undoCourseMerge", key, undone.intoCodeNorm, act);
        return true;
      }),

    /** One page of the merged courses, the newest first, and the number of all. */
    async merges(
      _by: Allowed<"manageCourses">,
      { size, offset }: { size: number; offset: number },
    ): Promise<{ merges: ListedMerge[]; count: number }> {
      const { count } = await db.read
        .selectFrom("courseMerge")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      const rows = await db.read
        .selectFrom("courseMerge")
        .selectAll()
        .orderBy("createdAt", "desc")
        .orderBy("universityKey")
        .orderBy("codeNorm")
        .limit(size)
        .offset(offset)
        .execute();
      const keys = rows.map(({ universityKey }) => universityKey);
      const names = await universityNames(db.read, engine, keys);
      const merges = rows.map((row) => ({ ...row, university: names.get(row.universityKey) ?? "" }));
      return { merges, count: Number(count) };
    },

    /** @returns false if it was recorded before */
    recordNotHeld: (exam: CourseKey & ExamKey, act: Act<"recordExam">): Promise<boolean | "tooMany"> =>
      db.transaction(async (trx) => {
        const { n } = await trx
          .selectFrom("examNotHeld")
          .where(ofCourses("examNotHeld", [exam]))
          .select((eb) => eb.fn.countAll<number>().as("n"))
          .executeTakeFirstOrThrow();
        if (Number(n) >= MAX_NOT_HELD) return "tooMany";
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto("examNotHeld")
          .values({ ...exam, createdAt: act.at })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (!numInsertedOrUpdatedRows) return false;
        await audit(trx, engine, "recordNotHeld", exam, examText(exam), act);
        return true;
      }),

    /** Removes the record from a course and from the courses that were merged into it. @returns false if no record exists */
    takeBackNotHeld: (
      { year, examType, term, ...key }: CourseKey & ExamKey,
      members: readonly CourseKey[],
      act: Act<"recordExam">,
    ): Promise<boolean> =>
      db.transaction(async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom("examNotHeld")
          .where(ofCourses("examNotHeld", members))
          .where("year", "=", year)
          .where("examType", "=", examType)
          .where("term", "=", term)
          .executeTakeFirst();
        if (numDeletedRows === 0n) return false;
        await audit(trx, engine, "takeBackNotHeld", key, examText({ year, examType, term }), act);
        return true;
      }),

    setTermMonths: (months: Readonly<Record<string, number>>, { by, at }: ManagedAct): Promise<void> =>
      db.transaction(async (trx) => {
        for (const [term, lastMonth] of Object.entries(months))
          await trx
            .insertInto("termMonth")
            .values({ term, lastMonth })
            .onConflict((conflict) => conflict.column("term").doUpdateSet({ lastMonth }))
            .execute();
        const name = Object.entries(months)
          .map(([term, lastMonth]) => `${term} ${lastMonth}`)
          .join(", ");
        await insertActAudit(trx, "setTermMonths", { name }, { by, at });
      }),
  };
}

export type CourseChangesRepo = ReturnType<typeof createCourseChangesRepo>;

/** Whether a course has papers, its own or those of a merged course, and was not merged itself. */
async function isShown(trx: Query, key: CourseKey): Promise<boolean> {
  const { rows } = await sql<{ one: number }>`select 1 as one from course
    where "universityKey" = ${key.universityKey} and papers > 0 and (
        ("codeNorm" = ${key.codeNorm} and not exists (select 1 from "courseMerge" as merge
          where merge."universityKey" = course."universityKey" and merge."codeNorm" = course."codeNorm"))
        or "codeNorm" in (select merge."codeNorm" from "courseMerge" as merge
          where merge."universityKey" = ${key.universityKey} and merge."shownCodeNorm" = ${key.codeNorm}))
    limit 1`.execute(trx);
  return rows.length > 0;
}

/** Whether a page would show more courses together than it can read. */
async function areTooMany(trx: Query, key: CourseKey, target: CourseKey): Promise<boolean> {
  const { n } = await trx
    .selectFrom("courseMerge")
    .where("universityKey", "=", key.universityKey)
    .where("shownCodeNorm", "in", [key.codeNorm, target.codeNorm])
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return Number(n) >= MAX_MERGED;
}

async function insertMerge(
  trx: Query,
  key: CourseKey,
  intoCodeNorm: string,
  createdAt: number,
): Promise<void> {
  const { universityKey, codeNorm } = key;
  await trx
    .insertInto("courseMerge")
    .values({ universityKey, codeNorm, intoCodeNorm, shownCodeNorm: intoCodeNorm, createdAt })
    .execute();
}

const deleteMerge = (trx: Query, { universityKey, codeNorm }: CourseKey) =>
  trx
    .deleteFrom("courseMerge")
    .where("universityKey", "=", universityKey)
    .where("codeNorm", "=", codeNorm)
    .returning("intoCodeNorm")
    .executeTakeFirst();

const examText = ({ year, examType, term }: ExamKey): string =>
  [examType, term, year].filter((part) => part !== "").join(" ");

async function audit(
  trx: Query,
  engine: Database["engine"],
  action: CourseAction,
  { universityKey, codeNorm }: CourseKey,
  into: string,
  act: Act,
): Promise<void> {
  const university = (await universityNames(trx, engine, [universityKey])).get(universityKey) ?? "";
  await insertActAudit(trx, action, { name: [codeNorm, university].filter(Boolean).join(" · "), into }, act);
}
