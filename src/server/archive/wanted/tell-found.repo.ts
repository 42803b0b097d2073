import { sql } from "kysely";
import { UNDO_WINDOW } from "../../../shared/notices.ts";
import type { Database } from "../../platform/index.ts";
import { insertNotices } from "../notices/insert-notices.repo.ts";
import { paperOf } from "./exam-papers.repo.ts";
import { ofExam, type WantedKey } from "./wanted-sql.repo.ts";

/** How many people one transaction tells. */
const PEOPLE = 200;
/** How many exams one step finds. */
const EXAMS = 200;

/** SQL that tells people that a paper is there. */
export function createTellFoundRepo(db: Database) {
  return {
    /** The exams whose paper is there, and whose requests may have people to tell. */
    found: (): Promise<WantedKey[]> =>
      db.read
        .selectFrom("wantedPaper")
        .select(["universityKey", "codeNorm", "year", "examType", "term"])
        .where("isOpen", "=", 0)
        .where("isTold", "=", 0)
        .orderBy("universityKey")
        .orderBy("codeNorm")
        .limit(EXAMS)
        .execute(),

    /**
     * Tells some of the people who asked for an exam, each once about a paper. A paper that was approved a moment ago
     * waits for an undo, and a contributor is not told about their own paper.
     * @returns whether there are more people to tell now
     */
    tell: (exam: WantedKey, now: number): Promise<boolean> =>
      db.transaction(async (trx) => {
        const row = trx.selectFrom("wantedPaper").select("isOpen").where(ofExam(exam));
        // Two servers tell one after another.
        const wanted = await (db.engine === "postgres" ? row.forUpdate() : row).executeTakeFirst();
        if (!wanted || wanted.isOpen) return false;
        const paper = await paperOf(trx, exam);
        // An imported paper may have a date in the future, for which nobody waits.
        if (!paper || Math.abs(now - paper.updatedAt) < UNDO_WINDOW) return false;
        const people = await trx
          .selectFrom("courseRequest")
          .select("userId")
          .distinct()
          .where(ofExam(exam))
          .where(sql<boolean>`"toldOf" is null or "toldOf" <> ${paper.id}`)
          .orderBy("userId")
          .limit(PEOPLE)
          .execute();
        const ids = people.map(({ userId }) => userId);
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
        if (ids.length === PEOPLE) return true;
        await trx.updateTable("wantedPaper").set({ isTold: 1 }).where(ofExam(exam)).execute();
        return false;
      }),

    /** Removes requests whose people were told before a time and whose paper is still there. */
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
      for (const { userId, universityKey, askedCode, year, examType, term } of old)
        await db.write
          .deleteFrom("courseRequest")
          .where("userId", "=", userId)
          .where("universityKey", "=", universityKey)
          .where("askedCode", "=", askedCode)
          .where("year", "=", year)
          .where("examType", "=", examType)
          .where("term", "=", term)
          .execute();
    },
  };
}

export type TellFoundRepo = ReturnType<typeof createTellFoundRepo>;
