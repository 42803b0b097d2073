import { authorize } from "../../../shared/people/authorize.ts";
import type { MetricSnapshot } from "../../../shared/operations/metric-snapshot.ts";
import type { HistoryPeriod } from "../../../shared/operations/operations.ts";
import type { DiskSpace } from "../../files/index.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import { type ArchiveMetricsRepo, type DeadlyKind, jobsIn, pagesIn } from "./archive-metrics.repo.ts";
import type { HealthCheck, ProblemName } from "./health.ts";
import type { HistoryPoint, HistoryRepo } from "./history.repo.ts";
import { figuresBetween, type Totals, totalsOf } from "./request-figures.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** How long measurements are kept, in ms. */
const KEPT = 14 * DAY;
/** Each period has 48 parts, so that a phone can draw them and a table can list them. */
const PERIODS: Record<HistoryPeriod, { length: number; step: number }> = {
  day: { length: DAY, step: 30 * MINUTE },
  fortnight: { length: 14 * DAY, step: 7 * HOUR },
};

export interface HistoryDependencies {
  historyRepo: HistoryRepo;
  archiveMetricsRepo: ArchiveMetricsRepo;
  health: HealthCheck;
  disk: () => Promise<DiskSpace>;
  /** The name of this machine. */
  machine: string;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

export interface Operations {
  period: HistoryPeriod;
  /** The problems now. */
  problems: ProblemName[];
  /** The kinds of job that a process died of. */
  deadlyKinds: DeadlyKind[];
  /** The length of a part, in ms. */
  step: number;
  /** All parts of the period in order. `point` is undefined if nothing was measured. */
  parts: { at: number; point: HistoryPoint | undefined }[];
}

/** The history of the archive's measurements, for the admins' page about operations. */
export function createHistoryService(dependencies: HistoryDependencies) {
  const { historyRepo, archiveMetricsRepo, health, disk, machine, clock } = dependencies;
  /** The last stored reading. */
  let last: { totals: Totals; at: number } | undefined;

  return {
    /** @throws DomainError sign_in_required, forbidden */
    async history(actor: Actor, period: HistoryPeriod): Promise<Operations> {
      const by = authorize(actor, "seeOperations");
      const { length, step } = PERIODS[period];
      const from = Math.floor(clock() / step + 1) * step - length;
      const [points, { problems }, deadlyKinds] = await Promise.all([
        historyRepo.parts(by, from, step),
        health(),
        archiveMetricsRepo.deadlyKinds(by, clock() - PERIODS.fortnight.length),
      ]);
      const parts = Array.from({ length: length / step }, (_, index) => {
        const at = from + index * step;
        return { at, point: points.find((point) => point.at === at) };
      });
      return { period, step, parts, problems: problems.map(({ name }) => name), deadlyKinds };
    },

    /**
     * Stores the measurements of the last minute and deletes old ones. The first call after a start stores
     * nothing, because it has no earlier reading. After a call that failed or a pause, the next one stores the
     * errors of the whole time, and the requests as an average minute.
     * @param snapshot the metrics of all processes of this machine
     */
    async sample(snapshot: MetricSnapshot): Promise<void> {
      const totals = totalsOf(snapshot);
      const now = clock();
      const reading = { totals, at: now };
      if (!last) return void (last = reading);
      const [counts, { free }] = await Promise.all([archiveMetricsRepo.lanes(), disk()]);
      const minutes = Math.max(1, Math.round((now - last.at) / MINUTE));
      const figures = figuresBetween(last.totals, totals);
      const isStored = await historyRepo.insert({
        at: now - (now % MINUTE),
        machine,
        ...figures,
        requests: Math.round(figures.requests / minutes),
        queued: jobsIn(counts, "queued"),
        dead: jobsIn(counts, "dead"),
        pagesWaiting: pagesIn(counts, "queued"),
        diskFree: free,
        memory: totals.memory,
      });
      if (isStored) last = reading;
      await historyRepo.deleteBefore(now - KEPT);
    },
  };
}
