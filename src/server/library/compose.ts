import type { CopyProblem } from "../../shared/files/drive-copy.ts";
import type { FilesModule } from "../files/index.ts";
import { type DeletedAccount, moderatorsWithAreas, type PeopleModule } from "../people/index.ts";
import { type Core, createHook, type Query } from "../platform/index.ts";
import { createChangesRepo } from "./changes/changes.repo.ts";
import { createChangesService } from "./changes/changes.service.ts";
import { createEdit } from "./changes/edit-item.ts";
import { createDepartmentsService } from "./courses/departments.service.ts";
import { createDepartmentsRepo } from "./universities/departments.repo.ts";
import { createBrowseRepo } from "./courses/browse.repo.ts";
import { createCourseChangesRepo } from "./courses/course-changes.repo.ts";
import { createCourseChangesService } from "./courses/course-changes.service.ts";
import { createCoursePermissionRepo } from "./courses/course-permission.repo.ts";
import { createCourseTitles } from "./courses/course-titles.repo.ts";
import { createCoursesRepo } from "./courses/courses.repo.ts";
import { createCoursesService } from "./courses/courses.service.ts";
import { createShelves } from "./courses/shelves.ts";
import { createShelvesRepo } from "./courses/shelves.repo.ts";
import { createCopyProgressRepo } from "./drive-copies/copy-progress.repo.ts";
import { createDriveCopiesRepo } from "./drive-copies/drive-copies.repo.ts";
import { createDriveCopiesService } from "./drive-copies/drive-copies.service.ts";
import { createPlanCopy } from "./drive-copies/plan-copy.repo.ts";
import { createDuplicatesRepo, type PairSeparated } from "./duplicates/duplicates.repo.ts";
import { createDuplicatesService } from "./duplicates/duplicates.service.ts";
import { createNearPapers } from "./duplicates/near-papers.ts";
import { createBrokenLinksRepo } from "./feedback/broken-links.repo.ts";
import { createBrokenLinks } from "./feedback/broken-links.ts";
import { createFeedbackRepo } from "./feedback/feedback.repo.ts";
import { createFeedbackService } from "./feedback/feedback.service.ts";
import { closeChangesOf } from "./items/change-rows.repo.ts";
import { forgetContributor, removeContributions } from "./items/clear-contributions.repo.ts";
import { createContribute, type PublishTrusted } from "./items/contribute.ts";
import { reachable } from "./items/resource-filter.repo.ts";
import { createResourcesRepo } from "./items/resources.repo.ts";
import { createResourcesService } from "./items/resources.service.ts";
import { createStatusWriter, type StatusChanged } from "./items/set-status.repo.ts";
import { createSuggestionsRepo } from "./items/suggestions.repo.ts";
import { createLinkCheckRepo } from "./link-check/link-check.repo.ts";
import { createLinkCheckService } from "./link-check/link-check.service.ts";
import { deleteNotices } from "./notices/insert-notices.repo.ts";
import { createNoticeMailsRepo, type NewsSource } from "./notices/notice-mails.repo.ts";
import { createNoticeMailsService } from "./notices/notice-mails.service.ts";
import { createNoticesRepo } from "./notices/notices.repo.ts";
import { createNoticesService } from "./notices/notices.service.ts";
import { createPublishedCoursesRepo } from "./publishing/published-courses.repo.ts";
import { createPublishingRepo } from "./publishing/publishing.repo.ts";
import { createPublishingService } from "./publishing/publishing.service.ts";
import { createAliasesRepo } from "./search/aliases.repo.ts";
import { createAliasesService } from "./search/aliases.service.ts";
import { createPruneWordsService } from "./search/prune-words.service.ts";
import { createRebuildService, describe } from "./search/rebuild.service.ts";
import { createSearchRepo } from "./search/search.repo.ts";
import { createSearchService } from "./search/search.service.ts";
import type { UniversityMoved } from "./universities/move-courses.repo.ts";
import { createReconcileRepo } from "./universities/reconcile.repo.ts";
import { createUniversitiesRepo } from "./universities/universities.repo.ts";
import { createUniversitiesService } from "./universities/universities.service.ts";

export interface LibraryOptions {
  /**
   * The maximum size of all copies of Drive files together, in bytes. Without it, the archive makes no copies.
   */
  driveCopyLimit?: number | undefined;
  /** Called with the result of each copy. @param problem undefined if the file was copied */
  onDriveCopy?: (problem: CopyProblem | undefined) => void;
  /** The time limit of a search, in ms. Default: 500. */
  searchPatience?: number;
}

export type LibraryModule = ReturnType<typeof createLibrary>;

/** Creates the items of the archive and all that readers do with them: lists, search, courses, notices, feedback, changes. */
export function createLibrary(core: Core, files: FilesModule, people: PeopleModule, options: LibraryOptions) {
  const { searchPatience, driveCopyLimit, onDriveCopy = () => {} } = options;
  const { db, jobs } = core;
  const hooks = {
    /** Decides whether a new item is approved in the transaction that inserts it. */
    publish: createHook<PublishTrusted>(),
    statusChanged: createHook<StatusChanged>(),
    pairSeparated: createHook<PairSeparated>(),
    universityMoved: createHook<UniversityMoved>(),
  };
  const newsSources: NewsSource[] = [];
  const planCopy = createPlanCopy({ ...core, isOn: driveCopyLimit !== undefined });
  const setStatus = createStatusWriter({ planCopy, statusChanged: hooks.statusChanged });
  const searchRepo = createSearchRepo(db);
  const coursesRepo = createCoursesRepo(db);
  const browseRepo = createBrowseRepo(db);
  const courses = createCoursesService({
    ...core,
    coursesRepo,
    browseRepo,
    shelvesOf: createShelves({ shelvesRepo: createShelvesRepo(db) }),
  });
  const search = createSearchService({ ...core, searchRepo, courses, patience: searchPatience });
  const pruneWords = createPruneWordsService({ searchWordsRepo: searchRepo.words });
  const common = {
    ...core,
    resourcesRepo: createResourcesRepo(db, planCopy, setStatus),
    changesRepo: createChangesRepo(db, planCopy),
    duplicatesRepo: createDuplicatesRepo(db, hooks.pairSeparated),
    accountsRepo: people.accountsRepo,
    fileStore: files.fileStore,
    cover: files.makeCover,
    files: files.services.files,
    recognition: files.services.recognition,
    uploadSpace: files.services.uploadSpace,
    discard: files.discard,
    universities: createUniversitiesService({
      ...core,
      universitiesRepo: createUniversitiesRepo(db, hooks.universityMoved),
      reconcileRepo: createReconcileRepo(db, describe),
    }),
  };
  const { universities, resourcesRepo, changesRepo } = common;
  const duplicates = createDuplicatesService({ ...common, nearPapers: createNearPapers(common) });
  const contribute = createContribute({
    ...common,
    publishTrusted: async (...item) => (await hooks.publish.run(...item)).find((publish) => publish),
  });
  const brokenLinks = createBrokenLinks({ ...common, brokenLinksRepo: createBrokenLinksRepo(db) });
  return {
    services: {
      resources: {
        ...createResourcesService({
          ...common,
          suggestionsRepo: createSuggestionsRepo(db),
          search,
          contribute,
        }),
        ...createEdit(common),
      },
      universities,
      departments: createDepartmentsService({
        ...core,
        departmentsRepo: createDepartmentsRepo(db),
        browseRepo,
        universities,
        moderators: () => moderatorsWithAreas(db.read),
      }),
      courses,
      courseTitles: createCourseTitles(db),
      courseChanges: createCourseChangesService({
        ...core,
        coursesRepo,
        courseChangesRepo: createCourseChangesRepo(db),
        coursePermissionRepo: createCoursePermissionRepo(db),
      }),
      changes: createChangesService(common),
      search,
      pruneWords,
      searchRebuild: createRebuildService({ searchRepo, pruneWords }),
      aliases: createAliasesService({ ...core, aliasesRepo: createAliasesRepo(db) }),
      duplicates,
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
      notices: createNoticesService({ ...core, noticesRepo: createNoticesRepo(db, reachable) }),
      noticeMails: createNoticeMailsService({
        ...core,
        noticeMailsRepo: createNoticeMailsRepo(db, reachable, newsSources),
      }),
      publishing: createPublishingService({
        publishingRepo: createPublishingRepo(db),
        publishedCoursesRepo: createPublishedCoursesRepo(db),
        resourcesRepo,
      }),
    },
    hooks,
    /** The sources of news for the daily mail. Higher modules add theirs. */
    newsSources,
    resourcesRepo,
    changesRepo,
    planCopy,
    setStatus,
    contribute,
    /** The functions that delete the notices and items of an account. `services.ts` orders them. */
    accountDeletion: {
      deleteNotices: (trx: Query, { userId }: DeletedAccount) => deleteNotices(trx, userId),
      closeChanges: async (trx: Query, { userId }: DeletedAccount) => ({
        sha256s: await closeChangesOf(trx, db.engine, [userId]),
      }),
      removeContributions: async (trx: Query, { userId, remove }: DeletedAccount) =>
        remove ? removeContributions(trx, db.engine, userId) : {},
      forgetContributor: async (trx: Query, { userId }: DeletedAccount) => ({
        kept: await forgetContributor(trx, db.engine, userId),
      }),
    },
  };
}
