import { createHmac } from "node:crypto";
import { DomainError } from "../../../shared/problems/errors.ts";
import type { Client } from "../client.ts";
import { createDevices } from "./device-cookie.ts";
import type { Bucket, LimitsRepo } from "./limits.repo.ts";
import { networkOf } from "./network.ts";
import type { LimitedAction, Rates, Scope, ScopesOf } from "./rates.ts";

/** A process purges after this number of calls. */
const PURGE_EVERY = 500;

export interface LimitsDependencies {
  limitsRepo: LimitsRepo;
  rates: Rates;
  /** The public origin of the site. */
  origin: string;
  /** The key of the hashes in the table. Without it, the table does not show who used the site. */
  secret: string;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
  /** Called each time a limit refuses an action. */
  onRefused?: (action: LimitedAction) => void;
}

/** The buckets that a later action uses. */
export type Allowance = Bucket[];

/** The requester that limits count by. */
interface Requester {
  client: Client;
  /**
   * The email in lower case: the entered email or the person's own email, with or without an account. It is
   * undefined for a visitor.
   */
  account: string | undefined;
}

/** The keys of a requester that a scope needs. */
interface ScopeNeeds {
  address: "client";
  account: "account";
  pair: "client" | "account";
  device: "client" | "account";
}

/** A requester with every key that the action's rates count by, because a missing key means no limit. */
export type Subject<Action extends LimitedAction> = Partial<Requester> &
  Pick<Requester, ScopeNeeds[ScopesOf<Action>]>;

/** An action and its requester. */
type Counted = { [Action in LimitedAction]: { action: Action; subject: Subject<Action> } }[LimitedAction];

/** Attempts that an action took. */
export interface TakenAllowance {
  /** Returns the attempts to their buckets if the action did not happen. */
  giveBack(): Promise<void>;
}

/** An attempt that counts as wrong until `succeeded` is called. */
export interface Attempt extends TakenAllowance {
  /**
   * Must be called if the guess was right. The address gets this attempt back, and the other buckets get all
   * attempts back.
   * @param also an action to count at the same time; if its limit refuses the action, the guess still counts
   * as wrong
   * @throws DomainError too_many_requests
   */
  succeeded(also?: Counted): Promise<void>;
}

export type LimitsService = ReturnType<typeof createLimitsService>;

/** The rate limits, which all servers of an archive share. */
export function createLimitsService({
  limitsRepo,
  rates,
  origin,
  secret,
  clock,
  onRefused = () => {},
}: LimitsDependencies) {
  const devices = createDevices(origin, secret);
  let calls = 0;

  function bucketsOf(
    action: LimitedAction,
    { client, account }: Partial<Requester>,
  ): (Bucket & { scope: Scope })[] {
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

  /** @returns how long to wait, in ms; 0 if the attempts were taken */
  async function takeAll(take: Bucket[]): Promise<number> {
    calls += 1;
    if (calls % PURGE_EVERY === 0) await limitsRepo.purge(clock());
    return limitsRepo.apply({ take }, clock());
  }

  function refuseAfter(action: LimitedAction, wait: number): void {
    if (wait <= 0) return;
    onRefused(action);
    throw new DomainError("too_many_requests", { retryAfter: Math.ceil(wait / 1_000) });
  }

  async function giveBack(buckets: Bucket[]): Promise<void> {
    await limitsRepo.apply({ giveBack: buckets }, clock());
  }

  return {
    /**
     * Counts an action for the client's address, and for the account if there is one. A refused action does
     * not count.
     * @param options.amount the rows, lines or items of the action, if its rates count work instead of calls. An amount
     * above the number of a rate needs the whole allowance
     * @throws DomainError too_many_requests with the seconds to wait
     */
    async take<Action extends LimitedAction>(
      action: Action,
      subject: Subject<Action>,
      { amount = 1 }: { amount?: number } = {},
    ): Promise<void> {
      if (amount === 0) return;
      const buckets = bucketsOf(action, subject).map((bucket) => ({ ...bucket, amount }));
      refuseAfter(action, await takeAll(buckets));
    },

    /** Refuses like `take`, but counts nothing. @throws DomainError too_many_requests */
    async check<Action extends LimitedAction>(action: Action, subject: Subject<Action>): Promise<void> {
      refuseAfter(action, await limitsRepo.wait(bucketsOf(action, subject), clock()));
    },

    /**
     * The buckets of an action as JSON without addresses and accounts, for a job that counts the action
     * later.
     * @param amount how many attempts the action takes. A larger amount than that of a full bucket takes all of it
     */
    allowance: <Action extends LimitedAction>(
      action: Action,
      subject: Subject<Action>,
      amount?: number,
    ): Allowance =>
      bucketsOf(action, subject).map(({ key, pause, per }) => ({
        key,
        pause,
        per,
        ...(amount !== undefined && { amount: Math.min(amount, Math.floor(per / pause)) }),
      })),

    /**
     * Counts an action with its allowance. A refused action does not count.
     * @throws DomainError too_many_requests with the seconds to wait
     */
    async takeAllowance(action: LimitedAction, allowance: Allowance): Promise<void> {
      refuseAfter(action, await takeAll(allowance));
    },

    /** Returns attempts of an allowance to their buckets. @param amount how many */
    giveBack: (allowance: Allowance, amount: number): Promise<void> =>
      giveBack(allowance.map((bucket) => ({ ...bucket, amount: Math.min(amount, bucket.amount ?? 1) }))),

    /** Counts an action with its allowance. @returns undefined if the allowance is used up */
    async use(allowance: Allowance): Promise<TakenAllowance | undefined> {
      if ((await takeAll(allowance)) > 0) return undefined;
      return { giveBack: () => giveBack(allowance) };
    },

    /**
     * Counts a guess before the secret is checked, so that concurrent guesses can't exceed the limit. If the
     * guess is right, the caller calls `succeeded` on the result.
     * @throws DomainError too_many_requests with the seconds to wait
     */
    async attempt<Action extends LimitedAction>(action: Action, subject: Subject<Action>): Promise<Attempt> {
      const buckets = bucketsOf(action, subject);
      refuseAfter(action, await takeAll(buckets));
      return {
        giveBack: () => giveBack(buckets),
        async succeeded(also) {
          const take = also ? bucketsOf(also.action, also.subject) : [];
          const ofAddress = buckets.filter(({ scope }) => scope === "address");
          const others = buckets.filter(({ scope }) => scope !== "address");
          const wait = await limitsRepo.apply({ take, giveBack: ofAddress, fill: others }, clock());
          refuseAfter(also?.action ?? action, wait);
        },
      };
    },

    /**
     * Makes a browser known for an account. Must be called only after a complete login (password, and second
     * factor if there is one), or after a link from the person's mailbox.
     * @returns a Set-Cookie line
     */
    remember: (account: string, client: Client): string => devices.remember(account, client.device),
  };
}
