import type { JobKind } from "../../platform/index.ts";
import type { LinkCheckService } from "./link-check.service.ts";
import type { Probe } from "./probe.ts";

/**
 * The job handlers of the link check.
 * @param probe undefined if the link check is turned off; the job then does nothing
 */
export function linkCheckHandlers(
  linkCheck: LinkCheckService,
  probe: Probe | undefined,
): Record<"linkCheck", JobKind> {
  return {
    linkCheck: {
      // The check reads no body of a stranger's response.
      bytes: "ours",
      async run(_job, signal) {
        if (probe) await linkCheck.checkBatch(probe, signal);
      },
    },
  };
}
