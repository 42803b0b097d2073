import { sql } from "kysely";
import { UNDO_WINDOW } from "../../../shared/people/notices.ts";
import { type Database, listOf, type Query } from "../../platform/index.ts";
import { insertNotices, shareMerges } from "../../library/index.ts";
import { lockCourse, lockRequests, lockWanted } from "./course-lock.repo.ts";
import { paperOf, visiblePapers } from "./exam-papers.repo.ts";
import { isMissing, ofExam, type WantedKey } from "./wanted-sql.repo.ts";

/** How many people one transaction notifies. */
const PEOPLE = 200;
/** How many exams one step finds. */
const EXAMS = 200;
/** How many exams one step checks again. */
const RECHECKED = 1_000;

const EXAM = ["universityKey", "codeNorm", "year", "examType", "term"] as const;

/** Some of the people who asked for an exam and know no paper of it that is visible now. */
async function notNotified(trx: Query, exam: WantedKey): Promise<string[]> {
  const requests = trx.selectFrom("courseRequest").where(ofExam(exam));
  const known = await requests.select("toldOf").distinct().where("toldOf", "is not", null).execute();
  const visible = await visiblePapers(
    trx,
    exam,
    known.flatMap(({ toldOf }) => toldOf ?? []),
  );
  const people = await requests
    .select("userId")
    .distinct()
    .where((eb) =>
      visible.length === 0
        ? eb.lit(true)
        : eb.or([eb("toldOf", "is", null), eb("toldOf", "not in", visible)]),
    )
    .orderBy("userId")
    .limit(PEOPLE)
    .execute();
  return people.map(({ userId }) => userId);
}

/** Locks the rows to which a notice refers, before the row of the exam (`lockCourse`). */
async function lockReferences(
  trx: Query,
  engine: Database["engine"],
  userIds: readonly string[],
  paperId: string,
): Promise<void> {
  if (engine !== "postgres") return;
  await trx
    .selectFrom("users")
    .select("id")
    .where("id", "in", listOf(engine, userIds) as never)
    .orderBy("id")
    .forKeyShare()
    .execute();
  await trx.selectFrom("resource").select("id").where("id", "=", paperId).forKeyShare().execute();
}

/** Lets response caches know of a change of `wantedPaper`: a trigger announces each write of a request. */
async function announce({ write }: Database, exam: WantedKey): Promise<void> {
  const first = write
    .selectFrom("courseRequest")
    .where(ofExam(exam))
    .select((eb) => eb.fn.min("userId").as("id"));
  await write
    .updateTable("courseRequest")
    .set((eb) => ({ toldAt: eb.ref("toldAt") }))
    .where(ofExam(exam))
    .where("userId", "=", first)
    .execute();
}

/** SQL that notifies people that a paper is there. */
export function createNotifyFoundRepo(db: Database) {
  return {
    /** The exams whose paper is there, and whose requests may have people to notify. */
    found: (): Promise<WantedKey[]> =>
      db.read
        .selectFrom("wantedPaper")
        .select(EXAM)
        .where("isOpen", "=", 0)
        .where("isTold", "=", 0)
        .orderBy("universityKey")
        .orderBy("codeNorm")
        .limit(EXAMS)
        .execute(),

    /**
     * Tells some of the people who asked for an exam, each once about a paper. A person who knows a paper that is still
     * there is not notified of another one. A paper that was approved a moment ago waits for an undo, and a contributor
     * is not notified of their own paper.
     * @returns whether there are more people to notify now
     */
    notify: (exam: WantedKey, now: number): Promise<boolean> =>
      db.transaction(async (trx) => {
        await shareMerges(trx, db.engine);
        const first = await paperOf(trx, exam);
        // An imported paper may have a date in the future, for which nobody waits.
        if (!first || Math.abs(now - first.updatedAt) < UNDO_WINDOW) return false;
        const asking = await notNotified(trx, exam);
        await lockReferences(trx, db.engine, asking, first.id);
        // Two servers notify one after another.
        const wanted = await lockWanted(trx, db.engine, exam);
        const paper = await paperOf(trx, exam);
        if (!wanted || wanted.isOpen || paper?.id !== first.id) return false;
        const still = new Set(await notNotified(trx, exam));
        const ids = await lockRequests(
          trx,
          db.engine,
          exam,
          asking.filter((id) => still.has(id)),
        );
        await insertNotices(
          trx,
          { by: { id: paper.uploaderId ?? "" }, at: now },
          ids.map((userId) => ({ userId, event: "found" as const, itemId: paper.id, source: paper.id })),
        );
        if (ids.length > 0)
          await trx
            .updateTable("courseRequest")
            .set({ toldOf: paper.id, toldAt: now })
            .where(ofExam(exam))
            .where("userId", "in", ids)
            .execute();
        if (still.size > ids.length || asking.length === PEOPLE) return ids.length > 0;
        await trx.updateTable("wantedPaper").set({ isTold: 1 }).where(ofExam(exam)).execute();
        return false;
      }),

    /**
     * Checks again whether the papers of some exams are missing. On PostgreSQL, a request, a merge and an approval that
     * commit at the same moment don't see each other.
     */
    async recheck(): Promise<void> {
      const rows = await db.read
        .selectFrom("wantedPaper")
        .select(EXAM)
        .where("rechecks", ">", 0)
        .limit(RECHECKED)
        .execute();
      for (const exam of rows) {
        const isOpen = sql<number>`case when ${isMissing("wantedPaper")} then 1 else 0 end`;
        const row = db.write.updateTable("wantedPaper").where(ofExam(exam));
        const changed = await row
          .set({ isOpen, isTold: 0 })
          .where(sql<boolean>`"isOpen" <> ${isOpen}`)
          .executeTakeFirst();
        await row
          .set((eb) => ({ rechecks: eb("rechecks", "-", 1) }))
          .where("rechecks", ">", 0)
          .execute();
        if (changed.numUpdatedRows > 0n) await announce(db, exam);
      }
    },

    /** Removes requests whose people were notified before a time and whose paper is still there. */
    async sweep(before: number): Promise<void> {
      const old = await db.read
        .selectFrom("courseRequest as own")
        .innerJoin("wantedPaper as wanted", (join) =>
          join
            .onRef("wanted.universityKey", "=", "own.universityKey")
            .onRef("wanted.codeNorm", "=", "own.codeNorm")
            .onRef("wanted.year", "=", "own.year")
            .onRef("wanted.examType", "=", "own.examType")
            .onRef("wanted.term", "=", "own.term"),
        )
        .where("wanted.isOpen", "=", 0)
        .where("wanted.isTold", "=", 1)
        .where("own.toldAt", "<", before)
        .select(["own.userId", "own.universityKey", "own.askedCode", "own.year", "own.examType", "own.term"])
        .limit(1_000)
        .execute();
      for (const { userId, askedCode, ...exam } of old)
        await db.transaction(async (trx) => {
          const course = await lockCourse(trx, db.engine, userId, { ...exam, codeNorm: askedCode });
          const wanted = await lockWanted(trx, db.engine, { ...exam, ...course });
          if (!wanted?.isTold || wanted.isOpen) return;
          if ((await lockRequests(trx, db.engine, { ...exam, ...course }, [userId])).length === 0) return;
          await trx
            .deleteFrom("courseRequest")
            .where("userId", "=", userId)
            .where("askedCode", "=", askedCode)
            .where(ofExam({ ...exam, ...course }))
            .where("toldAt", "<", before)
            .execute();
        });
    },
  };
}

export type NotifyFoundRepo = ReturnType<typeof createNotifyFoundRepo>;
