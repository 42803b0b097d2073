import { createHmac } from "node:crypto";
import { DomainError } from "../../shared/errors.ts";
import type { Client } from "../client.ts";
import { createDevices } from "./device-cookie.ts";
import type { Bucket, LimitsRepo } from "./limits.repo.ts";
import { networkOf } from "./network.ts";
import type { LimitedAction, Rates, Scope } from "./rates.ts";

/** How many calls lie between two purges of a process. */
const PURGE_EVERY = 500;

export interface LimitsDependencies {
  limits: LimitsRepo;
  rates: Rates;
  /** Where people reach the site. */
  origin: string;
  /** Keys the hashes that stand in the table, so that it is no log of who was here. */
  secret: string;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** Who tries. */
export interface Subject {
  client: Client;
  /** The lower-case e-mail, typed or the person's own, whether or not there is such an account. */
  account?: string;
}

/** A guess that has been counted as a wrong one. */
export interface Attempt {
  /** It was right: the tries come back, its own at the address and all of them where the account counts. */
  succeeded(): Promise<void>;
}

export type LimitsService = ReturnType<typeof createLimitsService>;

/** How often somebody may do what; shared by all servers of an archive. */
export function createLimitsService({ limits, rates, origin, secret, clock }: LimitsDependencies) {
  const devices = createDevices(origin, secret);
  let calls = 0;

  function bucketsOf(action: LimitedAction, { client, account }: Subject): (Bucket & { scope: Scope })[] {
    const network = networkOf(client.address);
    const device = account && rates[action].device && devices.numberOf(account, client.device);
    const named: Partial<Record<Scope, string>> = device
      ? { device: `${account} ${device}` }
      : { address: network, ...(account ? { account, pair: `${account} ${network}` } : {}) };
    return Object.entries(named).flatMap(([name, value]) => {
      const scope = name as Scope;
      const rate = rates[action][scope];
      if (!rate) return [];
      const key = createHmac("sha256", secret).update(`limit\0${action}\0${scope}\0${value}`);
      const pause = Math.ceil(rate.per / rate.tries);
      return { scope, key: key.digest("base64url"), pause, per: pause * rate.tries };
    });
  }

  async function takeAll(buckets: Bucket[]): Promise<void> {
    calls += 1;
    if (calls % PURGE_EVERY === 0) await limits.purge(clock());
    const wait = await limits.take(buckets, clock());
    if (wait > 0) throw new DomainError("too_many_requests", { retryAfter: Math.ceil(wait / 1_000) });
  }

  return {
    /**
     * Counts an act by the client's address and, where one is named, by the account. What is refused counts nowhere.
     * @throws DomainError too_many_requests with the seconds to wait
     */
    take: (action: LimitedAction, subject: Subject): Promise<void> => takeAll(bucketsOf(action, subject)),

    /**
     * Counts a guess at a secret, before it is looked at: of many at once no more get through. Call `succeeded` of
     * what it returns where the guess is right.
     * @throws DomainError too_many_requests with the seconds to wait
     */
    async attempt(action: LimitedAction, subject: Subject): Promise<Attempt> {
      const buckets = bucketsOf(action, subject);
      await takeAll(buckets);
      return {
        async succeeded() {
          // One by one: each is a statement of its own, and none waits for another while it holds a row.
          for (const bucket of buckets) {
            await (bucket.scope === "address" ? limits.giveBack(bucket) : limits.fill(bucket));
          }
        },
      };
    },

    /**
     * Makes a browser known to an account. Only for who has shown all that the account asks for: the password and,
     * where one is enrolled, the second factor; or a link out of their own mailbox.
     * @returns a Set-Cookie line
     */
    remember: (account: string, client: Client): string => devices.remember(account, client.device),
  };
}
