import type { MetricFamily, MetricSnapshot } from "../../../shared/operations/metric-snapshot.ts";
import type { DiskSpace } from "../../files/index.ts";
import { lanes } from "../../platform/index.ts";
import { type ArchiveMetricsRepo, type LaneCount, pagesIn } from "./archive-metrics.repo.ts";
import { type Health, problemNames } from "./health.ts";

const STATES = ["queued", "running", "dead"] as const;

export interface ArchiveMetricsDependencies {
  archiveMetricsRepo: ArchiveMetricsRepo;
  disk: () => Promise<DiskSpace>;
  health: () => Promise<Health>;
  /** When the last complete backup ended, in epoch milliseconds; 0 if there was none. */
  lastBackupEnd: () => Promise<number>;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/**
 * The metrics that belong to the archive and not to a process. Only the process that answers a scrape reads
 * them, so that they are not added up. If the database does not respond, its metrics are left out.
 */
export async function archiveMetrics({
  archiveMetricsRepo,
  disk,
  health,
  lastBackupEnd,
  clock,
}: ArchiveMetricsDependencies): Promise<MetricSnapshot> {
  const { problems } = await health();
  const canRead = !problems.some(({ name }) => name === "database_unreachable");
  const [counts, backedUpAt, space] = await Promise.all([
    canRead ? archiveMetricsRepo.lanes().catch(() => undefined) : undefined,
    canRead ? lastBackupEnd().catch(() => undefined) : undefined,
    disk().catch(() => undefined),
  ]);
  return [
    family(
      "proshno_problem",
      "1 for each problem that /readyz names, otherwise 0.",
      ["problem"],
      problemNames.map((name) => row([name], problems.some((problem) => problem.name === name) ? 1 : 0)),
    ),
    ...(counts ? laneFamilies(counts, clock()) : []),
    ...(backedUpAt === undefined ? [] : [backupFamily(backedUpAt)]),
    ...(space ? diskFamilies(space) : []),
  ];
}

function laneFamilies(counts: LaneCount[], now: number): MetricSnapshot {
  const find = (lane: string, state: string) =>
    counts.find((count) => count.lane === lane && count.state === state);
  const age = (lane: string) => Math.max(0, now - (find(lane, "queued")?.oldest ?? now)) / 1_000;
  const deaths = (lane: string) =>
    counts.reduce((sum, count) => sum + (count.lane === lane ? count.deaths : 0), 0);
  const names = Object.values(lanes);
  return [
    family(
      "proshno_jobs",
      "Jobs by lane and state.",
      ["lane", "state"],
      names.flatMap((lane) => STATES.map((state) => row([lane, state], find(lane, state)?.jobs ?? 0))),
    ),
    family(
      "proshno_job_deaths",
      "How often a process died of jobs that are not done, by lane.",
      ["lane"],
      names.map((lane) => row([lane], deaths(lane))),
    ),
    family(
      "proshno_job_oldest_seconds",
      "How long the oldest due job of a lane has waited.",
      ["lane"],
      names.map((lane) => row([lane], age(lane))),
    ),
    family(
      "proshno_recognition_pages_waiting",
      "Page images that wait for recognition.",
      [],
      [row([], pagesIn(counts, "queued"))],
    ),
    family(
      "proshno_recognition_pages_failed",
      "Page images whose recognition failed too often.",
      [],
      [row([], pagesIn(counts, "dead"))],
    ),
  ];
}

const backupFamily = (endedAt: number): MetricFamily =>
  family(
    "proshno_last_backup_timestamp_seconds",
    "When the last complete backup ended; 0 if there was none.",
    [],
    [row([], endedAt / 1_000)],
  );

const diskFamilies = ({ free, size }: DiskSpace): MetricSnapshot => [
  family("proshno_data_free_bytes", "Free space for the data folder.", [], [row([], free)]),
  family("proshno_data_size_bytes", "Size of the disk with the data folder.", [], [row([], size)]),
];

type Row = MetricFamily["rows"][number];
const row = (values: string[], number: number): Row => [values, [number]];

const family = (name: string, help: string, labels: string[], rows: Row[]): MetricFamily => {
  return { name, help, type: "gauge", merge: "max", labels, buckets: [], rows };
};
