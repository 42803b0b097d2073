import type { Handler } from "../../platform/index.ts";
import type { LinkCheckService } from "./link-check.service.ts";
import type { Probe } from "./probe.ts";

/**
 * The job runner's side of the check of links, by kind of job.
 * @param probe left out where the check is off: then a job does nothing
 */
export function linkCheckHandlers(
  linkCheck: LinkCheckService,
  probe: Probe | undefined,
): Record<"linkCheck", Handler> {
  return {
    linkCheck: async (_job, signal) => {
      if (probe) await linkCheck.checkBatch(probe, signal);
    },
  };
}
