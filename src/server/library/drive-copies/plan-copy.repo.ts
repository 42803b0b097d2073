import type { DriveProblem } from "../../../shared/files/drive-copy.ts";
import { linkKey, parseLink } from "../../../shared/files/drive-link.ts";
import { hastenJob, type JobsService, lanes } from "../../platform/index.ts";
import type { PlanCopy } from "../items/copy-plan.ts";

export const COPY_DRIVE_FILE = "copyDriveFile";

export interface PlanCopyDependencies {
  jobs: Pick<JobsService, "enqueue">;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
  /** Whether the operator has turned copies on. */
  isOn: boolean;
}

/** Creates the function that plans the copy of one item's Drive file. */
export function createPlanCopy({ jobs, clock, isOn }: PlanCopyDependencies): PlanCopy {
  return async function planCopy(trx, { id, link, fileKey, uploaderId, status }) {
    if (!isOn || link === null || fileKey !== null || status === "Cancelled") return;
    const parsed = parseLink(link);
    const drive = typeof parsed === "string" ? undefined : parsed.drive;
    if (!drive) return;
    const problem: DriveProblem | null =
      drive.type === "file" ? null : drive.type === "folder" ? "folder" : "document";
    const now = clock();
    const state = problem ? ("failed" as const) : ("waiting" as const);
    const row = { linkKey: linkKey(link), state, problem, updatedAt: now };
    await trx
      .insertInto("driveCopy")
      .values({ itemId: id, ...row })
      .onConflict((conflict) => conflict.column("itemId").doUpdateSet(row))
      .execute();
    // A running job may read an earlier link.
    if (problem || (await hastenJob(trx, COPY_DRIVE_FILE, id, now))) return;
    // The contributor's copies take turns with other people's, like their pages.
    const job = { kind: COPY_DRIVE_FILE, payload: { itemId: id }, lane: lanes.copies, subject: id };
    await jobs.enqueue([{ ...job, owner: uploaderId ?? "" }], trx);
  };
}
