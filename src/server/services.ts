import { createAccountMailsService } from "./people/accounts/account-mails.service.ts";
import { createAccountsRepo } from "./people/accounts/accounts.repo.ts";
import { createAccountsService } from "./people/accounts/accounts.service.ts";
import { createCredentialsRepo } from "./people/accounts/credentials.repo.ts";
import { createCredentialsService } from "./people/accounts/credentials.service.ts";
import { createDeletionService } from "./people/accounts/deletion.service.ts";
import { createEmailLinksRepo } from "./people/accounts/email-links.repo.ts";
import { createOwnSessionsService } from "./people/accounts/own-sessions.service.ts";
import { createProofService } from "./people/accounts/proof.service.ts";
import { createSecondFactorCodes } from "./people/accounts/second-factor-codes.ts";
import { createSecondFactorRepo } from "./people/accounts/second-factor.repo.ts";
import { createSecondFactorService } from "./people/accounts/second-factor.service.ts";
import { createPhotoRepo } from "./people/accounts/photo.repo.ts";
import { createPhotoService } from "./people/accounts/photo.service.ts";
import { createPeopleRepo } from "./people/accounts/people.repo.ts";
import { createPeopleService } from "./people/accounts/people.service.ts";
import { createIdentitiesRepo } from "./people/accounts/identities.repo.ts";
import { createSocialService } from "./people/accounts/social.service.ts";
import { createSignUpService } from "./people/accounts/sign-up.service.ts";
import { createAuditRepo } from "./platform/audit/audit.repo.ts";
import { createAuditService } from "./platform/audit/audit.service.ts";
import { createFlowCookies } from "./people/auth/flow-cookies.ts";
import { createProvider } from "./people/auth/oidc.ts";
import { createPasswords } from "./people/auth/passwords.service.ts";
import { createSessionsRepo } from "./people/auth/sessions.repo.ts";
import { createSessions } from "./people/auth/sessions.service.ts";
import { closeChangesOf } from "./archive/items/close-change.repo.ts";
import { createEdit } from "./archive/changes/edit-item.ts";
import { createChangesRepo } from "./archive/changes/changes.repo.ts";
import { createChangesService } from "./archive/changes/changes.service.ts";
import { createContactDetailsRepo } from "./site/contact/contact-details.repo.ts";
import { createContactDetailsService } from "./site/contact/contact-details.service.ts";
import { createContactRepo } from "./site/contact/contact.repo.ts";
import { createContactService } from "./site/contact/contact.service.ts";
import { createDuplicatesRepo } from "./archive/duplicates/duplicates.repo.ts";
import { createDuplicatesService } from "./archive/duplicates/duplicates.service.ts";
import { createNearPapers } from "./archive/duplicates/near-papers.ts";
import { createBrokenLinks } from "./archive/feedback/broken-links.ts";
import { createBrokenLinksRepo } from "./archive/feedback/broken-links.repo.ts";
import { createFilesRepo } from "./files/storage/files.repo.ts";
import { deleteBytes } from "./files/storage/delete-bytes.ts";
import { coverBy } from "./files/storage/item-image.ts";
import { createFilesService } from "./files/storage/files.service.ts";
import { createUploadLocks } from "./files/storage/upload-locks.ts";
import { createUploadLocksRepo } from "./files/storage/upload-locks.repo.ts";
import { createFeedbackRepo } from "./archive/feedback/feedback.repo.ts";
import { createFeedbackService } from "./archive/feedback/feedback.service.ts";
import { createJobsRepo } from "./platform/jobs/jobs.repo.ts";
import { createJobsService } from "./platform/jobs/jobs.service.ts";
import { createLimitsRepo } from "./platform/limits/limits.repo.ts";
import { createLimitsService } from "./platform/limits/limits.service.ts";
import { limitRates } from "./platform/limits/rates.ts";
import { createLinkCheckRepo } from "./archive/link-check/link-check.repo.ts";
import { createLinkCheckService } from "./archive/link-check/link-check.service.ts";
import { createDeliveryService } from "./platform/mail/delivery.service.ts";
import { createMailService } from "./platform/mail/mail.service.ts";
import { createOverviewRepo } from "./archive/moderation/overview.repo.ts";
import { createOverviewService } from "./archive/moderation/overview.service.ts";
import { createRemovalRepo } from "./archive/moderation/removal.repo.ts";
import { createRemovalService } from "./archive/moderation/removal.service.ts";
import { createNewsletterRepo } from "./site/newsletter/newsletter.repo.ts";
import { createNewsletterService } from "./site/newsletter/newsletter.service.ts";
import { readTextJob } from "./files/recognition/recognition-jobs.ts";
import { createRecognitionRepo } from "./files/recognition/recognition.repo.ts";
import { createRecognitionService } from "./files/recognition/recognition.service.ts";
import { createPublishingRepo } from "./archive/publishing/publishing.repo.ts";
import { createPublishingService } from "./archive/publishing/publishing.service.ts";
import { reachable } from "./archive/items/resource-filter.repo.ts";
import { createResourcesRepo } from "./archive/items/resources.repo.ts";
import { createSuggestionsRepo } from "./archive/items/suggestions.repo.ts";
import { createResourcesService } from "./archive/items/resources.service.ts";
import { createReviewsRepo } from "./site/reviews/reviews.repo.ts";
import { createReviewsService } from "./site/reviews/reviews.service.ts";
import { createAliasesRepo } from "./archive/search/aliases.repo.ts";
import { createAliasesService } from "./archive/search/aliases.service.ts";
import { createPruneWordsService } from "./archive/search/prune-words.service.ts";
import { createRebuildService } from "./archive/search/rebuild.service.ts";
import { createSearchRepo } from "./archive/search/search.repo.ts";
import { createSearchService } from "./archive/search/search.service.ts";
import { OCR_PAGES_PER_DAY, type ServicesOptions, UPLOAD_QUOTA } from "./services-options.ts";
import { createSampleRepo } from "./archive/sample/sample.repo.ts";
import { createSampleService } from "./archive/sample/sample.service.ts";
import { createTakedownsRepo } from "./archive/takedowns/takedowns.repo.ts";
import { createTakedownsService } from "./archive/takedowns/takedowns.service.ts";
import { createTransferRepo } from "./archive/transfer/transfer.repo.ts";
import { createTransferService } from "./archive/transfer/transfer.service.ts";

export type { ServicesOptions } from "./services-options.ts";

export type Services = ReturnType<typeof createServices>;

/** Everything the product does. API, pages, command line and jobs call these functions and nothing below them. */
export function createServices(options: ServicesOptions) {
  const { db, files, origin, secret, oidc, verifiesEmail = false, clock = Date.now } = options;
  const { papers, pageImageCache, uploadQuota = UPLOAD_QUOTA, processes = 1 } = options;
  const { ocrPagesPerDay = OCR_PAGES_PER_DAY, contactDefaults = {} } = options;
  const {
    searchPatience,
    rates = limitRates,
    adminsNeedSecondFactor = false,
    onLeftOver = () => {},
  } = options;
  const accounts = createAccountsRepo(db);
  const photos = createPhotoRepo(db);
  const people = createPeopleRepo(db);
  const resources = createResourcesRepo(db);
  const changes = createChangesRepo(db);
  const duplicates = createDuplicatesRepo(db);
  const suggestions = createSuggestionsRepo(db);
  const searchRepo = createSearchRepo(db);
  const search = createSearchService({ search: searchRepo, clock, patience: searchPatience });
  const pruneWords = createPruneWordsService({ words: searchRepo.words });
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
  const codes = createSecondFactorCodes({ factors, mail, secret, clock });
  const filesRepo = createFilesRepo(db, reachable);
  const cover = coverBy(papers);
  /** What was done is done, whether or not what it freed can be removed now: else the sweeper takes it. */
  const discard = async (sha256s: string[]) => {
    await deleteBytes({ files: filesRepo, store: files, cache: pageImageCache }, sha256s).catch(onLeftOver);
  };
  const handedIn = createFilesService({
    files: filesRepo,
    store: files,
    papers,
    cache: pageImageCache,
    limits,
    enqueueReading: (sha256, owner, trx) => jobs.enqueue([readTextJob(sha256, owner)], trx),
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
    deletion: createDeletionService({
      closeChangesOf,
      accounts,
      people,
      sessions,
      discard,
      passwords,
      limits,
      clock,
    }),
    social: createSocialService({
      provider,
      flows: createFlowCookies(origin, secret),
      identities: createIdentitiesRepo(db),
      accounts: signedIn,
      sessions,
      limits,
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
    resources: {
      ...createResourcesService({
        resources,
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
      ...createEdit({ resources, changes, files, cover, handedIn, discard, limits, clock }),
    },
    duplicates: createDuplicatesService({
      duplicates,
      nearPapers: createNearPapers({ duplicates }),
      handedIn,
      clock,
    }),
    search,
    pruneWords,
    searchRebuild: createRebuildService({ search: searchRepo, pruneWords }),
    aliases: createAliasesService({ aliases: createAliasesRepo(db), clock }),
    files: handedIn,
    uploadLocks: createUploadLocks({ locks: createUploadLocksRepo(db), clock }),
    recognition: createRecognitionService({
      recognition: createRecognitionRepo(db, ocrPagesPerDay),
      papers,
      store: files,
      cache: pageImageCache,
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
    contact: createContactService({ contact, accounts, mail, limits, clock }),
    takedowns: createTakedownsService({ takedowns, resources, accounts, mail, limits, discard, clock }),
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
