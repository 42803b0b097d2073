import { setTimeout as sleep } from "node:timers/promises";
import { DomainError } from "../../shared/errors.ts";
import { randomKey } from "../ids.ts";
import type { UploadLocksRepo } from "./upload-locks.repo.ts";

/** How long a lock outlives a process that died with it, and how often one that lives renews it. In ms. */
const LEASE = 10_000;
const RENEW = 3_000;
/** How often a holder looks whether somebody waits, and who waits whether it is free. In ms. */
const LOOK = 150;
/** How long somebody waits at most, in ms. */
const PATIENCE = 30_000;

export interface UploadLocksDependencies {
  locks: UploadLocksRepo;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/**
 * Lets one request at a time write an upload, whichever processes the requests reach: tus's `Locker`. Two that wrote at the
 * same offset would mix their bytes.
 */
export function createUploadLocks({ locks, clock }: UploadLocksDependencies) {
  async function waitFor(lock: { id: string; holder: string }, signal: AbortSignal): Promise<void> {
    const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
    for (;;) {
      const other = await locks.find(lock.id);
      const isFree = !other || other.leaseUntil <= clock();
      if (isFree && (await locks.take({ ...lock, leaseUntil: clock() + LEASE }, clock()))) return;
      if (other?.wanted === 0) await locks.want(lock.id);
      await sleep(LOOK, undefined, { signal: patience }).catch(() => {});
      if (patience.aborted) throw new DomainError("unavailable");
    }
  }

  return {
    /** @param id of the upload */
    newLock(id: string) {
      const lock = { id, holder: randomKey() };
      let timers: NodeJS.Timeout[] = [];
      return {
        /**
         * @param signal aborts the wait
         * @param giveWay called while the lock is held and somebody waits for it
         * @throws DomainError unavailable, where it does not come free
         */
        async lock(signal: AbortSignal, giveWay: () => Promise<void> | void): Promise<void> {
          await waitFor(lock, signal);
          const look = async () => {
            const now = await locks.find(id);
            if (now?.holder === lock.holder && now.wanted === 1) await giveWay();
          };
          // What the database refuses now is asked again a moment later.
          timers = [
            setInterval(() => void look().catch(() => {}), LOOK).unref(),
            setInterval(() => void locks.renew(lock, clock() + LEASE).catch(() => {}), RENEW).unref(),
          ];
        },
        async unlock(): Promise<void> {
          timers.forEach(clearInterval);
          await locks.release(lock, clock());
        },
      };
    },
  };
}
