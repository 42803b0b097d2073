import { createAccountMailsService } from "./accounts/account-mails.service.ts";
import { createAccountsRepo } from "./accounts/accounts.repo.ts";
import { createAccountsService } from "./accounts/accounts.service.ts";
import { createCredentialsRepo } from "./accounts/credentials.repo.ts";
import { createCredentialsService } from "./accounts/credentials.service.ts";
import { createDeletionService } from "./accounts/deletion.service.ts";
import { createEmailLinksRepo } from "./accounts/email-links.repo.ts";
import { createOwnSessionsService } from "./accounts/own-sessions.service.ts";
import { createProofService } from "./accounts/proof.service.ts";
import { createSecondFactorCodes } from "./accounts/second-factor-codes.ts";
import { createSecondFactorRepo } from "./accounts/second-factor.repo.ts";
import { createSecondFactorService } from "./accounts/second-factor.service.ts";
import { createPhotoRepo } from "./accounts/photo.repo.ts";
import { createPhotoService } from "./accounts/photo.service.ts";
import { createPeopleRepo } from "./accounts/people.repo.ts";
import { createPeopleService } from "./accounts/people.service.ts";
import { createIdentitiesRepo } from "./accounts/identities.repo.ts";
import { createSocialService } from "./accounts/social.service.ts";
import { createSignUpService } from "./accounts/sign-up.service.ts";
import { createAuditRepo } from "./audit/audit.repo.ts";
import { createAuditService } from "./audit/audit.service.ts";
import { createFlowCookies } from "./auth/flow-cookies.ts";
import { createProvider } from "./auth/oidc.ts";
import { createPasswords } from "./auth/passwords.service.ts";
import { createSessionsRepo } from "./auth/sessions.repo.ts";
import { createSessions } from "./auth/sessions.service.ts";
import { createChangesRepo } from "./changes/changes.repo.ts";
import { createChangesService } from "./changes/changes.service.ts";
import { createContactDetailsRepo } from "./contact/contact-details.repo.ts";
import { createContactDetailsService } from "./contact/contact-details.service.ts";
import { createContactRepo } from "./contact/contact.repo.ts";
import { createContactService } from "./contact/contact.service.ts";
import { createDuplicatesRepo } from "./duplicates/duplicates.repo.ts";
import { createDuplicatesService } from "./duplicates/duplicates.service.ts";
import { createNearPapers } from "./duplicates/near-papers.ts";
import { createBrokenLinks } from "./feedback/broken-links.ts";
import { createBrokenLinksRepo } from "./feedback/broken-links.repo.ts";
import { createFilesRepo } from "./files/files.repo.ts";
import { forgetBytes } from "./files/forget-bytes.ts";
import { coverBy } from "./files/item-image.ts";
import { createFilesService } from "./files/files.service.ts";
import { createUploadLocks } from "./files/upload-locks.ts";
import { createUploadLocksRepo } from "./files/upload-locks.repo.ts";
import { createFeedbackRepo } from "./feedback/feedback.repo.ts";
import { createFeedbackService } from "./feedback/feedback.service.ts";
import { createJobsRepo } from "./jobs/jobs.repo.ts";
import { createJobsService } from "./jobs/jobs.service.ts";
import { createLimitsRepo } from "./limits/limits.repo.ts";
import { createLimitsService } from "./limits/limits.service.ts";
import { limitRates } from "./limits/rates.ts";
import { createLinkCheckRepo } from "./link-check/link-check.repo.ts";
import { createLinkCheckService } from "./link-check/link-check.service.ts";
import { createDeliveryService } from "./mail/delivery.service.ts";
import { createMailService } from "./mail/mail.service.ts";
import { createOverviewRepo } from "./moderation/overview.repo.ts";
import { createOverviewService } from "./moderation/overview.service.ts";
import { createRemovalRepo } from "./moderation/removal.repo.ts";
import { createRemovalService } from "./moderation/removal.service.ts";
import { createNewsletterRepo } from "./newsletter/newsletter.repo.ts";
import { createNewsletterService } from "./newsletter/newsletter.service.ts";
import { createRecognitionRepo } from "./ocr/recognition.repo.ts";
import { createRecognitionService } from "./ocr/recognition.service.ts";
import { createPublishingRepo } from "./publishing/publishing.repo.ts";
import { createPublishingService } from "./publishing/publishing.service.ts";
import { createResourcesRepo } from "./resources/resources.repo.ts";
import { createSuggestionsRepo } from "./resources/suggestions.repo.ts";
import { createResourcesService } from "./resources/resources.service.ts";
import { createReviewsRepo } from "./reviews/reviews.repo.ts";
import { createReviewsService } from "./reviews/reviews.service.ts";
import { createAliasesRepo } from "./search/aliases.repo.ts";
import { createAliasesService } from "./search/aliases.service.ts";
import { createForgetWordsService } from "./search/forget-words.service.ts";
import { createRebuildService } from "./search/rebuild.service.ts";
import { createSearchRepo } from "./search/search.repo.ts";
import { createSearchService } from "./search/search.service.ts";
import { OCR_PAGES_PER_DAY, type ServicesOptions, UPLOAD_QUOTA } from "./services-options.ts";
import { createSampleRepo } from "./sample/sample.repo.ts";
import { createSampleService } from "./sample/sample.service.ts";
import { createTakedownsRepo } from "./takedowns/takedowns.repo.ts";
import { createTakedownsService } from "./takedowns/takedowns.service.ts";
import { createTransferRepo } from "./transfer/transfer.repo.ts";
import { createTransferService } from "./transfer/transfer.service.ts";

export type { ServicesOptions } from "./services-options.ts";

export type Services = ReturnType<typeof createServices>;

/** Everything the product does. API, pages, command line and jobs call these functions and nothing below them. */
export function createServices(options: ServicesOptions) {
  const { db, files, origin, secret, oidc, verifiesEmail = false, clock = Date.now } = options;
  const { papers, pageCache, uploadQuota = UPLOAD_QUOTA, processes = 1 } = options;
  const { ocrPagesPerDay = OCR_PAGES_PER_DAY, contactDefaults = {} } = options;
  const { rates = limitRates, adminsNeedSecondFactor = false, onLeftOver = () => {} } = options;
  const accounts = createAccountsRepo(db);
  const photos = createPhotoRepo(db);
  const people = createPeopleRepo(db);
  const resources = createResourcesRepo(db);
  const changes = createChangesRepo(db);
  const duplicates = createDuplicatesRepo(db);
  const suggestions = createSuggestionsRepo(db);
  const searchRepo = createSearchRepo(db);
  const search = createSearchService({ search: searchRepo, clock });
  const forgetWords = createForgetWordsService({ words: searchRepo.words });
  const links = createEmailLinksRepo(db);
  const ownSessions = createSessionsRepo(db);
  const passwords = createPasswords(processes);
  const sessions = createSessions({ sessions: ownSessions, origin, adminsNeedSecondFactor, clock });
  const limits = createLimitsService({ limits: createLimitsRepo(db), rates, origin, secret, clock });
  const jobs = createJobsService({ jobs: createJobsRepo(db), clock });
  const mail = createMailService({ jobs });
  const contact = createContactRepo(db);
  const takedowns = createTakedownsRepo(db);
  const counts = { contact: contact.count, takedown: takedowns.count };
  const credentials = createCredentialsRepo(db);
  const factors = createSecondFactorRepo(db);
  const codes = createSecondFactorCodes({ factors, mail, jobs, secret, clock });
  const filesRepo = createFilesRepo(db);
  const cover = coverBy(papers);
  /** What was done is done, whether or not what it freed can be removed now: else the sweeper takes it. */
  const discard = async (sha256s: string[]) => {
    await forgetBytes({ files: filesRepo, store: files, cache: pageCache }, sha256s).catch(onLeftOver);
  };
  const handedIn = createFilesService({
    files: filesRepo,
    store: files,
    papers,
    cache: pageCache,
    limits,
    jobs,
    quota: uploadQuota,
    clock,
  });
  const provider = oidc && createProvider(oidc, origin);
  /** An identity may be of a provider that was configured before. */
  const providerName = (issuer: string) =>
    issuer === provider?.issuer ? provider.name : new URL(issuer).host;
  const common = { accounts, links, sessions, jobs, mail, passwords, limits, origin, verifiesEmail, clock };
  const signedIn = createAccountsService({
    accounts,
    photos,
    discard,
    sessions,
    passwords,
    limits,
    origin,
    clock,
  });
  const brokenLinks = createBrokenLinks({
    brokenLinks: createBrokenLinksRepo(db),
    resources,
    limits,
    mail,
    jobs,
    secret,
    clock,
  });
  return {
    accounts: signedIn,
    signUp: createSignUpService(common),
    credentials: createCredentialsService({ ...common, credentials, providerName }),
    proof: createProofService({ accounts, factors, codes, sessions, passwords, limits, clock }),
    secondFactor: createSecondFactorService({ ...common, factors, codes, adminsNeedSecondFactor }),
    sessions: createOwnSessionsService({ sessions: ownSessions, clock }),
    deletion: createDeletionService({ accounts, people, sessions, discard, passwords, limits, clock }),
    social: createSocialService({
      provider,
      flows: createFlowCookies(origin, secret),
      identities: createIdentitiesRepo(db),
      accounts: signedIn,
      sessions,
      limits,
      jobs,
      mail,
      origin,
      clock,
    }),
    delivery: createDeliveryService({ limits, jobs, counts, clock }),
    accountMails: createAccountMailsService({ accounts, links, clock }),
    photos: createPhotoService({
      photos,
      files: filesRepo,
      store: files,
      papers,
      handedIn,
      discard,
      quota: uploadQuota,
      clock,
    }),
    people: createPeopleService({ people, accounts, clock }),
    audit: createAuditService({ audit: createAuditRepo(db) }),
    resources: createResourcesService({
      resources,
      changes,
      suggestions,
      search,
      accounts,
      files,
      cover,
      handedIn,
      discard,
      limits,
      clock,
    }),
    duplicates: createDuplicatesService({
      duplicates,
      nearPapers: createNearPapers({ duplicates }),
      handedIn,
      clock,
    }),
    search,
    forgetWords,
    searchRebuild: createRebuildService({ search: searchRepo, forgetWords }),
    aliases: createAliasesService({ aliases: createAliasesRepo(db), clock }),
    files: handedIn,
    uploadLocks: createUploadLocks({ locks: createUploadLocksRepo(db), clock }),
    recognition: createRecognitionService({
      recognition: createRecognitionRepo(db, ocrPagesPerDay),
      papers,
      store: files,
      cache: pageCache,
      handedIn,
      jobs,
      clock,
    }),
    removal: createRemovalService({ removal: createRemovalRepo(db), resources, discard, clock }),
    changes: createChangesService({ changes, resources, discard, clock }),
    overview: createOverviewService({ overview: createOverviewRepo(db), clock }),
    feedback: createFeedbackService({
      feedback: createFeedbackRepo(db),
      resources,
      limits,
      brokenLinks,
      clock,
    }),
    linkCheck: createLinkCheckService({ linkChecks: createLinkCheckRepo(db), brokenLinks, jobs, clock }),
    publishing: createPublishingService({ publishing: createPublishingRepo(db), resources }),
    reviews: createReviewsService({ reviews: createReviewsRepo(db), limits, clock }),
    contactDetails: createContactDetailsService({
      details: createContactDetailsRepo(db),
      defaults: contactDefaults,
      clock,
    }),
    contact: createContactService({ contact, accounts, mail, jobs, limits, clock }),
    takedowns: createTakedownsService({ takedowns, resources, accounts, mail, jobs, limits, discard, clock }),
    newsletter: createNewsletterService({
      newsletter: createNewsletterRepo(db),
      jobs,
      mail,
      limits,
      verifiesEmail,
      clock,
    }),
    jobs,
    transfer: createTransferService({
      transfer: createTransferRepo(db),
      accounts,
      files,
      cover,
      origin,
      clock,
    }),
    sample: createSampleService({ sample: createSampleRepo(db), files, discard, jobs, clock }),
  };
}
