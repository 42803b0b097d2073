import { setTimeout as sleep } from "node:timers/promises";
import { DomainError } from "../../../shared/problems/errors.ts";
import { randomKey } from "../../platform/index.ts";
import type { UploadLocksRepo } from "./upload-locks.repo.ts";

/** How long a lock is valid without renewal, and how often its process renews the lock (both in ms). */
const LEASE = 10_000;
const RENEW = 3_000;
/** How often (ms) the holder checks for a waiting request, and a waiting request checks for the lock. */
const POLL_INTERVAL = 150;
/** The longest wait for a lock, in ms. */
const LOCK_TIMEOUT = 30_000;
/** How many requests of one process may wait for the same lock. Each queries the database repeatedly. */
const MAX_WAITING = 15;
/** A refused request may try again after this number of seconds. */
const RETRY_AFTER = 10;

const busy = () => new DomainError("unavailable", { retryAfter: RETRY_AFTER });

export interface UploadLocksDependencies {
  uploadLocksRepo: UploadLocksRepo;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/**
 * Implements tus's `Locker`: only one request at a time writes to an upload, across all processes. Two
 * requests that write at the same offset would mix their bytes.
 */
export function createUploadLocks({ uploadLocksRepo, clock }: UploadLocksDependencies) {
  const waiting = new Map<string, number>();

  async function waitFor(lock: { id: string; holder: string }, signal: AbortSignal): Promise<void> {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(LOCK_TIMEOUT)]);
    for (;;) {
      const other = await uploadLocksRepo.find(lock.id);
      const isFree = !other || other.leaseUntil <= clock();
      if (isFree && (await uploadLocksRepo.take({ ...lock, leaseUntil: clock() + LEASE }, clock()))) return;
      if (other?.wanted === 0) await uploadLocksRepo.want(lock.id);
      await sleep(POLL_INTERVAL, undefined, { signal: deadline }).catch(() => {});
      if (deadline.aborted) throw busy();
    }
  }

  /** @throws DomainError unavailable if too many already wait */
  async function queueFor(lock: { id: string; holder: string }, signal: AbortSignal): Promise<void> {
    const { id } = lock;
    const others = waiting.get(id) ?? 0;
    if (others >= MAX_WAITING) throw busy();
    waiting.set(id, others + 1);
    try {
      await waitFor(lock, signal);
    } finally {
      const left = (waiting.get(id) ?? 1) - 1;
      if (left > 0) waiting.set(id, left);
      else waiting.delete(id);
    }
  }

  return {
    /** @param id of the upload, or of something else that only one request at a time may change */
    newLock(id: string) {
      const lock = { id, holder: randomKey() };
      let timers: NodeJS.Timeout[] = [];
      return {
        /**
         * @param signal aborts the wait
         * @param giveWay called if another request waits for the lock
         * @throws DomainError unavailable if the lock does not become free or too many requests wait
         */
        async lock(signal: AbortSignal, giveWay: () => Promise<void> | void): Promise<void> {
          await queueFor(lock, signal);
          const poll = async () => {
            const now = await uploadLocksRepo.find(id);
            if (now?.holder === lock.holder && now.wanted === 1) await giveWay();
          };
          // A database error is ignored, because the next interval tries again.
          timers = [
            setInterval(() => void poll().catch(() => {}), POLL_INTERVAL).unref(),
            setInterval(
              () => void uploadLocksRepo.renew(lock, clock() + LEASE).catch(() => {}),
              RENEW,
            ).unref(),
          ];
        },
        async unlock(): Promise<void> {
          timers.forEach(clearInterval);
          await uploadLocksRepo.release(lock, clock());
        },
      };
    },
  };
}
