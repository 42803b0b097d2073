import { AsyncLocalStorage } from "node:async_hooks";

/** A permit of a semaphore. */
export interface Permit {
  /** Gives the permit to the next requester. */
  leave: () => void;
  /** Waits for a permit again, ahead of the owner's requests that have not begun. It is never refused. */
  enterAgain: () => Promise<void>;
}

/** Holds the permit of one request while the request runs. */
export interface PermitHolder {
  /** Keeps a permit until the request ends. After the end, the permit is given back at once. */
  hold: (permit: Permit) => void;
}

const holders = new AsyncLocalStorage<ReturnType<typeof createHolder>>();

function createHolder() {
  let permit: Permit | undefined;
  let isOver = false;
  /** How many parts of the request wait outside, and how many need the permit until they end. */
  const parts = { outside: 0, keeping: 0 };
  let returning: Promise<void> | undefined;

  async function enterAgain(back: Permit): Promise<void> {
    await back.enterAgain();
    returning = undefined;
    if (isOver) back.leave();
  }

  return {
    hold(taken: Permit): void {
      if (isOver) taken.leave();
      else permit = taken;
    },

    async keep<T>(work: () => Promise<T>): Promise<T> {
      parts.keeping += 1;
      try {
        return await work();
      } finally {
        parts.keeping -= 1;
      }
    },

    async without<T>(work: () => Promise<T>): Promise<T> {
      if (parts.keeping > 0) return work();
      // A part of the request that comes back has a permit soon.
      await returning;
      if (!permit || isOver || parts.keeping > 0) return work();
      parts.outside += 1;
      if (parts.outside === 1) permit.leave();
      try {
        return await work();
      } finally {
        parts.outside -= 1;
        if (parts.outside === 0 && !isOver) await (returning = enterAgain(permit));
      }
    },

    end(): void {
      isOver = true;
      if (permit && parts.outside === 0 && !returning) permit.leave();
    },
  };
}

/**
 * Runs a request that can hold a permit, and gives the permit back at its end.
 * @param run gets the holder of the request's permit
 */
export async function withPermitHolder<T>(run: (holder: PermitHolder) => Promise<T>): Promise<T> {
  const holder = createHolder();
  try {
    return await holders.run(holder, () => run(holder));
  } finally {
    holder.end();
  }
}

/**
 * Runs work that waits for something outside this process or in a queue of its own, such as a provider, S3 or the
 * hashing of a password. The request gives its permit back meanwhile, and waits for a permit afterwards. Work without
 * a permit runs unchanged. A promise that several requests share is awaited in here as a whole: otherwise the others hold
 * permits while the request that makes it waits for one.
 */
export function withoutPermit<T>(work: () => Promise<T>): Promise<T> {
  const holder = holders.getStore();
  return holder ? holder.without(work) : work();
}

/**
 * Runs work that keeps the permit of its request, because others could wait for what it holds: a transaction that
 * waited for a permit would wait for requests that wait for its locks.
 */
export function keepPermit<T>(work: () => Promise<T>): Promise<T> {
  const holder = holders.getStore();
  return holder ? holder.keep(work) : work();
}
