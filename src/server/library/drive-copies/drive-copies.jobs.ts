import { z } from "zod";
import { type JobChoice, type JobKinds, lanes } from "../../platform/index.ts";
import { PLAN_COPIES } from "./drive-copies.repo.ts";
import type { DriveCopiesService } from "./drive-copies.service.ts";
import { COPY_DRIVE_FILE } from "./plan-copy.repo.ts";
import { type ReadDrive, TOTAL_LIMIT } from "./read-drive.ts";

/** The time limit of one job, in ms: for the download, and then for the check of the file. */
export const COPY_LIMIT = TOTAL_LIMIT + 2 * 60_000;

/** Contributors take turns, and the whole archive reads one file at a time, to be polite to Drive. */
export const DRIVE_COPIES: JobChoice = { lanes: [lanes.copies], isShared: true, concurrency: 1 };

const copyJob = z.object({ itemId: z.string() });
const planJob = z.object({ after: z.string() });

const itemOf = (payload: string): string => copyJob.parse(JSON.parse(payload)).itemId;

/** The handlers of jobs that copy Drive files. */
export function driveCopyHandlers(
  driveCopies: Pick<DriveCopiesService, "copy" | "planBatch" | "stopped">,
  read: ReadDrive,
): JobKinds {
  return {
    [COPY_DRIVE_FILE]: {
      bytes: "strangers",
      run: ({ payload, attempts }, signal) =>
        driveCopies.copy({ itemId: itemOf(payload), attempts }, read, signal),
      refuse: ({ payload }) => driveCopies.stopped(itemOf(payload)),
    },
    [PLAN_COPIES]: {
      bytes: "ours",
      run: ({ payload }) => driveCopies.planBatch(planJob.parse(JSON.parse(payload)).after),
    },
  };
}
