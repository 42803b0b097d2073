import { sql } from "kysely";
import type { Allowed } from "../../../shared/people/authorize.ts";
import type { Database, OperationsSampleTable, Query } from "../../platform/index.ts";

/** The columns that are combined in the same way over processes and over time. */
const combined = [
  sql<number>`sum(errors)`.as("errors"),
  sql<number | null>`max("p95Ms")`.as("p95Ms"),
  sql<number>`sum("cacheHits")`.as("cacheHits"),
  sql<number>`sum("cacheLookups")`.as("cacheLookups"),
  sql<number>`max(queued)`.as("queued"),
  sql<number>`max(dead)`.as("dead"),
  sql<number>`max("pagesWaiting")`.as("pagesWaiting"),
  sql<number>`min("diskFree")`.as("diskFree"),
] as const;

/** The measurements of one part of a period, of all machines together. */
export interface HistoryPoint {
  /** The start of the part, in epoch milliseconds. */
  at: number;
  requestsPerMinute: number;
  errors: number;
  p95Ms: number | null;
  /** The part of the requests that the response cache answered, from 0 to 1; null if there were none. */
  cacheHits: number | null;
  queued: number;
  dead: number;
  pagesWaiting: number;
  /** The lowest free space of a machine, in bytes. */
  diskFree: number;
  /** In bytes. */
  memory: number;
}

export function createHistoryRepo(db: Database) {
  return {
    /**
     * Stores the measurements of a minute.
     * @returns false if this minute of the machine is already stored
     */
    async insert(sample: OperationsSampleTable): Promise<boolean> {
      const { numInsertedOrUpdatedRows = 0n } = await db.write
        .insertInto("operationsSample")
        .values(sample)
        .onConflict((conflict) => conflict.columns(["at", "machine"]).doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows > 0n;
    },

    /** @param time epoch milliseconds */
    async deleteBefore(time: number): Promise<void> {
      await db.write.deleteFrom("operationsSample").where("at", "<", time).execute();
    },

    /**
     * The measurements from `from` in parts of `step` ms: averages of requests and cache hits, sums of errors, and
     * the worst of everything else. Parts without a measurement are missing.
     * @param from epoch milliseconds, a multiple of `step`
     */
    async parts(_by: Allowed<"seeOperations">, from: number, step: number): Promise<HistoryPoint[]> {
      const minutes = (read: Query) =>
        read
          .selectFrom("operationsSample")
          .select([
            "at",
            sql<number>`sum(requests)`.as("requests"),
            ...combined,
            sql<number>`sum(memory)`.as("memory"),
          ])
          .where("at", ">=", from)
          .groupBy("at");
      // PostgreSQL needs the expression of the group and of the column to be the same text.
      const part = sql<number>`"at" - "at" % ${sql.lit(step)}`;
      const rows = await db.onReplica((read) =>
        read
          .selectFrom(minutes(read).as("minute"))
          .select([
            part.as("start"),
            sql<number>`avg(requests)`.as("requests"),
            ...combined,
            sql<number>`max(memory)`.as("memory"),
          ])
          .groupBy(part)
          .orderBy("start")
          .execute(),
      );
      return rows.map((row) => ({
        at: Number(row.start),
        requestsPerMinute: Number(row.requests),
        errors: Number(row.errors),
        p95Ms: row.p95Ms === null ? null : Number(row.p95Ms),
        cacheHits: Number(row.cacheLookups) > 0 ? Number(row.cacheHits) / Number(row.cacheLookups) : null,
        queued: Number(row.queued),
        dead: Number(row.dead),
        pagesWaiting: Number(row.pagesWaiting),
        diskFree: Number(row.diskFree),
        memory: Number(row.memory),
      }));
    },
  };
}

export type HistoryRepo = ReturnType<typeof createHistoryRepo>;
