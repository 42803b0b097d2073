import { join } from "node:path";
import type { FilesModule } from "../files/index.ts";
import type { PeopleModule } from "../people/index.ts";
import type { Core } from "../platform/index.ts";
import { createChangesRepo } from "./changes/changes.repo.ts";
import { createChangesService } from "./changes/changes.service.ts";
import { createEdit } from "./changes/edit-item.ts";
import { createBrowseRepo } from "./courses/browse.repo.ts";
import { createCourseChangesRepo } from "./courses/course-changes.repo.ts";
import { createCourseChangesService } from "./courses/course-changes.service.ts";
import { createCourseSayRepo } from "./courses/course-say.repo.ts";
import { createCoursesRepo } from "./courses/courses.repo.ts";
import { createCoursesService } from "./courses/courses.service.ts";
import { createShelves } from "./courses/shelves.ts";
import { createShelvesRepo } from "./courses/shelves.repo.ts";
import { createDesk } from "./desk/index.ts";
import type { CopyProblem } from "../../shared/drive-copy.ts";
import { createCopyProgressRepo } from "./drive-copies/copy-progress.repo.ts";
import { createDriveCopiesRepo } from "./drive-copies/drive-copies.repo.ts";
import { createDriveCopiesService } from "./drive-copies/drive-copies.service.ts";
import { createPlanCopy } from "./drive-copies/plan-copy.repo.ts";
import { createDuplicatesRepo } from "./duplicates/duplicates.repo.ts";
import { createDuplicatesService } from "./duplicates/duplicates.service.ts";
import { createNearPapers } from "./duplicates/near-papers.ts";
import { createBrokenLinksRepo } from "./feedback/broken-links.repo.ts";
import { createBrokenLinks } from "./feedback/broken-links.ts";
import { createFeedbackRepo } from "./feedback/feedback.repo.ts";
import { createFeedbackService } from "./feedback/feedback.service.ts";
import { createContribute } from "./items/contribute.ts";
import { createResourcesRepo } from "./items/resources.repo.ts";
import { createResourcesService } from "./items/resources.service.ts";
import { createSuggestionsRepo } from "./items/suggestions.repo.ts";
import { createLinkCheckRepo } from "./link-check/link-check.repo.ts";
import { createLinkCheckService } from "./link-check/link-check.service.ts";
import { createFollowsRepo } from "./follows/follows.repo.ts";
import { createFollowsService } from "./follows/follows.service.ts";
import { followedNews } from "./follows/news.repo.ts";
import { createInsightRepo } from "./moderation/insight.repo.ts";
import { createInsightService } from "./moderation/insight.service.ts";
import { createOverviewRepo } from "./moderation/overview.repo.ts";
import { createOverviewService } from "./moderation/overview.service.ts";
import { createRemovalRepo } from "./moderation/removal.repo.ts";
import { createRemovalService } from "./moderation/removal.service.ts";
import { createWaitingMailsRepo } from "./moderation/waiting-mails.repo.ts";
import { createWaitingMailsService } from "./moderation/waiting-mails.service.ts";
import { createReasonsRepo } from "./moderation/reasons.repo.ts";
import { createReasonsService } from "./moderation/reasons.service.ts";
import { reachable } from "./items/resource-filter.repo.ts";
import { createNoticeMailsRepo } from "./notices/notice-mails.repo.ts";
import { createNoticeMailsService } from "./notices/notice-mails.service.ts";
import { createNoticesRepo } from "./notices/notices.repo.ts";
import { createNoticesService } from "./notices/notices.service.ts";
import { createPileArrangeRepo } from "./piles/pile-arrange.repo.ts";
import { createPileEditsRepo } from "./piles/pile-edits.repo.ts";
import { createPileRowsRepo } from "./piles/pile-rows.repo.ts";
import { createPilesRepo } from "./piles/piles.repo.ts";
import { createPilesService } from "./piles/piles.service.ts";
import { createPublishedCoursesRepo } from "./publishing/published-courses.repo.ts";
import { createPublishingRepo } from "./publishing/publishing.repo.ts";
import { createPublishingService } from "./publishing/publishing.service.ts";
import { createSavedRepo } from "./saved/saved.repo.ts";
import { createSavedService } from "./saved/saved.service.ts";
import { createSampleRepo } from "./sample/sample.repo.ts";
import { createSampleService } from "./sample/sample.service.ts";
import { createAliasesRepo } from "./search/aliases.repo.ts";
import { createAliasesService } from "./search/aliases.service.ts";
import { createPruneWordsService } from "./search/prune-words.service.ts";
import { createRebuildService, describe } from "./search/rebuild.service.ts";
import { createSearchRepo } from "./search/search.repo.ts";
import { createSearchService } from "./search/search.service.ts";
import { createTakedownsRepo } from "./takedowns/takedowns.repo.ts";
import { createTakedownsService } from "./takedowns/takedowns.service.ts";
import { createTransferRepo } from "./transfer/transfer.repo.ts";
import { createTransferService } from "./transfer/transfer.service.ts";
import { createContributorsRepo } from "./trust/contributors.repo.ts";
import { createPublishRepo } from "./trust/publish.repo.ts";
import { createPublishTrusted } from "./trust/publish-trusted.ts";
import { createTrustSettingsRepo } from "./trust/settings.repo.ts";
import { createTrustService } from "./trust/trust.service.ts";
import { createUncheckedRepo } from "./trust/unchecked.repo.ts";
import { createReconcileRepo } from "./universities/reconcile.repo.ts";
import { createUniversitiesRepo } from "./universities/universities.repo.ts";
import { createUniversitiesService } from "./universities/universities.service.ts";
import { createTellFoundRepo } from "./wanted/tell-found.repo.ts";
import { createWantedRepo } from "./wanted/wanted.repo.ts";
import { createWantedService } from "./wanted/wanted.service.ts";

export interface ArchiveOptions {
  /**
   * The maximum size of all copies of Drive files together, in bytes. Without it, the archive makes no copies.
   */
  driveCopyLimit?: number | undefined;
  /** Called with the result of each copy. @param problem undefined if the file was copied */
  onDriveCopy?: (problem: CopyProblem | undefined) => void;
  /** The time limit of a search, in ms. Default: 500. */
  searchPatience?: number;
  /** Whether admins and moderators need a second factor to use their rights. The default is no. */
  adminsNeedSecondFactor?: boolean;
  /** The folder of data. ZIPs of piles wait in its folder `uploads`. */
  dataFolder: string;
}

/** Creates the services of the archive: items, search, moderation, takedowns and the rest. */
export function createArchive(core: Core, files: FilesModule, people: PeopleModule, options: ArchiveOptions) {
  const { searchPatience, driveCopyLimit, onDriveCopy = () => {}, dataFolder } = options;
  const { adminsNeedSecondFactor = false } = options;
  const { db, jobs } = core;
  const planCopy = createPlanCopy({ ...core, isOn: driveCopyLimit !== undefined });
  const resourcesRepo = createResourcesRepo(db, planCopy);
  const changesRepo = createChangesRepo(db, planCopy);
  const duplicatesRepo = createDuplicatesRepo(db);
  const coursesRepo = createCoursesRepo(db);
  const searchRepo = createSearchRepo(db);
  const takedownsRepo = createTakedownsRepo(db);
  const universities = createUniversitiesService({
    ...core,
    universitiesRepo: createUniversitiesRepo(db),
    reconcileRepo: createReconcileRepo(db, describe),
  });
  const courses = createCoursesService({
    ...core,
    coursesRepo,
    browseRepo: createBrowseRepo(db),
    shelvesOf: createShelves({ shelvesRepo: createShelvesRepo(db) }),
  });
  const search = createSearchService({ ...core, searchRepo, patience: searchPatience });
  const pruneWords = createPruneWordsService({ searchWordsRepo: searchRepo.words });
  const common = {
    ...core,
    resourcesRepo,
    changesRepo,
    duplicatesRepo,
    takedownsRepo,
    accountsRepo: people.accountsRepo,
    fileStore: files.fileStore,
    cover: files.makeCover,
    files: files.services.files,
    uploadSpace: files.services.uploadSpace,
    discard: files.discard,
  };
  const duplicates = createDuplicatesService({
    ...common,
    universities,
    nearPapers: createNearPapers(common),
  });
  const publishTrusted = createPublishTrusted({ publishRepo: createPublishRepo(db), duplicates });
  const contribute = createContribute({ ...common, publishTrusted });
  const pileRowsRepo = createPileRowsRepo(db);
  const brokenLinks = createBrokenLinks({ ...common, brokenLinksRepo: createBrokenLinksRepo(db) });
  return {
    services: {
      resources: {
        ...createResourcesService({
          ...common,
          suggestionsRepo: createSuggestionsRepo(db),
          search,
          universities,
          contribute,
        }),
        ...createEdit(common),
      },
      universities,
      courses,
      courseChanges: createCourseChangesService({
        ...core,
        coursesRepo,
        courseChangesRepo: createCourseChangesRepo(db),
        courseSayRepo: createCourseSayRepo(db),
      }),
      changes: createChangesService(common),
      search,
      pruneWords,
      searchRebuild: createRebuildService({ searchRepo, pruneWords }),
      aliases: createAliasesService({ ...core, aliasesRepo: createAliasesRepo(db) }),
      duplicates,
      piles: createPilesService({
        ...common,
        contribute,
        duplicates,
        universities,
        papers: files.papers,
        zipFolder: join(dataFolder, "uploads"),
        recognition: files.services.recognition,
        largePdfs: files.services.largePdfs,
        pilesRepo: createPilesRepo(db),
        pileRowsRepo,
        pileEditsRepo: createPileEditsRepo(db, pileRowsRepo),
        pileArrangeRepo: createPileArrangeRepo(db.engine, pileRowsRepo),
      }),
      feedback: createFeedbackService({ ...common, feedbackRepo: createFeedbackRepo(db), brokenLinks }),
      linkCheck: createLinkCheckService({ ...core, linkCheckRepo: createLinkCheckRepo(db), brokenLinks }),
      driveCopies: createDriveCopiesService({
        ...common,
        planCopy,
        driveCopiesRepo: createDriveCopiesRepo(db, jobs),
        copyProgressRepo: createCopyProgressRepo(db),
        limit: driveCopyLimit,
        onResult: onDriveCopy,
      }),
      removal: createRemovalService({ ...common, removalRepo: createRemovalRepo(db, planCopy) }),
      trust: createTrustService({
        ...common,
        contributorsRepo: createContributorsRepo(db),
        trustSettingsRepo: createTrustSettingsRepo(db),
        uncheckedRepo: createUncheckedRepo(db),
      }),
      insight: createInsightService({ ...core, insightRepo: createInsightRepo(db) }),
      waitingMails: createWaitingMailsService({
        ...core,
        waitingMailsRepo: createWaitingMailsRepo(db, { needsSecondFactor: adminsNeedSecondFactor }),
      }),
      reasons: createReasonsService({ ...core, reasonsRepo: createReasonsRepo(db) }),
      notices: createNoticesService({ ...core, noticesRepo: createNoticesRepo(db, reachable) }),
      noticeMails: createNoticeMailsService({
        ...core,
        noticeMailsRepo: createNoticeMailsRepo(db, reachable, followedNews),
      }),
      wanted: createWantedService({
        ...core,
        courses,
        wantedRepo: createWantedRepo(db),
        tellFoundRepo: createTellFoundRepo(db),
      }),
      follows: createFollowsService({ ...core, courses, followsRepo: createFollowsRepo(db) }),
      saved: createSavedService({ ...core, savedRepo: createSavedRepo(db) }),
      overview: createOverviewService({ ...core, overviewRepo: createOverviewRepo(db) }),
      ...createDesk({
        ...common,
        planCopy,
        duplicates,
        universities,
        recognition: files.services.recognition,
      }),
      takedowns: createTakedownsService(common),
      publishing: createPublishingService({
        publishingRepo: createPublishingRepo(db),
        publishedCoursesRepo: createPublishedCoursesRepo(db),
        resourcesRepo,
      }),
      transfer: createTransferService({ ...common, transferRepo: createTransferRepo(db) }),
      sample: createSampleService({ ...common, sampleRepo: createSampleRepo(db) }),
    },
    /**
     * Counts the takedown requests between `from` (inclusive) and `to` (exclusive), in epoch milliseconds.
     */
    countTakedowns: takedownsRepo.count,
  };
}

export {
  DESK_LIMIT,
  type DeskDecision,
  type DeskDetail,
  deskHandlers,
  type DeskItem,
  type DeskPage,
  type DeskPreview,
  type DeskRow,
  type Holder,
} from "./desk/index.ts";
export { closeChangesOf } from "./items/close-change.repo.ts";
export { COPY_LIMIT, DRIVE_COPIES, driveCopyHandlers } from "./drive-copies/drive-copies.jobs.ts";
export { createReadDrive } from "./drive-copies/read-drive.ts";
export { moderated, reachable } from "./items/resource-filter.repo.ts";
export type { SimilarToDraft } from "./duplicates/duplicates.service.ts";
export type { Votes } from "./feedback/feedback.repo.ts";
export { type Item, presentFacts, presentItem } from "./items/resources.present.ts";
export type { Facets, ResourceRow } from "./items/resources.repo.ts";
export type { SearchNotes } from "./items/search-in-list.ts";
export type { Suggestions } from "./items/suggest.ts";
export type { Insight } from "./moderation/insight.service.ts";
export type { TrustOverview } from "./trust/trust.service.ts";
export { linkCheckHandlers } from "./link-check/link-check.jobs.ts";
export { noticeMailHandlers } from "./notices/notice-mails.jobs.ts";
export type { Reason } from "./moderation/reasons.service.ts";
export type { Notice } from "./notices/present-notice.ts";
export { createProbe } from "./link-check/probe.ts";
export { REBUILD_LIMIT, rebuildHandlers } from "./search/rebuild.jobs.ts";
export { type Detail, pileStatuses } from "./piles/pile-types.ts";
export type { PileArrival } from "./piles/pile-arrivals.ts";
export type { OwnPile, PilePage } from "./piles/piles.service.ts";
export type { ViewedRow as PileRow } from "./piles/pile-view.ts";
export { PILE_LIMIT, pileHandlers } from "./piles/piles.jobs.ts";
export { searchFacets } from "./search/search-facets.ts";
export type { SearchResult } from "./search/search.service.ts";
export type { ListedMerge } from "./courses/course-changes.repo.ts";
export type { ListedUniversity } from "./universities/universities.service.ts";
export { createKnownUniversities } from "./universities/university-names.repo.ts";
export { csvLine } from "./transfer/csv.ts";
