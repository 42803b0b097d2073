import type { DriveProblem } from "../../../shared/drive-copy.ts";
import { linkKey, parseLink } from "../../../shared/drive-link.ts";
import { type JobsService, lanes, type Query } from "../../platform/index.ts";
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
    if (problem || (await hasten(trx, id, now))) return;
    // The contributor's copies take turns with other people's, like their pages.
    const job = { kind: COPY_DRIVE_FILE, payload: { itemId: id }, lane: lanes.copies, subject: id };
    await jobs.enqueue([{ ...job, owner: uploaderId ?? "" }], trx);
  };
}

/**
 * Lets a waiting job of this item run now. A running job doesn't count, because it may read an earlier link.
 * @returns whether there is such a job
 */
async function hasten(trx: Query, itemId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("job")
    .set({ runAt: now, updatedAt: now })
    .where("subject", "=", itemId)
    .where("kind", "=", COPY_DRIVE_FILE)
    .where("state", "=", "queued")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
