import { authorize } from "../../../shared/authorize.ts";
import { csvLine } from "../../archive/index.ts";
import type { Actor } from "../../../shared/policy.ts";
import { DomainError } from "../../../shared/errors.ts";
import {
  type Client,
  type JobsService,
  type LimitsService,
  type Mail,
  type MailService,
  newId,
  type SubscriptionTable,
} from "../../platform/index.ts";
import { newsletterSchema } from "../../../shared/schemas/people.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import { isToken, newToken, tokenHash } from "../../people/index.ts";
import type { NewsletterRepo } from "./newsletter.repo.ts";

const HOUR = 60 * 60 * 1000;
/** How long the link to confirm works, in ms. */
const LASTS = 7 * 24 * HOUR;
/** How long an address that was mailed such a link gets no other, in ms: nobody may flood a stranger's mailbox. */
const PAUSE = HOUR;

export interface NewsletterDependencies {
  newsletterRepo: NewsletterRepo;
  jobs: JobsService;
  mail: MailService;
  limits: Pick<LimitsService, "take">;
  /** Whether an address must be shown to be one's own: by a link, so only where mails are sent. */
  verifiesEmail: boolean;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** Addresses on a page of the list. */
const PAGE_SIZE = 50;
/** Addresses that one query of the export fetches. */
const EXPORT_SIZE = 1_000;

export interface SubscriberPage {
  subscribers: { email: string; confirmedAt: number }[];
  /** Of all pages together. */
  count: number;
  size: number;
}

/** The payload of the job that asks an address. */
export interface SubscribeJob {
  email: string;
}

/** The newsletter's list: one gets on it by one's own mailbox, and off it by one click. */
export function createNewsletterService(dependencies: NewsletterDependencies) {
  const { newsletterRepo, jobs, mail, limits, verifiesEmail, clock } = dependencies;
  const followed = (token: string) => ({ confirmHash: tokenHash(token), since: clock() - LASTS });
  const row = (email: string, fields: Partial<SubscriptionTable>): SubscriptionTable => ({
    id: newId(clock()),
    email,
    leaveToken: newToken(),
    confirmHash: null,
    askedAt: clock(),
    askedBy: null,
    confirmedAt: null,
    ...fields,
  });

  return {
    /**
     * Asks for the newsletter. Where mails are sent, a job runner mails a link that confirms; elsewhere the address is
     * on the list at once. The answer is the same for every address, on the list or not.
     * @returns whether a link may come by mail
     * @throws DomainError invalid_input, too_many_requests
     */
    async subscribe(input: unknown, client: Client): Promise<{ checkMail: boolean }> {
      const { email } = validate(newsletterSchema, input);
      await limits.take("newsletter", { client });
      if (verifiesEmail) await jobs.enqueue([{ kind: "newsletterMail", payload: { email } }]);
      else await newsletterRepo.insert(row(email, { confirmedAt: clock() }));
      return { checkMail: verifiesEmail };
    },

    /**
     * The job runner's side: a link that confirms, or nothing for an address that is on the list or just got one.
     * @param jobId an attempt that is repeated mails another link
     */
    async newsletterMail({ email }: SubscribeJob, jobId: string): Promise<Mail | undefined> {
      const token = newToken();
      const now = clock();
      const asked = row(email, { confirmHash: tokenHash(token), askedBy: jobId });
      const pause = { askedBy: jobId, before: now - PAUSE };
      if (!(await newsletterRepo.ask(asked, pause, now - LASTS))) return undefined;
      return { to: email, template: "newsletterConfirm", params: { token } };
    },

    /** The address that a link would put on the list; undefined if the link no longer works. */
    async previewConfirm(token: string): Promise<string | undefined> {
      return (await newsletterRepo.findAsked(followed(token)))?.email;
    },

    /** Puts the address of a mailed link on the list, and welcomes it. @throws DomainError link_expired */
    async confirm(token: string): Promise<void> {
      const done = await newsletterRepo.confirm(
        followed(token),
        clock(),
        ({ email: to, leaveToken }, within) =>
          mail.send([{ to, template: "newsletterWelcome", params: { leaveToken } }], within),
      );
      if (!done) throw new DomainError("link_expired");
    },

    /** The address that a newsletter's link would take off the list; undefined if it is no longer on it. */
    async previewUnsubscribe(leaveToken: string): Promise<string | undefined> {
      if (!isToken(leaveToken)) return undefined;
      return (await newsletterRepo.findByLeaveToken(leaveToken))?.email;
    },

    /** Forgets the address. Once more is as good as once: mail programs may repeat it (RFC 8058). */
    async unsubscribe(leaveToken: string): Promise<void> {
      if (isToken(leaveToken)) await newsletterRepo.remove(leaveToken);
    },

    /**
     * One page of who is on the list, in the order of their coming. @param page zero-based
     * @throws DomainError sign_in_required, forbidden
     */
    async list(actor: Actor, page = 0): Promise<SubscriberPage> {
      const by = authorize(actor, "readSubscriptions");
      const [subscribers, count] = await Promise.all([
        newsletterRepo.list(by, page, PAGE_SIZE),
        newsletterRepo.count(by),
      ]);
      return { subscribers, count, size: PAGE_SIZE };
    },

    /**
     * Everybody on the list as CSV: `email`, and `confirmedAt` in ISO 8601, UTC.
     * @throws DomainError sign_in_required, forbidden
     */
    async exportCsv(actor: Actor): Promise<string> {
      const by = authorize(actor, "readSubscriptions");
      let csv = csvLine(["email", "confirmedAt"]);
      for (let page = 0; ; page += 1) {
        const rows = await newsletterRepo.list(by, page, EXPORT_SIZE);
        for (const { email, confirmedAt } of rows)
          csv += csvLine([email, new Date(confirmedAt).toISOString()]);
        if (rows.length < EXPORT_SIZE) return csv;
      }
    },
  };
}

export type NewsletterService = ReturnType<typeof createNewsletterService>;
