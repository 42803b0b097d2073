import { sql } from "kysely";
import type { Database } from "../../platform/index.ts";

/** The jobs of one lane in one state. */
export interface LaneCount {
  lane: string;
  state: "queued" | "running" | "dead";
  jobs: number;
  /** The earliest time at which one of these jobs could have run, in epoch milliseconds. */
  oldest: number;
}

/** Reads numbers that belong to the whole archive, and not to one process. */
export function createArchiveMetricsRepo(db: Database) {
  return {
    /** The jobs by lane and state. */
    async lanes(): Promise<LaneCount[]> {
      const rows = await db.read
        .selectFrom("job")
        .select(["lane", "state", sql<number>`count(*)`.as("jobs"), sql<number>`min("runAt")`.as("oldest")])
        .groupBy(["lane", "state"])
        .execute();
      return rows.map((row) => ({ ...row, jobs: Number(row.jobs), oldest: Number(row.oldest) }));
    },
  };
}

export type ArchiveMetricsRepo = ReturnType<typeof createArchiveMetricsRepo>;
