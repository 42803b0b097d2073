import type { RecognitionService } from "../../files/index.ts";
import type { Core } from "../../platform/index.ts";
import { UNDO_LIMIT } from "../../../shared/moderating/desk.ts";
import type {
  ChangesRepo,
  DuplicatesService,
  ResourcesRepo,
  UniversitiesService,
} from "../../library/index.ts";
import type { DeskWrites } from "./desk-apply.repo.ts";
import { createDeskBatchesRepo } from "./desk-batches.repo.ts";
import { createDeskClaimsRepo } from "./desk-claims.repo.ts";
import { createDeskDecisionsRepo } from "./desk-decisions.repo.ts";
import { createDeskDecisions } from "./desk-decisions.service.ts";
import { createDeskQueueRepo } from "./desk-queue.repo.ts";
import { createDeskQueue } from "./desk-queue.service.ts";
import { createDeskReviewRepo } from "./desk-review.repo.ts";
import { createDeskReview } from "./desk-review.service.ts";

/** How many old decisions one sweep deletes. */
const SWEEP_BATCH = 1_000;

export interface DeskDependencies extends Pick<Core, "db" | "jobs" | "clock"> {
  resourcesRepo: Pick<ResourcesRepo, "find">;
  changesRepo: Pick<ChangesRepo, "find">;
  duplicates: Pick<DuplicatesService, "compare" | "ofChange" | "alike">;
  recognition: Pick<RecognitionService, "proposals">;
  universities: Pick<UniversitiesService, "named" | "shownDepartments">;
  writes: DeskWrites;
}

/**
 * The moderators' desk (docs/decisions/066, 067): the queue, claims, decisions about one item or many, and their undo.
 * Every function takes the actor first, checks the permission, and validates its input itself.
 */
export function createDesk({ writes, ...common }: DeskDependencies) {
  const { db, clock } = common;
  const deskQueueRepo = createDeskQueueRepo(db);
  const deskClaimsRepo = createDeskClaimsRepo(db);
  const deskDecisionsRepo = createDeskDecisionsRepo(db, writes);
  const deskBatchesRepo = createDeskBatchesRepo(db, writes);
  const deskReview = createDeskReview({ ...common, deskReviewRepo: createDeskReviewRepo(db) });
  const repos = { ...common, deskQueueRepo, deskClaimsRepo, deskDecisionsRepo, deskBatchesRepo, deskReview };
  return {
    /** Reading and claiming: `list`, `next`, `open`, `claim`, `release`. */
    deskQueue: createDeskQueue(repos),
    /** Deciding: `decide`, `preview`, `bulk`, `find`, `latest`, `undo`; `run` is for the job. */
    deskDecisions: createDeskDecisions(repos),
    /** For the schedule: what the queue filters by, found out in advance. */
    deskReview: {
      run: deskReview.run,
      /** Removes claims that ended, decisions that are too old for an undo, and what is known of items that no longer wait. */
      async sweep(): Promise<void> {
        const now = clock();
        await deskClaimsRepo.sweep(now);
        await deskDecisionsRepo.sweep(now - UNDO_LIMIT, SWEEP_BATCH);
        await deskReview.sweep();
      },
    },
  };
}

export {
  type DeskItem,
  type DeskPage,
  type DeskRow,
  deskItemSchema,
  type Holder,
  holderSchema,
  nextSchema,
  queueSchema,
} from "./desk.present.ts";
export { type DeskDecision, type DeskPreview, decisionSchema, previewSchema } from "./decision.present.ts";
export { deleteEarlierStates } from "./desk-decisions.repo.ts";
export { forgetEarlierFiles } from "./replace.repo.ts";
export { deleteSimilar } from "./desk-review.repo.ts";
export { DESK_LIMIT, deskHandlers } from "./desk.jobs.ts";
