/** How many requests are open at once, at most. The others wait here. */
const MAX = 64;
/** How often due requests are sent, in ms. */
const TICK = 2;
/** A request that is this late is not sent. In ms. */
const LATE = 10_000;

export interface Done<T> {
  call: T;
  /** The time from the moment when the request was due, in ms. */
  ms: number;
  /** Why the request failed. */
  problem: string | undefined;
}

export interface OpenLoad {
  /** How many due requests have no response yet. */
  backlog(): number;
  /** Sends no more requests, and waits for the open ones. */
  stop(): Promise<void>;
}

/**
 * Sends requests at fixed times, however long the responses take, as many visitors do.
 * @param rate requests per second
 * @param next the next request
 * @param send returns the reason of a failure
 */
export function startLoad<T>(
  rate: number,
  next: () => T,
  send: (call: T) => Promise<string | undefined>,
  onDone: (done: Done<T>) => void,
): OpenLoad {
  const began = performance.now();
  const dueAt = (number: number) => began + (number * 1_000) / rate;
  let number = 0;
  let finished = 0;
  let isOver = false;
  const open = new Set<Promise<void>>();

  async function run(call: T, due: number): Promise<void> {
    const isLate = performance.now() - due > LATE;
    const problem = isLate ? "The server was too slow for this rate." : await send(call);
    finished += 1;
    onDone({ call, ms: performance.now() - due, problem });
  }

  async function begin(): Promise<void> {
    const done = run(next(), dueAt(number++));
    open.add(done);
    await done;
    open.delete(done);
    tick();
  }

  function tick(): void {
    if (isOver) return;
    while (open.size < MAX && dueAt(number) <= performance.now()) void begin();
  }

  const timer = setInterval(tick, TICK);
  return {
    backlog: () => Math.max(0, Math.floor(((performance.now() - began) * rate) / 1_000) - finished),
    async stop() {
      isOver = true;
      clearInterval(timer);
      await Promise.all(open);
    },
  };
}
