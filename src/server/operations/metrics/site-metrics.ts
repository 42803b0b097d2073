import type { MetricSnapshot } from "../../../shared/operations/metric-snapshot.ts";
import type { JobRunnerLog, PoolName, PoolUse, QueryFacts } from "../../platform/index.ts";
import { workerDeaths } from "../../../shared/operations/worker-deaths.ts";
import { CACHE_LOOKUPS, OTHER, REQUEST_SECONDS, REQUESTS } from "./metric-names.ts";
import { addProcessMetrics } from "./process-metrics.ts";
import { createRegistry } from "./registry.ts";

/** The upper limits of the durations of requests, in seconds. */
const REQUEST_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const QUERY_BUCKETS = [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 15];
const JOB_BUCKETS = [0.1, 0.5, 1, 5, 10, 30, 60, 240];
/** Other methods count as `other`, because a visitor can send any word as a method. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** A stranger can get these statuses with every method on every route, so they count without a method. */
const REFUSALS: ReadonlySet<number | undefined> = new Set([undefined, 403, 405]);
const VERBS = new Set(["select", "insert", "update", "delete", "begin", "commit", "rollback"]);
/** The kind of the job that recognises one page. */
const PAGE_JOB = "recognisePage";

export interface RequestFacts {
  /** A pattern of `createRoutePatterns`. */
  route: string;
  method: string;
  /** The status of the response; undefined if the client left before it. */
  status: number | undefined;
  ms: number;
}

export type SiteMetrics = ReturnType<typeof createSiteMetrics>;

/**
 * The metrics of one process of the site. docs/monitoring/metrics.md lists them.
 * @param facts the engine of the database, and the version of Proshno
 */
export function createSiteMetrics({ engine, version }: { engine: string; version: string }) {
  const registry = createRegistry();
  const { counter, histogram, gauge } = registry;
  const requests = counter({
    name: REQUESTS,
    help: "Requests by route pattern, method and class of the status.",
    labels: ["route", "method", "status"],
  });
  const requestSeconds = histogram({
    name: REQUEST_SECONDS,
    help: "Time from a request's headers to the end of its response, by route pattern.",
    labels: ["route"],
    buckets: REQUEST_BUCKETS,
  });
  const cacheLookups = counter({
    name: CACHE_LOOKUPS,
    help: "Requests that the response cache could answer, by result: hit or miss.",
    labels: ["result"],
  });
  const querySeconds = histogram({
    name: "proshno_db_query_duration_seconds",
    help: "Time of database statements, by engine and first word.",
    labels: ["engine", "verb"],
    buckets: QUERY_BUCKETS,
  });
  const queryErrors = counter({
    name: "proshno_db_query_errors_total",
    help: "Database statements that failed, by engine.",
    labels: ["engine"],
  });
  const slowQueries = counter({
    name: "proshno_db_slow_queries_total",
    help: "Database statements that took PROSHNO_SLOW_QUERY_MS or longer, by engine.",
    labels: ["engine"],
  });
  const refusals = counter({
    name: "proshno_limit_refusals_total",
    help: "Actions that a rate limit refused, by limit.",
    labels: ["limit"],
  });
  const jobs = counter({
    name: "proshno_job_attempts_total",
    help: "Attempts of jobs by kind and outcome: done, retry or dead.",
    labels: ["kind", "outcome"],
  });
  const jobSeconds = histogram({
    name: "proshno_job_duration_seconds",
    help: "Time of jobs that succeeded, by kind.",
    labels: ["kind"],
    buckets: JOB_BUCKETS,
  });
  const mails = counter({
    name: "proshno_mails_total",
    help: "Mails that the mail server or the outbox accepted (sent) or refused (failed).",
    labels: ["outcome"],
  });
  const pagesRead = counter({
    name: "proshno_recognition_pages_read_total",
    help: "Page images whose text was read.",
  });
  const uploads = counter({
    name: "proshno_uploads_total",
    help: "Uploaded files by outcome: accepted or refused.",
    labels: ["outcome"],
  });
  const uploadBytes = counter({
    name: "proshno_upload_bytes_total",
    help: "Bytes of the accepted files.",
  });
  const driveCopies = counter({
    name: "proshno_drive_copies_total",
    help: "Attempts to copy a file from Google Drive by result: copied, or the problem.",
    labels: ["result"],
  });
  gauge({ name: "proshno_info", help: "Always 1.", labels: ["version", "engine"], merge: "max" }, () => [
    [[version, engine], 1],
  ]);
  addProcessMetrics(registry);
  slowQueries([engine], 0);
  queryErrors([engine], 0);
  for (const result of ["hit", "miss"]) cacheLookups([result], 0);
  for (const outcome of ["sent", "failed"]) mails([outcome], 0);
  for (const outcome of ["accepted", "refused"]) uploads([outcome], 0);
  driveCopies(["copied"], 0);

  return {
    /** The primary adds the deaths of its workers. */
    snapshot: (): MetricSnapshot => [...registry.snapshot(), workerDeaths(0)],

    request({ route, method, status, ms }: RequestFacts): void {
      const known = METHODS.has(method) && !REFUSALS.has(status) ? method : OTHER;
      requests([route, known, status === undefined ? "aborted" : `${Math.floor(status / 100)}xx`]);
      requestSeconds(ms / 1_000, [route]);
    },

    responseCache: {
      hit: () => cacheLookups(["hit"]),
      miss: () => cacheLookups(["miss"]),
      /** @param size reads the number of entries and their bytes */
      follow(size: () => { entries: number; bytes: number }): void {
        const entries = "proshno_response_cache_entries";
        gauge({ name: entries, help: "Responses in the response cache." }, () => [[[], size().entries]]);
        const bytes = "proshno_response_cache_bytes";
        gauge({ name: bytes, help: "Memory of the response cache." }, () => [[[], size().bytes]]);
      },
    },

    query({ sql, ms, hasFailed }: QueryFacts): void {
      const verb = /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? "";
      querySeconds(ms / 1_000, [engine, VERBS.has(verb) ? verb : OTHER]);
      if (hasFailed) queryErrors([engine]);
    },

    slowQuery: () => slowQueries([engine]),

    /** @param read returns nothing for an engine without pools */
    followPools(read: () => Partial<Record<PoolName, PoolUse>>): void {
      const help = "Connections to PostgreSQL by pool and state, and the queries that wait for one.";
      gauge({ name: "proshno_db_pool_connections", help, labels: ["pool", "state"] }, () =>
        Object.entries(read()).flatMap(([pool, use]) =>
          Object.entries(use).map(([state, count]): [string[], number] => [[pool, state], count as number]),
        ),
      );
    },

    refused: (limit: string) => refusals([limit]),

    job: {
      done({ kind, ms }: Parameters<NonNullable<JobRunnerLog["done"]>>[0]): void {
        jobs([kind, "done"]);
        jobSeconds(ms / 1_000, [kind]);
        if (kind === PAGE_JOB) pagesRead();
      },
      failed({ kind, state }: Parameters<JobRunnerLog["failed"]>[0]): void {
        jobs([kind, state === "dead" || state === "refused" ? "dead" : "retry"]);
      },
    },

    mail: (outcome: "sent" | "failed") => mails([outcome]),

    /** @param bytes the size of the file; undefined if the file was refused */
    upload(bytes: number | undefined): void {
      uploads([bytes === undefined ? "refused" : "accepted"]);
      if (bytes !== undefined) uploadBytes([], bytes);
    },

    /** @param problem undefined if the file was copied */
    driveCopy: (problem: string | undefined) => driveCopies([problem ?? "copied"]),
  };
}
