import type { JobKinds } from "../../platform/index.ts";
import type { RebuildService } from "./rebuild.service.ts";

/** A migration adds this job if the words of items have changed. */
const REBUILD_SEARCH = "rebuildSearch";

/** The time limit, in ms. It is long enough for a large archive on a slow machine. */
export const REBUILD_LIMIT = 6 * 3_600_000;

export function rebuildHandlers(rebuild: Pick<RebuildService, "run">): JobKinds {
  return { [REBUILD_SEARCH]: { bytes: "ours", run: (_job, signal) => rebuild.run({ signal }) } };
}
