import { createHmac } from "node:crypto";
import { DomainError } from "../../../shared/errors.ts";
import type { Client } from "../client.ts";
import { createDevices } from "./device-cookie.ts";
import type { Bucket, LimitsRepo } from "./limits.repo.ts";
import { networkOf } from "./network.ts";
import type { LimitedAction, Rates, Scope } from "./rates.ts";

/** How many calls lie between two purges of a process. */
const PURGE_EVERY = 500;

export interface LimitsDependencies {
  limitsRepo: LimitsRepo;
  rates: Rates;
  /** Where people reach the site. */
  origin: string;
  /** Keys the hashes that stand in the table, so that it is no log of who was here. */
  secret: string;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** The buckets that a later act counts by. */
export type Allowance = Bucket[];

/** The requester. */
export interface Subject {
  /** Left out if no address counts. */
  client?: Client;
  /** The lower-case email, typed or the person's own, with or without an account. */
  account?: string;
}

/** Tries that have been taken. */
export interface TakenAllowance {
  /** Gives each try back, since nothing came of it. */
  giveBack(): Promise<void>;
}

/** A guess that has been counted as a wrong one. */
export interface Attempt extends TakenAllowance {
  /**
   * It was right: the tries come back, its own at the address and all of them where the account counts.
   * @param also an act that counts in the same moment; where it is refused the guess stays counted
   * @throws DomainError too_many_requests
   */
  succeeded(also?: { action: LimitedAction; subject: Subject }): Promise<void>;
}

export type LimitsService = ReturnType<typeof createLimitsService>;

/** The rate limits; all servers of an archive share them. */
export function createLimitsService({ limitsRepo, rates, origin, secret, clock }: LimitsDependencies) {
  const devices = createDevices(origin, secret);
  let calls = 0;

  function bucketsOf(action: LimitedAction, { client, account }: Subject): (Bucket & { scope: Scope })[] {
    const network = client && networkOf(client.address);
    const device = account && rates[action].device && devices.numberOf(account, client?.device);
    const named: Partial<Record<Scope, string>> = device
      ? { device: `${account} ${device}` }
      : {
          ...(network ? { address: network } : {}),
          ...(account ? { account } : {}),
          ...(account && network ? { pair: `${account} ${network}` } : {}),
        };
    return Object.entries(named).flatMap(([name, value]) => {
      const scope = name as Scope;
      const rate = rates[action][scope];
      if (!rate) return [];
      const key = createHmac("sha256", secret).update(`limit\0${action}\0${scope}\0${value}`);
      const pause = Math.ceil(rate.per / rate.tries);
      return { scope, key: key.digest("base64url"), pause, per: pause * rate.tries };
    });
  }

  /** @returns how long to wait, in ms; 0 where the tries were taken */
  async function takeAll(take: Bucket[]): Promise<number> {
    calls += 1;
    if (calls % PURGE_EVERY === 0) await limitsRepo.purge(clock());
    return limitsRepo.apply({ take }, clock());
  }

  function refuseAfter(wait: number): void {
    if (wait > 0) throw new DomainError("too_many_requests", { retryAfter: Math.ceil(wait / 1_000) });
  }

  async function giveBack(buckets: Bucket[]): Promise<void> {
    await limitsRepo.apply({ giveBack: buckets }, clock());
  }

  return {
    /**
     * Counts an act by the client's address and, where one is named, by the account. What is refused counts nowhere.
     * @throws DomainError too_many_requests with the seconds to wait
     */
    async take(action: LimitedAction, subject: Subject): Promise<void> {
      refuseAfter(await takeAll(bucketsOf(action, subject)));
    },

    /** Refuses as `take` does, and counts nothing. @throws DomainError too_many_requests */
    async check(action: LimitedAction, subject: Subject): Promise<void> {
      refuseAfter(await limitsRepo.wait(bucketsOf(action, subject), clock()));
    },

    /** The buckets of an act, for a job that counts it later: JSON without addresses and accounts. */
    allowance: (action: LimitedAction, subject: Subject): Allowance =>
      bucketsOf(action, subject).map(({ key, pause, per }) => ({ key, pause, per })),

    /** Counts an act by its allowance. @returns undefined if the allowance is used up */
    async use(allowance: Allowance): Promise<TakenAllowance | undefined> {
      if ((await takeAll(allowance)) > 0) return undefined;
      return { giveBack: () => giveBack(allowance) };
    },

    /**
     * Counts a guess at a secret, before it is looked at: of many at once no more get through. Call `succeeded` of
     * what it returns where the guess is right.
     * @throws DomainError too_many_requests with the seconds to wait
     */
    async attempt(action: LimitedAction, subject: Subject): Promise<Attempt> {
      const buckets = bucketsOf(action, subject);
      refuseAfter(await takeAll(buckets));
      return {
        giveBack: () => giveBack(buckets),
        async succeeded(also) {
          const take = also ? bucketsOf(also.action, also.subject) : [];
          const ofAddress = buckets.filter(({ scope }) => scope === "address");
          const others = buckets.filter(({ scope }) => scope !== "address");
          refuseAfter(await limitsRepo.apply({ take, giveBack: ofAddress, fill: others }, clock()));
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
