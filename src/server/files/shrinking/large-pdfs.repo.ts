import { type Database, jobsAbout, type LargePdfTable, type Query } from "../../platform/index.ts";
import { endUpload } from "../storage/upload-space.repo.ts";
import { SHRINK_PDF } from "./shrink-jobs.ts";

/** How many PDFs the sweeper handles at once. */
const CHUNK = 50;

/** All SQL for large PDFs. */
export function createLargePdfsRepo(db: Database) {
  return {
    find: (id: string): Promise<LargePdfTable | undefined> =>
      db.write.selectFrom("largePdf").selectAll().where("id", "=", id).executeTakeFirst(),

    /** How many PDFs of a person wait. */
    async waitingOf(ownerId: string): Promise<number> {
      const { count } = await db.write
        .selectFrom("largePdf")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("ownerId", "=", ownerId)
        .where("state", "=", "waiting")
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /** Stores a PDF, unless it is stored already. @param also runs in the same transaction if it is new */
    insert: (pdf: LargePdfTable, also: (trx: Query) => Promise<void>): Promise<void> =>
      db.transaction(async (trx) => {
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto("largePdf")
          .values(pdf)
          .onConflict((conflict) => conflict.column("id").doNothing())
          .executeTakeFirst();
        if (!numInsertedOrUpdatedRows) return;
        await endUpload(trx, pdf.id);
        await also(trx);
      }),

    async update(id: string, changes: Partial<LargePdfTable>): Promise<void> {
      await db.write.updateTable("largePdf").set(changes).where("id", "=", id).execute();
    },

    async remove(ids: string[]): Promise<void> {
      if (ids.length > 0) await db.write.deleteFrom("largePdf").where("id", "in", ids).execute();
    },

    /** Which of these PDFs still need their bytes. */
    async needed(ids: string[]): Promise<Set<string>> {
      if (ids.length === 0) return new Set();
      const rows = db.write.selectFrom("largePdf").select("id").where("id", "in", ids);
      return new Set((await rows.where("state", "!=", "refused").execute()).map(({ id }) => id));
    },

    /** Some PDFs that were uploaded before a time, in epoch milliseconds. */
    old: (before: number): Promise<LargePdfTable[]> =>
      db.write
        .selectFrom("largePdf")
        .selectAll()
        .where("createdAt", "<", before)
        .where((eb) => eb.or([eb("state", "!=", "refused"), eb("pileId", "is", null)]))
        .limit(CHUNK)
        .execute(),

    /** Some PDFs that wait without a job. Their owners are not suspended. */
    withoutJob: (): Promise<Pick<LargePdfTable, "id" | "ownerId">[]> =>
      db.write
        .selectFrom("largePdf")
        .innerJoin("users", "users.id", "largePdf.ownerId")
        .select(["largePdf.id", "largePdf.ownerId"])
        .where("users.suspendedAt", "is", null)
        .where("largePdf.state", "!=", "refused")
        .where(({ exists, not }) => not(exists(jobsAbout(db.write, SHRINK_PDF, "largePdf.id"))))
        .limit(CHUNK)
        .execute(),

    /** The person of a PDF; undefined if the account is gone or suspended. */
    person: (id: string) =>
      db.read
        .selectFrom("users")
        .select(["id", "email", "displayName", "photoURL", "role", "department", "university"])
        .where("id", "=", id)
        .where("suspendedAt", "is", null)
        .executeTakeFirst(),
  };
}

export type LargePdfsRepo = ReturnType<typeof createLargePdfsRepo>;
