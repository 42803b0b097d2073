import type { JobsService } from "../jobs/jobs.service.ts";
import type { Allowance, LimitsService } from "../limits/limits.service.ts";
import type { Mail } from "./render-mail.ts";

/** The kinds of messages that strangers send to admins. */
export type DigestTopic = "contact" | "takedown";

/** The limits of a mail, as part of its job's payload. */
export interface MailLimits {
  /** The allowance that each sent mail counts against. By default, there is no limit. */
  allowance?: Allowance;
  /**
   * The topic of the digest. Above the allowance, the mailbox gets one digest of this topic within an hour.
   */
  digest?: { topic: DigestTopic; allowance: Allowance };
}

/** The payload of a digest, which counts the messages until it is sent. */
export interface DigestJob {
  to: string;
  topic: DigestTopic;
  /** The time of the first message without a separate mail, in epoch milliseconds. */
  since: number;
}

/** The kind of a digest's job. */
export const DIGEST = "mailDigest";
const HOUR = 3_600_000;

export interface DeliveryDependencies {
  limits: Pick<LimitsService, "allowance" | "use">;
  jobs: Pick<JobsService, "enqueue">;
  /** Counts the messages of a topic: `from` inclusive, `to` exclusive, in epoch milliseconds. */
  counts: Record<DigestTopic, (from: number, to: number) => Promise<number>>;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

export type DeliveryService = ReturnType<typeof createDeliveryService>;

/** Sends mails within their allowance, for the job runner. */
export function createDeliveryService({ limits, jobs, counts, clock }: DeliveryDependencies) {
  return {
    /**
     * Sends a mail within an allowance, which only a sent mail uses.
     * @param send rejects if the mail server refuses the mail
     * @returns false if the allowance is used up
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
     * Enqueues the digest that replaces a mail, unless one already waits.
     * @param since the time when the mail was enqueued, in epoch milliseconds
     */
    async plan(
      { topic, allowance }: NonNullable<MailLimits["digest"]>,
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

/** The mail limits of a topic for an admin's mailbox. Above the limits, the mailbox gets a digest. */
export function mailLimitsFor(
  limits: Pick<LimitsService, "allowance">,
  topic: DigestTopic,
  mailbox: string,
): Required<MailLimits> {
  const subject = { account: mailbox };
  return {
    allowance: limits.allowance(`${topic}Mail`, subject),
    digest: { topic, allowance: limits.allowance(`${topic}Digest`, subject) },
  };
}
