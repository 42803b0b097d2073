import type { JobsService } from "../jobs/jobs.service.ts";
import type { Allowance, LimitsService } from "../limits/limits.service.ts";
import type { Mail } from "./letter.ts";

/** What strangers write to admins. */
export type DigestTopic = "contact" | "takedown";

/** How much a mailbox gets, as jobs carry it. */
export interface Capped {
  /** Used up when the mail is sent. Without one there is no bound. */
  allowance?: Allowance;
  /** Above the allowance a digest of this topic comes within an hour, and not a second one. */
  digest?: { topic: DigestTopic; allowance: Allowance };
}

/** A digest, which counts what came until it is sent. */
export interface DigestJob {
  to: string;
  topic: DigestTopic;
  /** When the first message came that was not mailed by itself, in epoch milliseconds. */
  since: number;
}

/** The kind of job that carries a digest. */
export const DIGEST = "mailDigest";
const HOUR = 3_600_000;

export interface DeliveryDependencies {
  limits: Pick<LimitsService, "allowance" | "use">;
  jobs: Pick<JobsService, "enqueue">;
  /** How many of a topic came from one time until before another. Epoch milliseconds. */
  counts: Record<DigestTopic, (from: number, to: number) => Promise<number>>;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

export type DeliveryService = ReturnType<typeof createDeliveryService>;

/** The worker's side of mails that have an allowance. */
export function createDeliveryService({ limits, jobs, counts, clock }: DeliveryDependencies) {
  return {
    /**
     * Sends within an allowance, which only a mail that was sent uses up.
     * @param send rejects where the mail was not taken
     * @returns whether the allowance had room
     */
    async within(
      allowance: Allowance | undefined,
      send: () => Promise<"sent" | "nothing">,
    ): Promise<boolean> {
      const taken = await limits.use(allowance ?? []);
      if (!taken) return false;
      let outcome: "sent" | "nothing" = "nothing";
      try {
        outcome = await send();
      } finally {
        if (outcome === "nothing") await taken.giveBack();
      }
      return true;
    },

    /**
     * Plans the digest that takes the place of a mail, unless one is planned.
     * @param since when the mail was ordered, in epoch milliseconds
     */
    async plan(
      { topic, allowance }: NonNullable<Capped["digest"]>,
      to: string,
      since: number,
    ): Promise<void> {
      const taken = await limits.use(allowance);
      const payload: DigestJob = { to, topic, since };
      if (taken) await jobs.enqueue([{ kind: DIGEST, payload, runAt: clock() + HOUR }]);
    },

    /** @returns the digest's mail */
    async digest({ to, topic, since }: DigestJob): Promise<Mail> {
      const count = await counts[topic](since, clock());
      return { to, template: "digest", params: { topic, count } };
    },
  };
}

/** How much a topic may send to an admin's mailbox one by one, and the digest above that. */
export function cappedFor(
  limits: Pick<LimitsService, "allowance">,
  topic: DigestTopic,
  mailbox: string,
): Required<Capped> {
  const subject = { account: mailbox };
  return {
    allowance: limits.allowance(`${topic}Mail`, subject),
    digest: { topic, allowance: limits.allowance(`${topic}Digest`, subject) },
  };
}
