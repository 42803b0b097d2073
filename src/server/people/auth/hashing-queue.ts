import { setTimeout } from "node:timers/promises";
import { createSemaphore } from "../../platform/semaphore.ts";
import { createUsedTime } from "../../platform/used-time.ts";

/** The requester of a hash. */
export interface HashingRequester {
  /** A network address, with everybody behind it. */
  network: string;
  /** The typed email, with or without an account: the wait must not reveal which. */
  account: string;
}

/** How much of the machine hashing may take. */
export interface HashingOptions {
  /** How many passwords may be hashed at once. */
  atOnce: number;
  /** The share of its time that a place may be in use while others wait, above 0 and at most 1. */
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
/** At 20 ms each, the last one waits for 4 s. */
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
 * Hashes few passwords at once. Network addresses take turns, and accounts behind one address take turns. If too many
 * wait, the queue refuses the newest one of the busiest account at the busiest address.
 */
export function createHashingQueue({ atOnce, share, waiting }: HashingOptions) {
  const places = createSemaphore({ atOnce, waiting });
  const used = createUsedTime(() => performance.now());
  /** By network, in order of arrival. Each place of a network, and each refusal, goes to one of its jobs. */
  const jobs = new Map<string, Job[]>();

  function take(network: string, choose: (all: Job[]) => Job): Job {
    const all = jobs.get(network) ?? [];
    const chosen = choose(all);
    if (all.length > 1) jobs.set(network, all.toSpliced(all.indexOf(chosen), 1));
    else jobs.delete(network);
    return chosen;
  }

  const uses = (network: string, { account }: Job) => used.by(`${network} ${account}`);

  /** The oldest job of the account that used the least time lately. */
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

/** The newest job of the account with the most jobs. */
function newest(all: Job[]): Job {
  const counts = Map.groupBy(all, ({ account }) => account);
  const count = ({ account }: Job) => counts.get(account)?.length ?? 0;
  return all.reduce((most, job) => (count(job) >= count(most) ? job : most));
}
