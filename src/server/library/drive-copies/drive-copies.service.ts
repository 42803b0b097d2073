import { authorize } from "../../../shared/people/authorize.ts";
import { type CopyProblem, type CopyState, driveProblems } from "../../../shared/files/drive-copy.ts";
import { DomainError } from "../../../shared/problems/errors.ts";
import { MAX_PAPER_BYTES } from "../../../shared/files/file-limits.ts";
import { FILE_FIELD } from "../../../shared/files/files.ts";
import { paperRefusals } from "../../../shared/files/paper.ts";
import type { Placed } from "../../../shared/moderating/areas.ts";
import { type Actor, type Owned, policy } from "../../../shared/people/policy.ts";
import type { FilesService, UploadSpace } from "../../files/index.ts";
import { MAX_ATTEMPTS } from "../../platform/index.ts";
import type { PlanCopy } from "../items/copy-plan.ts";
import type { CopyCounts, CopyProgressRepo, FailedCopy } from "./copy-progress.repo.ts";
import type { DriveCopiesRepo, WantedCopy } from "./drive-copies.repo.ts";
import type { DriveResponse, ReadDrive } from "./read-drive.ts";

export interface DriveCopiesDependencies {
  driveCopiesRepo: DriveCopiesRepo;
  copyProgressRepo: CopyProgressRepo;
  files: Pick<FilesService, "acceptCopy">;
  uploadSpace: Pick<UploadSpace, "hasSpace">;
  planCopy: PlanCopy;
  /** Removes bytes that no file uses. If the removal fails, the sweep does it later. */
  discard: (sha256s: string[]) => Promise<void>;
  /** The maximum size of all copies together, in bytes; undefined if the operator has not turned copies on. */
  limit: number | undefined;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
  /** Called with each result. @param problem undefined if the file was copied */
  onResult: (problem: CopyProblem | undefined) => void;
}

/** How copies stand, for admins. */
export interface CopyProgress extends CopyCounts {
  isOn: boolean;
  isPaused: boolean;
  /** When Drive may be asked again, as ISO 8601; undefined if it may be asked now. */
  notBefore: string | undefined;
  /** The maximum size of all copies together, in bytes. */
  limit: number;
  /** The newest failures, with the reason that the admin chose. */
  failures: FailedCopy[];
  /** The chosen reason. */
  problem: CopyProblem | undefined;
}

/** One attempt to copy a file. */
export interface CopyAttempt {
  itemId: string;
  /** How often the job was claimed, from 1. */
  attempts: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** How long all copies wait after Drive is busy, in ms: at first, and at most. */
const FIRST_WAIT = MINUTE;
const LONGEST_WAIT = 6 * HOUR;
const GROWTH = 4;
/** After Drive failed to send so many different files in a row, the fault is not in the files, and all copies wait. */
const FAILING_FILES = 3;
const MAX_FAILING = 10;
/** How long a rejected item keeps its copy, in ms; an admin may change the decision. */
const REJECTED_FOR = 7 * 24 * HOUR;
/** The part of the space for all copies that the copies of one account's items can use. */
const SHARE = 1 / 10;
/** How many failures the page lists, and how many items are planned in one transaction. */
const SHOWN = 50;
const BATCH = 100;
/** Problems that may pass without a change by a person. */
const PASSING: ReadonlySet<CopyProblem> = new Set([
  "busy",
  "quota_exceeded",
  "too_slow",
  "unreachable",
  "not_stored",
]);
const problems: readonly string[] = [...driveProblems, ...paperRefusals];

/** Lets the job runner try again later. Its code appears in the log. */
class CopyDelayed extends Error {
  readonly code: CopyProblem;
  /** The shortest delay of this job, in ms. */
  readonly retryAfter: number;

  constructor(code: CopyProblem, retryAfter: number) {
    super(code);
    this.name = "CopyDelayed";
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/**
 * Copies of the files behind Drive links, so that these items have a thumbnail, text and details, and outlive
 * their links.
 */
export function createDriveCopiesService(dependencies: DriveCopiesDependencies) {
  const {
    driveCopiesRepo: repo,
    copyProgressRepo,
    files,
    uploadSpace,
    planCopy,
    limit,
    clock,
    onResult,
    discard,
  } = dependencies;

  /** @param retryAfter the shortest delay of this copy, in ms */
  async function fail(
    item: WantedCopy,
    problem: CopyProblem,
    attempts: number,
    retryAfter = 0,
  ): Promise<void> {
    const isLast = !PASSING.has(problem) || attempts >= MAX_ATTEMPTS;
    onResult(problem);
    await repo.note(item, isLast ? "failed" : "waiting", problem, clock());
    if (!isLast) throw new CopyDelayed(problem, Math.min(LONGEST_WAIT, retryAfter));
  }

  /** Stops all copies. @param wait in ms */
  async function backOff(wait: number): Promise<void> {
    await repo.setNotBefore(clock() + Math.min(LONGEST_WAIT, Math.max(FIRST_WAIT, wait)));
  }

  /** Stops all copies if Drive wants no requests, or failed to send several different files in a row. */
  async function noteHealth({ linkKey }: WantedCopy, attempts: number, answer: DriveResponse): Promise<void> {
    const failing = await repo.failing();
    const isBusy = "problem" in answer && answer.problem === "busy";
    if (isBusy && answer.isForAll) return backOff(answer.retryAfter ?? FIRST_WAIT * GROWTH ** (attempts - 1));
    if (!isBusy) return failing.length > 0 ? repo.setFailing([]) : undefined;
    const bad = [...failing.filter((one) => one !== linkKey), linkKey].slice(-MAX_FAILING);
    await repo.setFailing(bad);
    if (bad.length >= FAILING_FILES) await backOff(FIRST_WAIT * GROWTH ** (bad.length - FAILING_FILES));
  }

  /**
   * The free space for an item's copy, in bytes, and the problem of a larger file.
   * @param total the space for all copies, in bytes
   */
  async function spaceFor(
    { uploaderId }: WantedCopy,
    total: number,
  ): Promise<{ free: number; problem: CopyProblem }> {
    const free = total - (await repo.used());
    const own = uploaderId === null ? free : shareOf(total) - (await repo.usedBy(uploaderId));
    return own < free ? { free: own, problem: "account_full" } : { free, problem: "archive_full" };
  }

  /** @returns why the file was refused; undefined if the item has its copy, or no longer wants one */
  async function store(item: WantedCopy, bytes: Uint8Array): Promise<CopyProblem | undefined> {
    try {
      await files.acceptCopy(item.uploaderId ?? "", bytes, (file, paper) =>
        repo.attach(item, { file, paper }),
      );
      return undefined;
    } catch (error) {
      const { code } = (error instanceof DomainError && error.fields?.[FILE_FIELD]) || {};
      if (code !== undefined && isCopyProblem(code)) return code;
      if (error instanceof DomainError) return "not_stored";
      throw error;
    }
  }

  return {
    /**
     * How copies stand.
     * @param chosen the reason whose failures are listed; any other text lists all
     * @throws DomainError sign_in_required, forbidden
     */
    async progress(actor: Actor, chosen = ""): Promise<CopyProgress> {
      const by = authorize(actor, "manageDriveCopies");
      const problem = isCopyProblem(chosen) ? chosen : undefined;
      const [counts, isPaused, notBefore, failures] = await Promise.all([
        copyProgressRepo.counts(by),
        repo.isPaused(),
        repo.notBefore(),
        copyProgressRepo.listFailed(by, problem, SHOWN),
      ]);
      return {
        ...counts,
        isOn: limit !== undefined,
        isPaused,
        notBefore: notBefore > clock() ? new Date(notBefore).toISOString() : undefined,
        limit: limit ?? 0,
        failures,
        problem,
      };
    },

    /**
     * Plans the copies of all items without one, also of items whose copy failed.
     * @throws DomainError sign_in_required, forbidden; conflict if copies are turned off
     */
    async start(actor: Actor): Promise<void> {
      const by = authorize(actor, "manageDriveCopies");
      if (limit === undefined) throw new DomainError("conflict");
      await repo.start(by);
    },

    /** Stops copies in every process of the archive. @throws DomainError sign_in_required, forbidden */
    async pause(actor: Actor): Promise<void> {
      await repo.setPaused(authorize(actor, "manageDriveCopies"), true);
    },

    /** Continues copies. @throws DomainError sign_in_required, forbidden */
    async resume(actor: Actor): Promise<void> {
      await repo.setPaused(authorize(actor, "manageDriveCopies"), false);
    },

    /** The state of an item's copy, for its contributor and its moderators; undefined for others and without a plan. */
    async stateOf(actor: Actor, item: Owned & Placed & { id: string }): Promise<CopyState | undefined> {
      if (!policy.moderate(actor, item) && !policy.seeOwn(actor, item)) return undefined;
      const found = await copyProgressRepo.stateOf(item.id);
      return found && { state: found.state, problem: found.problem ?? undefined };
    },

    /** Whether a job runner may ask Drive now. */
    async mayRun(): Promise<boolean> {
      return (
        !(await repo.isPaused()) && (await repo.notBefore()) <= clock() && (await uploadSpace.hasSpace())
      );
    },

    /** Plans the next copies. @param after see `planBatch` of the repository */
    async planBatch(after: string): Promise<void> {
      if (limit !== undefined) await repo.planBatch(planCopy, after, BATCH);
    },

    /** Removes the copies of items that have been rejected for a week. If copies are off, they stay. */
    async sweep(): Promise<void> {
      if (limit === undefined) return;
      for (let hasMore = true; hasMore;) {
        const swept = await repo.releaseRejected(clock() - REJECTED_FOR, BATCH);
        await discard(swept.freed);
        hasMore = swept.hasMore;
      }
    },

    /** Gives up an item's copy, because the processes that made it died. The item's page and admins see the reason. */
    async stopped(itemId: string): Promise<void> {
      const item = await repo.wanted(itemId);
      if (!item) return repo.forget(itemId);
      onResult("file_too_heavy");
      await repo.note(item, "failed", "file_too_heavy", clock());
    },

    /**
     * Copies the Drive file of one item, if the item still needs it.
     * @throws CopyDelayed if another attempt may succeed; the reason of the aborted signal
     */
    async copy({ itemId, attempts }: CopyAttempt, read: ReadDrive, signal: AbortSignal): Promise<void> {
      if (limit === undefined) return repo.forget(itemId);
      const item = await repo.wanted(itemId);
      if (!item) return repo.forget(itemId);
      // Only one copy runs at a time, so this number stays right until the copy is stored.
      const space = await spaceFor(item, limit);
      if (space.free <= 0) return fail(item, space.problem, attempts);
      const answer = await read(item.link, MAX_PAPER_BYTES, signal);
      await noteHealth(item, attempts, answer);
      if ("problem" in answer) return fail(item, answer.problem, attempts, answer.retryAfter);
      if (answer.bytes.length > space.free) return fail(item, space.problem, attempts);
      const refusal = await store(item, answer.bytes);
      if (refusal) return fail(item, refusal, attempts);
      onResult(undefined);
    },
  };
}

/**
 * The space that the copies of one account's items can use, in bytes: always enough for one file.
 * @param total the space for all copies, in bytes
 */
export const shareOf = (total: number): number =>
  Math.min(total, Math.max(Math.floor(total * SHARE), MAX_PAPER_BYTES));

export type DriveCopiesService = ReturnType<typeof createDriveCopiesService>;

const isCopyProblem = (text: string): text is CopyProblem => problems.includes(text);
