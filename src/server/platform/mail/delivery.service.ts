import type { JobsService } from "../jobs/jobs.service.ts";
import type { Allowance, LimitsService } from "../limits/limits.service.ts";
import type { Mail } from "./render-mail.ts";

/** The kinds of messages that strangers send to admins. */
export type DigestTopic = "contact" | "takedown";

/** The bounds of a mail, as a job carries them. */
export interface MailLimits {
  /** Used up when the mail is sent. If left out, there is no bound. */
  allowance?: Allowance;
  /** Above the allowance the mailbox gets one digest of this topic within an hour. */
  digest?: { topic: DigestTopic; allowance: Allowance };
}

/** A digest, which counts the messages until it is sent. */
export interface DigestJob {
  to: string;
  topic: DigestTopic;
  /** The time of the first message that had no mail of its own, in epoch milliseconds. */
  since: number;
}

/** The kind of job that carries a digest. */
export const DIGEST = "mailDigest";
const HOUR = 3_600_000;

export interface DeliveryDependencies {
  limits: Pick<LimitsService, "allowance" | "use">;
  jobs: Pick<JobsService, "enqueue">;
  /** Count the messages of a topic: `from` inclusive, `to` exclusive, in epoch milliseconds. */
  counts: Record<DigestTopic, (from: number, to: number) => Promise<number>>;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

export type DeliveryService = ReturnType<typeof createDeliveryService>;

/** Sends mails within their allowance, for the job runner. */
export function createDeliveryService({ limits, jobs, counts, clock }: DeliveryDependencies) {
  return {
    /**
     * Sends within an allowance, which only a sent mail uses up.
     * @param send rejects if the mail server refuses the mail
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
     * Plans the digest that replaces a mail, unless one is planned.
     * @param since when the mail was enqueued, in epoch milliseconds
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

/** The allowance of a topic at an admin's mailbox, and the digest above it. */
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
