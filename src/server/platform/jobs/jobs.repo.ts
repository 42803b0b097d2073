import { sql } from "kysely";
import type { Database, JobTable, Query } from "../db/schema/schema.ts";
import { beginTurn, type Claim, dayOf, hasCapacity, type NextJob, nextJob } from "./job-turns.repo.ts";
import type { JobChoice } from "./lanes.ts";

/**
 * The key of an advisory lock: on PostgreSQL, claims in lanes with a limit for the whole archive happen one after
 * another. No other lock may use this key.
 */
const CLAIM_LOCK = 202_611_231_200;

/** The error of a job that is never run again, because the process of its own died of it. */
export const DIED = "ProcessDied";

/**
 * The jobs of a kind about the row of an outer query, for its condition `exists`.
 * @param subject the column of the outer query with the id that the jobs name
 */
export const jobsAbout = (query: Query, kind: string, subject: string) =>
  query
    .selectFrom("job")
    .select("job.id")
    .where("job.kind", "=", kind)
    .where("job.subject", "=", sql.ref<string>(subject));

/**
 * Lets a waiting job of a kind about this subject run now. A running job doesn't count, because it may have read older data.
 * @param now epoch milliseconds
 * @returns whether there is such a job
 */
export async function hastenJob(trx: Query, kind: string, subject: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("job")
    .set({ runAt: now, updatedAt: now })
    .where("subject", "=", subject)
    .where("kind", "=", kind)
    .where("state", "=", "queued")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function createJobsRepo(db: Database) {
  /**
   * Selects the row of a claim, unless the lease expired and another runner has claimed the job since then.
   */
  const held = ({ id, attempts }: Claim) =>
    db.write
      .updateTable("job")
      .where("id", "=", id)
      .where("attempts", "=", attempts)
      .where("state", "=", "running");

  /** Selects a job whose runner died. */
  const lapsed = (now: number, { lanes }: JobChoice) =>
    db.read
      .selectFrom("job")
      .select(["id", "attempts", "deaths", "owner", sql<number>`0`.as("turnMs")])
      .where("state", "=", "running")
      .where("leaseUntil", "<=", now)
      .where("lane", "in", lanes)
      .orderBy("leaseUntil")
      .limit(1)
      .executeTakeFirst();

  async function next(now: number, choice: JobChoice): Promise<NextJob | undefined> {
    for (const lane of choice.lanes) {
      const { rows } = await nextJob(lane, now, choice).execute(db.read);
      if (rows[0]) return { ...rows[0], held: Number(rows[0].held), turnMs: Number(rows[0].turnMs) };
    }
    return undefined;
  }

  return {
    /** @param within the caller's transaction; without it, the insert is a separate transaction */
    async insert(rows: JobTable[], within: Query = db.write): Promise<void> {
      if (rows.length > 0) await within.insertInto("job").values(rows).execute();
    },

    /**
     * Queues dead jobs of these kinds again, and resets their attempts, but not jobs that a process of their own died of.
     * @param now epoch milliseconds
     */
    async retryDead(kinds: readonly string[], now: number): Promise<void> {
      await db.write
        .updateTable("job")
        .set((eb) => ({ state: "queued", attempts: eb.ref("deaths"), runAt: now, updatedAt: now }))
        .where("kind", "in", kinds)
        .where((eb) => eb.or([eb("lastError", "is", null), eb("lastError", "!=", DIED)]))
        .where("state", "=", "dead")
        .execute();
    },

    /**
     * Repairs the times of jobs after a clock was set back. A job that was queued later than `latest` is due
     * now, and a claim from then ends like any other.
     * @param now epoch milliseconds
     * @param latest the latest time that a right clock of another server can show
     * @param leaseUntil when the claims end, unless their runners renew them
     */
    async followClock(now: number, latest: number, leaseUntil: number): Promise<void> {
      await db.transaction(async (trx) => {
        const later = trx.updateTable("job").where("updatedAt", ">", latest);
        await later.set({ runAt: now, updatedAt: now }).where("state", "=", "queued").execute();
        await later.set({ leaseUntil, updatedAt: now }).where("state", "=", "running").execute();
      });
    },

    /**
     * The queued job whose turn is next.
     * @param now epoch milliseconds
     */
    next,

    /**
     * Claims a job whose runner died or, if there is none, the job whose turn is next.
     * @param now epoch milliseconds
     * @param leaseUntil when the claim expires, in epoch milliseconds
     * @param waitAfter how long a job waits after this number of deaths, in ms
     * @returns undefined if no job is due, or if the archive pauses writes
     */
    async claim(
      now: number,
      leaseUntil: number,
      choice: JobChoice,
      waitAfter: (deaths: number) => number,
    ): Promise<JobTable | undefined> {
      if (db.writePause()) return undefined;
      for (;;) {
        const died = await lapsed(now, choice);
        const wait = died ? waitAfter(died.deaths + 1) : 0;
        if (died && wait > 0) {
          const changes = { state: "queued", deaths: died.deaths + 1, runAt: now + wait, leaseUntil: null };
          await held(died)
            .where("leaseUntil", "<=", now)
            .set({ ...changes, updatedAt: now } as Partial<JobTable>)
            .execute();
          continue;
        }
        const job = died ?? (await next(now, choice));
        if (!job || !(await hasCapacity(db.read, now, choice))) return undefined;
        const claimed = await db.transaction(async (trx) => {
          if (choice.concurrency !== undefined && db.engine === "postgres")
            await sql`select pg_advisory_xact_lock(${CLAIM_LOCK})`.execute(trx);
          if (!(await hasCapacity(trx, now, choice))) return undefined;
          // If another runner has just claimed the job, the number of attempts is different.
          const row = await trx
            .updateTable("job")
            .set({
              state: "running",
              attempts: job.attempts + 1,
              deaths: job.deaths + (died ? 1 : 0),
              leaseUntil,
              updatedAt: now,
            })
            .where("id", "=", job.id)
            .where("attempts", "=", job.attempts)
            .where((eb) => eb.or([eb("state", "=", "queued"), eb("leaseUntil", "<=", now)]))
            .returningAll()
            .executeTakeFirst();
          if (row && choice.isShared) await beginTurn(trx, now, job, choice.perDay === undefined ? 0 : 1);
          return row;
        });
        if (claimed) return claimed;
      }
    },

    /** Counts a runner's time for an owner. @param now epoch milliseconds @param ms the time of the job */
    async charge(now: number, owner: string, ms: number): Promise<void> {
      await db.write
        .insertInto("jobUse")
        .values({ owner, day: dayOf(now), turnMs: ms, pages: 0 })
        .onConflict((conflict) =>
          conflict.columns(["owner", "day"]).doUpdateSet((eb) => ({ turnMs: eb("jobUse.turnMs", "+", ms) })),
        )
        .execute();
    },

    /** The position of an owner; see `JobUseTable`. @param now epoch milliseconds */
    async turnOf(now: number, owner: string): Promise<number> {
      const use = db.read.selectFrom("jobUse").select("turnMs").where("owner", "=", owner);
      return Number((await use.where("day", "=", dayOf(now)).executeTakeFirst())?.turnMs ?? 0);
    },

    /** An owner's newest running job, if the owner has several. @param now epoch milliseconds */
    async secondOf(owner: string, now: number, { lanes }: JobChoice): Promise<string | undefined> {
      const rows = await db.read
        .selectFrom("job")
        .select("id")
        .where("lane", "in", lanes)
        .where("state", "=", "running")
        .where("owner", "=", owner)
        .where("leaseUntil", ">", now)
        .orderBy("updatedAt", "desc")
        .orderBy("id", "desc")
        .limit(2)
        .execute();
      return rows.length > 1 ? rows[0]?.id : undefined;
    },

    /** Counts how often processes died of the unfinished jobs of an owner. @param since in epoch milliseconds */
    async deathsOf(owner: string, since: number): Promise<number> {
      const { deaths } = await db.read
        .selectFrom("job")
        .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("deaths"), eb.lit(0)).as("deaths"))
        .where("owner", "=", owner)
        .where("deaths", ">", 0)
        .where("updatedAt", ">=", since)
        .executeTakeFirstOrThrow();
      return Number(deaths);
    },

    /** Deletes the use of earlier days. @param now epoch milliseconds */
    async deleteUse(now: number): Promise<void> {
      await db.write.deleteFrom("jobUse").where("day", "<", dayOf(now)).execute();
    },

    /** @returns whether the claim was still valid; it is then extended to `leaseUntil` */
    async renew(claim: Claim, leaseUntil: number): Promise<boolean> {
      const { numUpdatedRows } = await held(claim).set({ leaseUntil }).executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Deletes a finished job. @returns whether the claim was still valid */
    async remove({ id, attempts }: Claim): Promise<boolean> {
      const { numDeletedRows } = await db.write
        .deleteFrom("job")
        .where("id", "=", id)
        .where("attempts", "=", attempts)
        .where("state", "=", "running")
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /** Ends the claim of an unfinished job. @returns whether the claim was still valid */
    async giveBack(claim: Claim, changes: Partial<JobTable>): Promise<boolean> {
      const { numUpdatedRows } = await held(claim)
        .set({ ...changes, leaseUntil: null })
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}

export type JobsRepo = ReturnType<typeof createJobsRepo>;
