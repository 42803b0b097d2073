import { type Allowed, authorize } from "../../../shared/people/authorize.ts";
import { DomainError, invalid, isDomainError, type Problems } from "../../../shared/problems/errors.ts";
import { BETTER_COPY_FIELD, mayBeBetterCopy } from "../../../shared/files/files.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { policy } from "../../../shared/people/policy.ts";
import type { User } from "../../../shared/people/policy.ts";
import type { JobsService, LimitsService, PileRowTable, PileTable } from "../../platform/index.ts";
import type { DuplicatesService, Contribute } from "../../library/index.ts";
import { payloadOf } from "./pile-details.ts";
import { duplicateIn } from "./pile-duplicates.ts";
import type { RowsProblem } from "./pile-edits.repo.ts";
import { SEND_PILE, sendPileJob } from "./pile-jobs.ts";
import { releaseFiles } from "./pile-files.repo.ts";
import { type PileRowsRepo, updateRowIfUnchanged } from "./pile-rows.repo.ts";
import { type ViewDependencies, type ViewedRow, viewPile } from "./pile-view.ts";
import type { PilesRepo } from "./piles.repo.ts";
import { isSentAnyway } from "./row-choices.ts";
import { fileOfRow, type RowFileDependencies } from "./row-file.ts";

export interface SendingDependencies extends ViewDependencies, RowFileDependencies {
  pilesRepo: PilesRepo;
  pileRowsRepo: PileRowsRepo;
  duplicates: Pick<DuplicatesService, "find">;
  contribute: Contribute;
  limits: Pick<LimitsService, "take">;
  jobs: Pick<JobsService, "enqueue">;
  /** Removes bytes that no file uses. */
  discard: (sha256s: string[]) => Promise<void>;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** How many rows one job sends. The next job continues, so that owners take turns and no job is long. */
const ROWS_PER_JOB = 10;
/** How long to wait for papers that are being read, in ms. */
const READING_PAUSE = 15_000;
const DAY = 24 * 3_600_000;

/** Whether a row waits for pages that the server reads the next day. */
const isPostponed = ({ status, proposal, furtherPages }: ViewedRow): boolean =>
  status === "reading"
    ? proposal?.isWaiting === false && furtherPages === "tomorrow"
    : (status === "missing" || status === "check") && proposal?.isPostponed === true;

/** Returns whether an error is no fault of a row, so that the next rows would get it too. */
const isForAllRows = (error: unknown): error is DomainError =>
  isDomainError(error) && (error.code === "too_many_requests" || error.code === "no_room");

/** Whether no row waits for the person or the server, and all chosen files have arrived. */
const isOver = ({ restPlace }: PileTable, rows: ViewedRow[]): boolean =>
  (rows.at(-1)?.row.position ?? 0) >= (restPlace ?? 0) &&
  rows.every(({ status }) => ["sent", "refused", "duplicate", "leftOut"].includes(status));

/** The begin of the next day (UTC), when a daily limit begins anew. @param now epoch milliseconds */
const nextDay = (now: number): number => (Math.floor(now / DAY) + 1) * DAY;

/** The person changed the row while it was being sent. The next attempt sends the new values. */
class RowChanged extends Error {}

/** Why a row could not be sent, when the reason has nothing to do with the row. */
const NOT_SENT = JSON.stringify({ rows: { code: "notSent" } } satisfies Problems);

/** Why rows that are being sent wait: the limit of a day, or a failed attempt. */
export interface SendDelay {
  reason: "limit" | "retry";
  /** In epoch milliseconds. */
  until: number;
}

interface Failed {
  row: PileRowTable;
  error: unknown;
}

/** Sends the rows of piles, in jobs. */
export function createSending(dependencies: SendingDependencies) {
  const { pilesRepo, pileRowsRepo, duplicates, contribute, limits, jobs, discard, clock } = dependencies;

  async function enqueue({ id, ownerId }: PileTable, runAt = clock()): Promise<void> {
    if (await pilesRepo.hasJob(SEND_PILE, id, runAt)) return;
    await jobs.enqueue([sendPileJob(id, ownerId, runAt)]);
  }

  /** @throws RowChanged, DomainError */
  async function contributeRow(by: Allowed<"contribute">, viewed: ViewedRow): Promise<void> {
    const { row, files } = viewed;
    const source =
      row.link === null ? { fileKey: await fileOfRow(dependencies, by, row, files) } : { link: row.link };
    const kind = kindNamed(row.kind);
    const better = row.betterCopyOf !== null && mayBeBetterCopy(kind);
    const payload = {
      ...payloadOf(kind, viewed, source),
      ...(better && { [BETTER_COPY_FIELD]: row.betterCopyOf as string }),
    };
    // The archive may have got the paper since the row was added.
    const duplicate = isSentAnyway(row)
      ? undefined
      : duplicateIn(await duplicates.find(by, row.kind, payload), payload);
    if (duplicate) {
      await pileRowsRepo.updateIfUnchanged(row, {
        sendAt: null,
        failure: null,
        duplicate: JSON.stringify(duplicate),
      });
      return;
    }
    let unused: string[] = [];
    await contribute(by, row.kind, payload, {
      take: () => limits.take("pileContribution", { account: by.email }),
      first: (trx) => pileRowsRepo.lockPile(trx, row.pileId),
      within: async (trx, itemId) => {
        const sent = { state: "sent", itemId, sendAt: null, failure: null } as const;
        if (!(await updateRowIfUnchanged(trx, row, sent))) throw new RowChanged();
        unused = await releaseFiles(trx, [row.id]);
      },
    });
    await discard(unused);
  }

  /** @throws DomainError too_many_requests, and errors that a retry may solve */
  async function sendRow(by: Allowed<"contribute">, viewed: ViewedRow): Promise<void> {
    try {
      await contributeRow(by, viewed);
    } catch (error) {
      if (error instanceof RowChanged) return;
      if (!isDomainError(error) || error.code !== "invalid_input") throw error;
      const failure: Problems = error.fields ?? {};
      await pileRowsRepo.updateIfUnchanged(viewed.row, { sendAt: null, failure: JSON.stringify(failure) });
    }
  }

  /** Sends these rows. @returns the rows with errors that a retry may solve @throws DomainError too_many_requests */
  async function sendAll(by: Allowed<"contribute">, rows: ViewedRow[], signal: AbortSignal) {
    const failed: Failed[] = [];
    for (const viewed of rows) {
      if (signal.aborted) break;
      try {
        await sendRow(by, viewed);
      } catch (error) {
        if (isForAllRows(error)) throw error;
        failed.push({ row: viewed.row, error });
      }
    }
    return failed;
  }

  /**
   * Puts rows that could not be sent behind the others. Only when no other row waits, the job fails and is repeated.
   * @throws the error of a row
   */
  async function tryLater(pileId: string, failed: Failed[], isLast: boolean): Promise<void> {
    const rows = failed.map(({ row }) => row);
    await pileRowsRepo.putBehind(rows, NOT_SENT, clock());
    const [next] = await pileRowsRepo.waiting(pileId, 1);
    if (next?.failure === null) return;
    if (!isLast) throw failed[0]?.error;
    await pileRowsRepo.giveUp(pileId);
  }

  /** Marks the rows that became ready, and looks again later while papers are read. */
  async function continueRest(pile: PileTable): Promise<void> {
    const { rows } = await viewPile(dependencies, pile);
    // A row that could not be sent waits for the person, because it would fail again and again.
    const ready = rows.filter(({ status, failure }) => status === "ready" && failure === undefined);
    const isReading = rows.some((one) => one.status === "reading" && !isPostponed(one));
    if (ready.length > 0) {
      const ids = ready.map(({ row }) => row.id);
      await pileRowsRepo.markToSend(pile.id, ids, clock());
      await enqueue(pile);
    } else if (isReading) await enqueue(pile, clock() + READING_PAUSE);
    else if (rows.some(isPostponed)) await enqueue(pile, nextDay(clock()));
    else if (isOver(pile, rows) && !(await isArriving(pile.id)))
      await pilesRepo.update(pile.id, { sendRest: 0, restPlace: null });
  }

  /** Whether ZIPs or large PDFs will become rows. */
  async function isArriving(pileId: string): Promise<boolean> {
    const [zips, pdfs] = await Promise.all([pilesRepo.zips(pileId), pilesRepo.largePdfs(pileId)]);
    return zips.some(({ state }) => state === "waiting") || pdfs.some(({ state }) => state !== "refused");
  }

  return {
    enqueue,

    /** Why the rows of a pile that are being sent wait; undefined if they don't. */
    async delayOf(pileId: string): Promise<SendDelay | undefined> {
      const job = await pilesRepo.nextSend(pileId);
      if (!job || job.state === "running" || job.runAt <= clock()) return undefined;
      return { reason: job.attempts > 0 ? "retry" : "limit", until: job.runAt };
    },

    /** Enqueues the job if the owner wants the rest to be sent. */
    async sendRest(pile: PileTable): Promise<void> {
      if (pile.sendRest === 1) await enqueue(pile);
    },

    /**
     * Gives up the row that was being sent when the processes of its job died; it keeps the reason. The other rows go on in
     * a new job.
     */
    async stopped(pileId: string): Promise<void> {
      const [row, ...others] = await pileRowsRepo.waiting(pileId, 2);
      const pile = await pilesRepo.find(pileId);
      if (!row || !pile) return;
      await pileRowsRepo.putBehind([row], NOT_SENT, clock());
      await pileRowsRepo.giveUp(pileId);
      if (others.length > 0 || pile.sendRest === 1) await enqueue(pile);
    },

    /**
     * Sends some rows of a pile that wait. Each row and its item are one transaction, so a killed job neither loses nor
     * repeats an item.
     * @param isLast whether a failed job gets no further attempt; rows that fail are then ready again, with the reason
     * @param signal stops after the current row
     */
    async run(pileId: string, isLast: boolean, signal: AbortSignal): Promise<void> {
      const pile = await pilesRepo.find(pileId);
      const person = pile && (await pilesRepo.person(pile.ownerId));
      if (!pile || !person || !policy.usePile(person as User, pile)) return;
      const by = authorize(person as User, "contribute");
      const waiting = await pileRowsRepo.waiting(pileId, ROWS_PER_JOB);
      if (waiting.length === 0) return pile.sendRest === 1 ? continueRest(pile) : undefined;
      const { rows } = await viewPile(
        dependencies,
        pile,
        waiting.map(({ id }) => id),
      );
      // In the order in which rows wait, so that `stopped` knows the row that a dead process began with.
      const turn = new Map(waiting.map(({ id }, index) => [id, index]));
      const toSend = rows
        .filter(({ row }) => row.state === "draft" && row.sendAt !== null)
        .toSorted((a, b) => (turn.get(a.row.id) ?? 0) - (turn.get(b.row.id) ?? 0));
      try {
        const failed = await sendAll(by, toSend, signal);
        if (signal.aborted) return;
        if (failed.length > 0) await tryLater(pileId, failed, isLast);
      } catch (error) {
        if (!isForAllRows(error)) throw error;
        // The person sent more today than the limit allows, or the disk is full. The rows wait, and nothing is lost.
        return enqueue(pile, clock() + (error.retryAfter ?? 60) * 1_000);
      }
      await enqueue(pile);
    },
  };
}

const codes = { sent: "rowSent", sending: "rowSending", refused: "rowRefused" } as const;

/**
 * @throws DomainError not_found if the pile is gone, invalid_input if a named row is gone, conflict if its state allows no
 * change
 */
export function requireRows(outcome: { problem: RowsProblem } | object | undefined): void {
  if (!outcome) throw new DomainError("not_found");
  if (!("problem" in outcome)) return;
  if (outcome.problem === "gone") throw invalid("rows", "pileRows");
  throw new DomainError("conflict", { fields: { rows: { code: codes[outcome.problem] } } });
}
