import type { ContactDetails } from "../../shared/people/contact-details.ts";
import type { ContributingModule } from "../contributing/index.ts";
import type { PeopleModule } from "../people/index.ts";
import type { Core } from "../platform/index.ts";
import { createContactDetailsRepo } from "./contact/contact-details.repo.ts";
import { createContactDetailsService } from "./contact/contact-details.service.ts";
import { createContactRepo } from "./contact/contact.repo.ts";
import { createContactService } from "./contact/contact.service.ts";
import { createNewsletterRepo, deleteSubscription } from "./newsletter/newsletter.repo.ts";
import { createNewsletterService } from "./newsletter/newsletter.service.ts";
import { createReviewsRepo, deleteReviews, insertReviews } from "./reviews/reviews.repo.ts";
import { createReviewsService } from "./reviews/reviews.service.ts";

export interface SiteOptions {
  /** The contact details until an admin replaces them. Without them, the pages show none. */
  contactDefaults?: ContactDetails;
  /** Whether people must confirm their email address with a mailed link. The default is no. */
  verifiesEmail?: boolean;
}

/** The parts of the site that don't belong to the archive: contact, newsletter and reviews. */
export function createSite(
  core: Core,
  { accountsRepo, hooks: { emailDeleted } }: PeopleModule,
  { hooks: { sampleAdded, sampleRemoved } }: ContributingModule,
  { contactDefaults = {}, verifiesEmail = false }: SiteOptions,
) {
  const { db } = core;
  emailDeleted.add(deleteSubscription);
  sampleAdded.add((trx, { reviews }) => insertReviews(trx, reviews));
  sampleRemoved.add((trx, { reviews }) => deleteReviews(trx, reviews));
  const contactRepo = createContactRepo(db);
  return {
    services: {
      contact: createContactService({ ...core, contactRepo, accountsRepo }),
      contactDetails: createContactDetailsService({
        ...core,
        contactDetailsRepo: createContactDetailsRepo(db),
        defaults: contactDefaults,
      }),
      newsletter: createNewsletterService({
        ...core,
        newsletterRepo: createNewsletterRepo(db),
        verifiesEmail,
      }),
      reviews: createReviewsService({ ...core, reviewsRepo: createReviewsRepo(db) }),
    },
    /** Counts messages to the admins: `from` inclusive, `to` exclusive, in epoch milliseconds. */
    countMessages: contactRepo.count,
  };
}
