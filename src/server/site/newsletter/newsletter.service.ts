import { authorize } from "../../../shared/people/authorize.ts";
import { csvLine } from "../../contributing/index.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import { DomainError } from "../../../shared/problems/errors.ts";
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
/** How long a confirmation link works, in ms. */
const LASTS = 7 * 24 * HOUR;
/**
 * The minimum time between two links to the same address, in ms, so that nobody can flood a stranger's
 * mailbox.
 */
const PAUSE = HOUR;

export interface NewsletterDependencies {
  newsletterRepo: NewsletterRepo;
  jobs: JobsService;
  mail: MailService;
  limits: Pick<LimitsService, "take">;
  /** Whether a person must confirm their address with a mailed link. This needs a mail server. */
  verifiesEmail: boolean;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

const PAGE_SIZE = 50;
/** How many addresses one query of the export reads. */
const EXPORT_SIZE = 1_000;

export interface SubscriberPage {
  subscribers: { email: string; confirmedAt: number }[];
  /** The number of subscribers on all pages. */
  count: number;
  size: number;
}

/** The payload of the job that mails a confirmation link. */
export interface SubscribeJob {
  email: string;
}

/**
 * The subscribers of the newsletter. A person subscribes with a mailed link, and unsubscribes with one click.
 */
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
     * Subscribes an address. If mails are sent, a job runner mails a confirmation link; otherwise the address
     * is on the list at once. The response does not show whether the address is already on the list.
     * @returns whether a link may arrive by mail
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
     * The mail with a confirmation link, for the job runner; undefined for a subscriber, and for an address
     * that recently received a link.
     * @param jobId a retry of the same job mails a new link
     */
    async newsletterMail({ email }: SubscribeJob, jobId: string): Promise<Mail | undefined> {
      const token = newToken();
      const now = clock();
      const asked = row(email, { confirmHash: tokenHash(token), askedBy: jobId });
      const pause = { askedBy: jobId, before: now - PAUSE };
      if (!(await newsletterRepo.ask(asked, pause, now - LASTS))) return undefined;
      return { to: email, template: "newsletterConfirm", params: { token } };
    },

    /** The address that a link would subscribe; undefined if the link no longer works. */
    async previewConfirm(token: string): Promise<string | undefined> {
      return (await newsletterRepo.findAsked(followed(token)))?.email;
    },

    /**
     * Subscribes the address of a mailed link, and sends a welcome mail.
     * @throws DomainError link_expired
     */
    async confirm(token: string): Promise<void> {
      const done = await newsletterRepo.confirm(
        followed(token),
        clock(),
        ({ email: to, leaveToken }, within) =>
          mail.send([{ to, template: "newsletterWelcome", params: { leaveToken } }], within),
      );
      if (!done) throw new DomainError("link_expired");
    },

    /**
     * The address that a newsletter's link would unsubscribe; undefined if the address is no longer on the
     * list.
     */
    async previewUnsubscribe(leaveToken: string): Promise<string | undefined> {
      if (!isToken(leaveToken)) return undefined;
      return (await newsletterRepo.findByLeaveToken(leaveToken))?.email;
    },

    /**
     * Deletes the address. A second call does nothing, because mail programs may repeat the request (RFC
     * 8058).
     */
    async unsubscribe(leaveToken: string): Promise<void> {
      if (isToken(leaveToken)) await newsletterRepo.remove(leaveToken);
    },

    /**
     * One page of subscribers, ordered by the time of their subscription.
     * @param page zero-based
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
     * All subscribers as CSV: `email`, and `confirmedAt` in ISO 8601, UTC.
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
