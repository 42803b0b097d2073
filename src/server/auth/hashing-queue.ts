import { setTimeout } from "node:timers/promises";
import { createSemaphore } from "../semaphore.ts";
import { createUsedTime } from "../used-time.ts";

/** Who a password is hashed for. */
export interface HashingRequester {
  /** Everybody behind a network address. */
  network: string;
  /** The typed email, whether or not it has an account: whoever asks must not learn that from the wait. */
  account: string;
}

/** How much of the machine hashing may take. */
export interface HashingOptions {
  /** How many passwords may be hashed at once. */
  atOnce: number;
  /** The part of its time that a place may be in use while others wait, above 0 and at most 1. */
  share: number;
  /** How many may wait. */
  waiting: number;
}

interface Job {
  account: string;
  run: () => Promise<void>;
  refuse: (error: unknown) => void;
}

/** Half of libuv's threads, which files and name look-ups use too. */
const MAX_AT_ONCE = 2;
/** With 20 ms a password the last one waits for 4 s. */
const WAITING = 200;

/**
 * At most half the cores, shared by all processes.
 * @param cores of the machine @param processes that answer requests
 */
export function hashingOptions(cores: number, processes: number): HashingOptions {
  const places = Math.min(MAX_AT_ONCE, cores / 2 / processes);
  const atOnce = Math.max(1, Math.floor(places));
  return { atOnce, share: Math.min(1, places / atOnce), waiting: WAITING };
}

/**
 * Lets few passwords be hashed at once. Network addresses take turns, and behind one address accounts do. Where too many
 * wait, the newest of the account that has the most waiting is refused, at the address that has the most waiting.
 */
export function createHashingQueue({ atOnce, share, waiting }: HashingOptions) {
  const places = createSemaphore({ atOnce, waiting });
  const used = createUsedTime(() => performance.now());
  /** By network, in the order of their arrival. Each place that a network gets, and each refusal, goes to one of them. */
  const jobs = new Map<string, Job[]>();

  function take(network: string, choose: (all: Job[]) => Job): Job {
    const all = jobs.get(network) ?? [];
    const chosen = choose(all);
    if (all.length > 1) jobs.set(network, all.toSpliced(all.indexOf(chosen), 1));
    else jobs.delete(network);
    return chosen;
  }

  const uses = (network: string, { account }: Job) => used.by(`${network} ${account}`);

  /** Of the account that has used the least time of late, the oldest. */
  const next = (network: string) => (all: Job[]) =>
    all.reduce((least, job) => (uses(network, job) < uses(network, least) ? job : least));

  async function use(network: string): Promise<void> {
    const start = performance.now();
    const job = take(network, next(network));
    await job.run();
    const took = performance.now() - start;
    used.add(`${network} ${job.account}`, took);
    if (share < 1) await setTimeout(took * (1 / share - 1));
  }

  return {
    /** @throws DomainError unavailable where too many wait */
    run<T>({ network, account }: HashingRequester, work: () => Promise<T>): Promise<T> {
      return new Promise((resolve, reject) => {
        const job = { account, run: () => work().then(resolve, reject), refuse: reject };
        jobs.set(network, [...(jobs.get(network) ?? []), job]);
        places
          .take({ owner: network }, () => use(network))
          .catch((error: unknown) => take(network, newest).refuse(error));
      });
    },
  };
}

/** Of the account that has the most waiting, the newest. */
function newest(all: Job[]): Job {
  const counts = Map.groupBy(all, ({ account }) => account);
  const count = ({ account }: Job) => counts.get(account)?.length ?? 0;
  return all.reduce((most, job) => (count(job) >= count(most) ? job : most));
}
