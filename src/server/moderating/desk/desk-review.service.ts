import { setImmediate } from "node:timers/promises";
import { headName, type PaperProposal, type RecognitionService } from "../../files/index.ts";
import type { DeskEntryTable } from "../../platform/index.ts";
import type { DuplicatesService, UniversitiesService } from "../../library/index.ts";
import { doubtsOf } from "./desk-details.ts";
import type { DeskReviewRepo } from "./desk-review.repo.ts";

export interface ReviewDependencies {
  deskReviewRepo: DeskReviewRepo;
  duplicates: Pick<DuplicatesService, "alike">;
  recognition: Pick<RecognitionService, "proposals">;
  universities: Pick<UniversitiesService, "shownDepartments">;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** How many items are checked before other requests have their turn. */
const BATCH = 25;

/** Finds out the doubts about Pending items in advance, so that the queue can filter by them. */
export function createDeskReview(dependencies: ReviewDependencies) {
  const { deskReviewRepo, duplicates, recognition, universities, clock } = dependencies;

  /** The details in the files of these items, by item. Items without a file are absent. */
  async function proposals(ids: readonly string[]): Promise<Map<string, PaperProposal>> {
    const papers = await deskReviewRepo.papers(ids);
    if (papers.length === 0) return new Map();
    const [found, shown] = await Promise.all([
      recognition.proposals(papers.map(({ sha256 }) => ({ sha256, firstPage: 1 }))),
      universities.shownDepartments(),
    ]);
    return new Map(
      papers.flatMap(({ id, sha256, university }) => {
        const proposal = found.get(headName({ sha256, firstPage: 1 }));
        return proposal
          ? [[id, withDepartment(proposal, (name) => shown(university ?? undefined, name))]]
          : [];
      }),
    );
  }

  return {
    proposals,

    /**
     * Checks the Pending items that were never checked in their current version, or whose file was still being read.
     * @param signal stops between two batches; finished batches remain
     */
    async run(signal?: AbortSignal): Promise<void> {
      const now = clock();
      for (;;) {
        if (signal?.aborted) return;
        const ids = await deskReviewRepo.unchecked(now, BATCH);
        if (ids.length === 0) return;
        const [rows, read, similar] = await Promise.all([
          deskReviewRepo.rows(ids),
          proposals(ids),
          duplicates.alike(ids),
        ]);
        const entries = rows.map((row): DeskEntryTable => {
          const proposal = read.get(row.id);
          const { doubts, confidence } = doubtsOf(row, proposal);
          return {
            itemId: row.id,
            version: row.version,
            confidence,
            doubts: JSON.stringify(doubts),
            isWaiting: proposal?.isWaiting ? 1 : 0,
            checkedAt: Math.max(now, clock()),
          };
        });
        await deskReviewRepo.store(entries, similar);
        if (ids.length < BATCH) return;
        await setImmediate();
      }
    },

    /** Deletes what is known of items that no longer wait. */
    sweep: () => deskReviewRepo.sweep(),
  };
}

/** Replaces the department that the server read. */
function withDepartment(proposal: PaperProposal, shown: (department: string) => string): PaperProposal {
  const { department } = proposal.facts;
  if (!department) return proposal;
  const facts = { ...proposal.facts, department: { ...department, value: shown(department.value) } };
  return { ...proposal, facts };
}

export type DeskReview = ReturnType<typeof createDeskReview>;
