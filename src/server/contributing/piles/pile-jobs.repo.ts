import { sql } from "kysely";
import { type Database, jobsAbout, type PileTable } from "../../platform/index.ts";
import { SEND_PILE, UNPACK_ZIP } from "./pile-jobs.ts";

/** How many piles or ZIPs without a job the sweeper handles at once. */
const CHUNK = 50;

export interface WithoutJob {
  waiting: PileTable[];
  /** In the order of their ids. */
  rest: PileTable[];
  /** Whether no pile with a higher id sends the rest. */
  isLast: boolean;
  zips: { id: string; ownerId: string }[];
}

/** The SQL for the jobs of piles. */
export const jobQueries = (db: Database) => ({
  /** Whether a job of this kind waits for the pile and will run at `runAt` (epoch milliseconds) at the latest. */
  async hasJob(kind: string, pileId: string, runAt: number): Promise<boolean> {
    const job = db.read
      .selectFrom("job")
      .select("id")
      .where("kind", "=", kind)
      .where("subject", "=", pileId)
      .where("state", "=", "queued")
      .where("runAt", "<=", runAt)
      .limit(1);
    return (await job.executeTakeFirst()) !== undefined;
  },

  /** The job that sends rows of a pile next. */
  nextSend: (pileId: string): Promise<{ state: string; attempts: number; runAt: number } | undefined> =>
    db.read
      .selectFrom("job")
      .select(["state", "attempts", "runAt"])
      .where("kind", "=", SEND_PILE)
      .where("subject", "=", pileId)
      .where("job.state", "!=", "dead")
      .orderBy("runAt")
      .limit(1)
      .executeTakeFirst(),

  /**
   * Some piles whose rows wait to be sent, some that send the rest by themselves, and some ZIPs that wait, all without a job.
   * Their owners are not suspended.
   * @param after only piles with a higher id send the rest
   */
  async withoutJob(after: string): Promise<WithoutJob> {
    const piles = db.read
      .selectFrom("pile")
      .innerJoin("users", "users.id", "pile.ownerId")
      .selectAll("pile")
      .where("users.suspendedAt", "is", null)
      .where(({ exists, not }) =>
        not(exists(jobsAbout(db.read, SEND_PILE, "pile.id").where("job.state", "!=", "dead"))),
      )
      .orderBy("pile.id")
      .limit(CHUNK);
    const drafts = db.read
      .selectFrom("pileRow")
      .select("pileRow.id")
      .where("pileRow.pileId", "=", sql.ref<string>("pile.id"))
      .where("pileRow.state", "=", "draft");
    const waiting = await piles
      .where(({ exists }) => exists(drafts.where("pileRow.sendAt", "is not", null)))
      .execute();
    const rest = await piles
      .where("pile.sendRest", "=", 1)
      .where("pile.id", ">", after)
      .where(({ exists }) => exists(drafts))
      .execute();
    const zips = await db.read
      .selectFrom("pileZip")
      .innerJoin("pile", "pile.id", "pileZip.pileId")
      .innerJoin("users", "users.id", "pile.ownerId")
      .select(["pileZip.id", "pile.ownerId"])
      .where("users.suspendedAt", "is", null)
      .where("pileZip.state", "=", "waiting")
      .where(({ exists, not }) =>
        not(exists(jobsAbout(db.read, UNPACK_ZIP, "pileZip.id").where("job.state", "!=", "dead"))),
      )
      .limit(CHUNK)
      .execute();
    return { waiting, rest, isLast: rest.length < CHUNK, zips };
  },
});
