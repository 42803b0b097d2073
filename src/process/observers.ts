import type { Logger } from "pino";
import type { Env } from "../config/env.ts";
import { createSlowQueryLog, type SiteMetrics } from "../server/operations/index.ts";
import { inRequest, type JobRunnerLog, type Transport } from "../server/platform/index.ts";
import type { ArchiveObservers } from "./open-archive.ts";

/** Connects what happens in the archive with the metrics and the log. */
export function archiveObservers(
  { slowQueryMs }: Pick<Env, "slowQueryMs">,
  metrics: SiteMetrics,
  log: Logger,
): Required<ArchiveObservers> {
  const slowQuery = createSlowQueryLog(
    slowQueryMs,
    {
      slow: (facts) => log.warn(facts, "slow query"),
      omitted: (count) => inRequest(undefined, () => log.warn({ count }, "more slow queries, not logged")),
    },
    metrics.slowQuery,
  );
  return {
    onQuery(facts) {
      metrics.query(facts);
      slowQuery(facts);
    },
    onBusy: (reason) => log.warn({ reason }, "request refused, because the database is busy"),
    onRefused(limit) {
      metrics.refused(limit);
      log.debug({ limit }, "limit refused");
    },
    onUpload: metrics.upload,
    onDriveCopy: metrics.driveCopy,
    onChildEnded: (refusal) => log.warn({ refusal }, "process for papers ended"),
  };
}

/** Logs and counts jobs. */
export const jobObserver = (metrics: SiteMetrics, log: Logger): JobRunnerLog => ({
  done(facts) {
    metrics.job.done(facts);
    log.debug(facts, "job done");
  },
  failed(facts) {
    metrics.job.failed(facts);
    log.warn(facts, "job failed");
  },
  error: (error) => log.error({ err: error }, "job table not reachable"),
});

/** Logs and counts mails. A line names no address and no subject. */
export const observedTransport =
  (metrics: SiteMetrics, log: Logger) =>
  (transport: Transport): Transport =>
  async (rendered, signal) => {
    try {
      await transport(rendered, signal);
    } catch (error) {
      metrics.mail("failed");
      // The job logs the reason without addresses.
      log.warn({ mail: rendered.id }, "mail not sent");
      throw error;
    }
    metrics.mail("sent");
    log.info({ mail: rendered.id }, "mail sent");
  };
