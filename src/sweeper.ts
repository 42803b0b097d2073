import { sweepParts } from "./api/upload-parts.ts";
import type { Report } from "./api/errors.ts";
import { UNUSED_LIMIT } from "./server/files/files.service.ts";
import type { Services } from "./server/services.ts";

const HOUR = 3_600_000;

export interface SweeperOptions {
  services: Pick<Services, "files">;
  /** Where parts of uploads await the rest. */
  uploads: string;
  report: Report;
}

/**
 * Removes what was handed in and never used, and what came of uploads that were given up. Where one of them fails the
 * other goes on.
 * @param now epoch milliseconds, of the clock of the services
 */
export async function sweepOnce({ services, uploads, report }: SweeperOptions, now: number): Promise<void> {
  const sweeps = [() => sweepParts(uploads, now - UNUSED_LIMIT), () => services.files.sweep(report)];
  for (const sweep of sweeps) await sweep().catch(report);
}

/** Removes every hour what was handed in and never used. */
export function startSweeper({ services, uploads, report }: SweeperOptions) {
  let running: Promise<unknown> = Promise.resolve();
  const sweep = () => {
    running = sweepOnce({ services, uploads, report }, Date.now());
  };
  const timer = setInterval(sweep, HOUR).unref();
  sweep();
  return {
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };
}
