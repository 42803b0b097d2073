import type { JobsService, PileTable } from "../../platform/index.ts";
import { unpackZipJob } from "./pile-jobs.ts";
import type { PilesRepo } from "./piles.repo.ts";

export interface ContinueStoppedDependencies {
  pilesRepo: Pick<PilesRepo, "withoutJob">;
  jobs: Pick<JobsService, "enqueue">;
  /** Enqueues the job that sends rows of a pile. */
  enqueueSend: (pile: PileTable) => Promise<void>;
}

/** @returns a function that enqueues the jobs of piles and ZIPs whose job is gone, for example after a suspension of their owner */
export function createContinueStopped({ pilesRepo, jobs, enqueueSend }: ContinueStoppedDependencies) {
  // A pile whose rest waits for its owner has no job again after each sweep, so the next sweep continues after the last one.
  let last = "";

  return async function continueStopped(): Promise<void> {
    const { waiting, rest, isLast, zips } = await pilesRepo.withoutJob(last);
    for (const pile of [...waiting, ...rest]) await enqueueSend(pile);
    last = isLast ? "" : (rest.at(-1)?.id ?? "");
    await jobs.enqueue(zips.map(({ id, ownerId }) => unpackZipJob(id, ownerId)));
  };
}
