import { createAccountMailsService } from "./accounts/account-mails.service.ts";
import { createAccountsRepo } from "./accounts/accounts.repo.ts";
import { createAccountsService } from "./accounts/accounts.service.ts";
import { createCredentialsRepo } from "./accounts/credentials.repo.ts";
import { createCredentialsService } from "./accounts/credentials.service.ts";
import { createDeletionService } from "./accounts/deletion.service.ts";
import { createEmailLinksRepo } from "./accounts/email-links.repo.ts";
import { createOwnSessionsService } from "./accounts/own-sessions.service.ts";
import { createPeopleRepo } from "./accounts/people.repo.ts";
import { createPeopleService } from "./accounts/people.service.ts";
import { createSignUpService } from "./accounts/sign-up.service.ts";
import { createAuditRepo } from "./audit/audit.repo.ts";
import { createAuditService } from "./audit/audit.service.ts";
import { createSessionsRepo } from "./auth/sessions.repo.ts";
import { createSessions } from "./auth/sessions.service.ts";
import { createContactRepo } from "./contact/contact.repo.ts";
import { createContactService } from "./contact/contact.service.ts";
import type { Database } from "./db/schema.ts";
import type { FileStore } from "./files/file-store.ts";
import { createJobsRepo } from "./jobs/jobs.repo.ts";
import { createJobsService } from "./jobs/jobs.service.ts";
import { createMailService } from "./mail/mail.service.ts";
import { createNewsletterRepo } from "./newsletter/newsletter.repo.ts";
import { createNewsletterService } from "./newsletter/newsletter.service.ts";
import { createResourcesRepo } from "./resources/resources.repo.ts";
import { createResourcesService } from "./resources/resources.service.ts";
import { createReviewsRepo } from "./reviews/reviews.repo.ts";
import { createReviewsService } from "./reviews/reviews.service.ts";
import { createSampleRepo } from "./sample/sample.repo.ts";
import { createSampleService } from "./sample/sample.service.ts";
import { createTransferRepo } from "./transfer/transfer.repo.ts";
import { createTransferService } from "./transfer/transfer.service.ts";

export interface ServicesOptions {
  db: Database;
  files: FileStore;
  /** Where people reach the site. */
  origin: string;
  /** Of this site alone, at least 32 characters: encrypts what must be read again. */
  secret: string;
  /** Whether an e-mail must be shown to be one's own, by a mailed link. Left out: no. */
  verifiesEmail?: boolean;
  /** The time now, in epoch milliseconds. */
  clock?: () => number;
}

export type Services = ReturnType<typeof createServices>;

/** Everything the product does. API, pages, command line and jobs call these functions and nothing below them. */
export function createServices(options: ServicesOptions) {
  const { db, files, origin, verifiesEmail = false, clock = Date.now } = options;
  const accounts = createAccountsRepo(db);
  const people = createPeopleRepo(db);
  const links = createEmailLinksRepo(db);
  const ownSessions = createSessionsRepo(db);
  const sessions = createSessions({ sessions: ownSessions, origin, clock });
  const jobs = createJobsService({ jobs: createJobsRepo(db), clock });
  const mail = createMailService({ jobs });
  const credentials = createCredentialsRepo(db);
  const common = { accounts, links, sessions, jobs, mail, origin, verifiesEmail, clock };
  return {
    accounts: createAccountsService({ accounts, sessions, clock }),
    signUp: createSignUpService(common),
    credentials: createCredentialsService({ ...common, credentials }),
    sessions: createOwnSessionsService({ sessions: ownSessions, clock }),
    deletion: createDeletionService({ accounts, people, sessions, files, clock }),
    accountMails: createAccountMailsService({ accounts, links, clock }),
    people: createPeopleService({ people, accounts, clock }),
    audit: createAuditService({ audit: createAuditRepo(db) }),
    resources: createResourcesService({ resources: createResourcesRepo(db), accounts, files, clock }),
    reviews: createReviewsService({ reviews: createReviewsRepo(db), clock }),
    contact: createContactService({ contact: createContactRepo(db), accounts, mail, jobs, clock }),
    newsletter: createNewsletterService({
      newsletter: createNewsletterRepo(db),
      jobs,
      mail,
      verifiesEmail,
      clock,
    }),
    jobs,
    transfer: createTransferService({ transfer: createTransferRepo(db), accounts, files, clock }),
    sample: createSampleService({ sample: createSampleRepo(db), files, clock }),
  };
}

export type { Visit } from "./client.ts";
export type { Item } from "./resources/resources.present.ts";
export type { ResourceRow } from "./resources/resources.repo.ts";
export type { Facets } from "./resources/resources.service.ts";
