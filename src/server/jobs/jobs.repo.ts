import type { Database, JobTable, Query } from "../db/schema.ts";

/** A claim that is still held: the job, and which of its attempts this is. */
export type Claim = Pick<JobTable, "id" | "attempts">;

/** Which jobs a worker takes. */
export interface JobChoice {
  /** Of these kinds alone. */
  only?: string[] | undefined;
  /** Of these kinds none. */
  not?: string[] | undefined;
}

export function createJobsRepo(db: Database) {
  /** The row of a claim, unless its lease lapsed and somebody else has claimed the job since. */
  const held = ({ id, attempts }: Claim) =>
    db.write
      .updateTable("job")
      .where("id", "=", id)
      .where("attempts", "=", attempts)
      .where("state", "=", "running");

  return {
    /** @param within a transaction to be part of; on its own where absent */
    async insert(rows: JobTable[], within: Query = db.write): Promise<void> {
      if (rows.length > 0) await within.insertInto("job").values(rows).execute();
    },

    /**
     * Claims the job that is due the longest. PostgreSQL skips rows that another worker is claiming; on SQLite the
     * transaction is BEGIN IMMEDIATE, so there is no other.
     * @param now epoch milliseconds @param leaseUntil when the claim lapses
     */
    async claim(now: number, leaseUntil: number, choice: JobChoice = {}): Promise<JobTable | undefined> {
      // Looking first spares an idle SQLite archive the write lock.
      if (!(await due(db.read, now, choice).executeTakeFirst())) return undefined;
      return db.write.transaction().execute(async (trx) => {
        const candidate = due(trx, now, choice);
        const locked = db.engine === "postgres" ? candidate.forUpdate().skipLocked() : candidate;
        const found = await locked.executeTakeFirst();
        if (!found) return undefined;
        return trx
          .updateTable("job")
          .set((row) => ({
            state: "running" as const,
            attempts: row("attempts", "+", 1),
            leaseUntil,
            updatedAt: now,
          }))
          .where("id", "=", found.id)
          .returningAll()
          .executeTakeFirstOrThrow();
      });
    },

    /** @returns whether the claim was still held, and holds until `leaseUntil` now */
    async renew(claim: Claim, leaseUntil: number): Promise<boolean> {
      const { numUpdatedRows } = await held(claim).set({ leaseUntil }).executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Takes a finished job away. @returns whether the claim was still held */
    async remove({ id, attempts }: Claim): Promise<boolean> {
      const { numDeletedRows } = await db.write
        .deleteFrom("job")
        .where("id", "=", id)
        .where("attempts", "=", attempts)
        .where("state", "=", "running")
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /** Ends a claim with the job not done. @returns whether the claim was still held */
    async giveBack(claim: Claim, changes: Partial<JobTable>): Promise<boolean> {
      const { numUpdatedRows } = await held(claim)
        .set({ ...changes, leaseUntil: null })
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}

/** Queued and due, or running under a lease that lapsed because its worker died. */
function due(query: Query, now: number, { only, not }: JobChoice) {
  const rows = query
    .selectFrom("job")
    .select("id")
    .where((row) =>
      row.or([
        row.and([row("state", "=", "queued"), row("runAt", "<=", now)]),
        row.and([row("state", "=", "running"), row("leaseUntil", "<=", now)]),
      ]),
    )
    .orderBy("runAt")
    .orderBy("id")
    .limit(1)
    .$if(only !== undefined, (all) => all.where("kind", "in", only ?? []))
    .$if(not !== undefined, (all) => all.where("kind", "not in", not ?? []));
  return rows;
}

export type JobsRepo = ReturnType<typeof createJobsRepo>;
