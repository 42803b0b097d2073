import { sql } from "kysely";
import type { Allowed } from "../../../shared/people/authorize.ts";
import { type Database, lanes } from "../../platform/index.ts";

/** The jobs of one lane in one state. */
export interface LaneCount {
  lane: string;
  state: "queued" | "running" | "dead";
  jobs: number;
  /** The earliest time at which one of these jobs could have run, in epoch milliseconds. */
  oldest: number;
  /** How often a process died of these jobs. */
  deaths: number;
}

/** The jobs of one kind that a process died of. */
export interface DeadlyKind {
  kind: string;
  /** How often a process died. */
  deaths: number;
  /** How many of these jobs run again. */
  waiting: number;
  /** How many of these jobs never run again. */
  ended: number;
}

/** Reads numbers that belong to the whole archive, and not to one process. */
export function createArchiveMetricsRepo(db: Database) {
  return {
    /** The jobs by lane and state. It reads the primary, so that a replica that is away delays no scrape. */
    async lanes(): Promise<LaneCount[]> {
      const rows = await db.read
        .selectFrom("job")
        .select([
          "lane",
          "state",
          sql<number>`count(*)`.as("jobs"),
          sql<number>`min("runAt")`.as("oldest"),
          sql<number>`sum(deaths)`.as("deaths"),
        ])
        .groupBy(["lane", "state"])
        .execute();
      return rows.map((row) => ({
        ...row,
        jobs: Number(row.jobs),
        oldest: Number(row.oldest),
        deaths: Number(row.deaths),
      }));
    },

    /** Lists the kinds of job that a process died of, and whose jobs are not done. @param since in epoch milliseconds */
    async deadlyKinds(_by: Allowed<"seeOperations">, since: number): Promise<DeadlyKind[]> {
      const rows = await db.read
        .selectFrom("job")
        .select([
          "kind",
          sql<number>`sum(deaths)`.as("deaths"),
          sql<number>`sum(case when state = 'dead' then 0 else 1 end)`.as("waiting"),
          sql<number>`sum(case when state = 'dead' then 1 else 0 end)`.as("ended"),
        ])
        .where("deaths", ">", 0)
        .where("updatedAt", ">=", since)
        .groupBy("kind")
        .orderBy("kind")
        .execute();
      return rows.map(({ kind, deaths, waiting, ended }) => {
        return { kind, deaths: Number(deaths), waiting: Number(waiting), ended: Number(ended) };
      });
    },
  };
}

/** The jobs of these lanes in this state. */
export const jobsIn = (counts: LaneCount[], state: LaneCount["state"]): number =>
  counts.reduce((sum, one) => sum + (one.state === state ? one.jobs : 0), 0);

/** The lanes of page recognition. */
const PAGE_LANES: ReadonlySet<string> = new Set([lanes.heads, lanes.pages]);

/** The page images of the archive whose recognition is in this state. */
export const pagesIn = (counts: LaneCount[], state: LaneCount["state"]): number =>
  jobsIn(
    counts.filter(({ lane }) => PAGE_LANES.has(lane)),
    state,
  );

export type ArchiveMetricsRepo = ReturnType<typeof createArchiveMetricsRepo>;
