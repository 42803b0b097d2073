import { sweepParts } from "./api/uploads.ts";
import type { Report } from "./api/errors.ts";
import type { Services } from "./server/services.ts";

const HOUR = 3_600_000;

export interface SweeperOptions {
  services: Pick<Services, "files">;
  /** Where parts of uploads await the rest. */
  uploads: string;
  report: Report;
}

/** Removes every hour what was handed in and never used. */
export function startSweeper({ services, uploads, report }: SweeperOptions) {
  let running: Promise<unknown> = Promise.resolve();
  const sweep = () => {
    running = Promise.all([services.files.sweep(), sweepParts(uploads)]).catch(report);
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
