import { createAccountsRepo } from "./accounts/accounts.repo.ts";
import { createAccountsService } from "./accounts/accounts.service.ts";
import { createPeopleRepo } from "./accounts/people.repo.ts";
import { createPeopleService } from "./accounts/people.service.ts";
import { createAuditRepo } from "./audit/audit.repo.ts";
import { createAuditService } from "./audit/audit.service.ts";
import { createAuth } from "./auth/auth.ts";
import { createContactRepo } from "./contact/contact.repo.ts";
import { createContactService } from "./contact/contact.service.ts";
import type { Database } from "./db/schema.ts";
import type { FileStore } from "./files/file-store.ts";
import { createJobsRepo } from "./jobs/jobs.repo.ts";
import { createJobsService } from "./jobs/jobs.service.ts";
import { createMailService } from "./mail/mail.service.ts";
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
  /** Signs session cookies. */
  secret: string;
  /** The time now, in epoch milliseconds. */
  clock?: () => number;
}

export type Services = ReturnType<typeof createServices>;

/** Everything the product does. API, pages, command line and jobs call these functions and nothing below them. */
export function createServices({ db, files, origin, secret, clock = Date.now }: ServicesOptions) {
  const accounts = createAccountsRepo(db);
  const auth = createAuth({ db, origin, secret, clock });
  const jobs = createJobsService({ jobs: createJobsRepo(db), clock });
  const mail = createMailService({ jobs });
  return {
    accounts: createAccountsService({ accounts, auth, clock }),
    people: createPeopleService({ people: createPeopleRepo(db), accounts, clock }),
    audit: createAuditService({ audit: createAuditRepo(db) }),
    resources: createResourcesService({ resources: createResourcesRepo(db), accounts, files, clock }),
    reviews: createReviewsService({ reviews: createReviewsRepo(db), clock }),
    contact: createContactService({ contact: createContactRepo(db), accounts, mail, jobs, clock }),
    jobs,
    transfer: createTransferService({ transfer: createTransferRepo(db), accounts, files, clock }),
    sample: createSampleService({ sample: createSampleRepo(db), files, clock }),
  };
}

export type { Client } from "./client.ts";
export type { Item } from "./resources/resources.present.ts";
export type { ResourceRow } from "./resources/resources.repo.ts";
export type { Facets } from "./resources/resources.service.ts";
