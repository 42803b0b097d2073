import { AsyncLocalStorage } from "node:async_hooks";

/** A place of a semaphore. */
export interface Place {
  /** Gives the place to the next requester. */
  leave: () => void;
  /** Waits for a place again, ahead of the owner's requests that have not begun. It is never refused. */
  enterAgain: () => Promise<void>;
}

/** Holds the place of one request while the request runs. */
export interface PlaceHolder {
  /** Keeps a place until the request ends. After the end, the place is given back at once. */
  hold: (place: Place) => void;
}

const holders = new AsyncLocalStorage<ReturnType<typeof createHolder>>();

function createHolder() {
  let place: Place | undefined;
  let isOver = false;
  /** How many parts of the request wait outside, and how many need the place until they end. */
  const parts = { outside: 0, keeping: 0 };
  let returning: Promise<void> | undefined;

  async function enterAgain(back: Place): Promise<void> {
    await back.enterAgain();
    returning = undefined;
    if (isOver) back.leave();
  }

  return {
    hold(taken: Place): void {
      if (isOver) taken.leave();
      else place = taken;
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
      // A part of the request that comes back has a place soon.
      await returning;
      if (!place || isOver || parts.keeping > 0) return work();
      parts.outside += 1;
      if (parts.outside === 1) place.leave();
      try {
        return await work();
      } finally {
        parts.outside -= 1;
        if (parts.outside === 0 && !isOver) await (returning = enterAgain(place));
      }
    },

    end(): void {
      isOver = true;
      if (place && parts.outside === 0 && !returning) place.leave();
    },
  };
}

/**
 * Runs a request that can hold a place, and gives the place back at its end.
 * @param run gets the holder of the request's place
 */
export async function withPlaceHolder<T>(run: (holder: PlaceHolder) => Promise<T>): Promise<T> {
  const holder = createHolder();
  try {
    return await holders.run(holder, () => run(holder));
  } finally {
    holder.end();
  }
}

/**
 * Runs work that waits for something outside this process or in a queue of its own, such as a provider, S3 or the
 * hashing of a password. The request gives its place back meanwhile, and waits for a place afterwards. Work without
 * a place runs unchanged. A promise that several requests share is awaited in here as a whole: otherwise the others hold
 * places while the request that makes it waits for one.
 */
export function withoutPlace<T>(work: () => Promise<T>): Promise<T> {
  const holder = holders.getStore();
  return holder ? holder.without(work) : work();
}

/**
 * Runs work that keeps the place of its request, because others could wait for what it holds: a transaction that
 * waited for a place would wait for requests that wait for its locks.
 */
export function keepPlace<T>(work: () => Promise<T>): Promise<T> {
  const holder = holders.getStore();
  return holder ? holder.keep(work) : work();
}
