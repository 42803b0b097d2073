import type { FilesModule } from "../files/index.ts";
import type { PeopleModule } from "../people/index.ts";
import type { Core } from "../platform/index.ts";
import { createChangesRepo } from "./changes/changes.repo.ts";
import { createChangesService } from "./changes/changes.service.ts";
import { createEdit } from "./changes/edit-item.ts";
import { createDuplicatesRepo } from "./duplicates/duplicates.repo.ts";
import { createDuplicatesService } from "./duplicates/duplicates.service.ts";
import { createNearPapers } from "./duplicates/near-papers.ts";
import { createBrokenLinksRepo } from "./feedback/broken-links.repo.ts";
import { createBrokenLinks } from "./feedback/broken-links.ts";
import { createFeedbackRepo } from "./feedback/feedback.repo.ts";
import { createFeedbackService } from "./feedback/feedback.service.ts";
import { createResourcesRepo } from "./items/resources.repo.ts";
import { createResourcesService } from "./items/resources.service.ts";
import { createSuggestionsRepo } from "./items/suggestions.repo.ts";
import { createLinkCheckRepo } from "./link-check/link-check.repo.ts";
import { createLinkCheckService } from "./link-check/link-check.service.ts";
import { createOverviewRepo } from "./moderation/overview.repo.ts";
import { createOverviewService } from "./moderation/overview.service.ts";
import { createRemovalRepo } from "./moderation/removal.repo.ts";
import { createRemovalService } from "./moderation/removal.service.ts";
import { createPublishingRepo } from "./publishing/publishing.repo.ts";
import { createPublishingService } from "./publishing/publishing.service.ts";
import { createSampleRepo } from "./sample/sample.repo.ts";
import { createSampleService } from "./sample/sample.service.ts";
import { createAliasesRepo } from "./search/aliases.repo.ts";
import { createAliasesService } from "./search/aliases.service.ts";
import { createPruneWordsService } from "./search/prune-words.service.ts";
import { createRebuildService } from "./search/rebuild.service.ts";
import { createSearchRepo } from "./search/search.repo.ts";
import { createSearchService } from "./search/search.service.ts";
import { createTakedownsRepo } from "./takedowns/takedowns.repo.ts";
import { createTakedownsService } from "./takedowns/takedowns.service.ts";
import { createTransferRepo } from "./transfer/transfer.repo.ts";
import { createTransferService } from "./transfer/transfer.service.ts";

export interface ArchiveOptions {
  /** The time limit of a search, in ms. Default: 500. */
  searchPatience?: number;
}

/** Creates the services of the archive: items, search, moderation, takedowns and the rest. */
export function createArchive(
  core: Core,
  files: FilesModule,
  people: PeopleModule,
  { searchPatience }: ArchiveOptions,
) {
  const { db } = core;
  const resourcesRepo = createResourcesRepo(db);
  const changesRepo = createChangesRepo(db);
  const duplicatesRepo = createDuplicatesRepo(db);
  const searchRepo = createSearchRepo(db);
  const takedownsRepo = createTakedownsRepo(db);
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
    discard: files.discard,
  };
  const brokenLinks = createBrokenLinks({ ...common, brokenLinksRepo: createBrokenLinksRepo(db) });
  return {
    services: {
      resources: {
        ...createResourcesService({ ...common, suggestionsRepo: createSuggestionsRepo(db), search }),
        ...createEdit(common),
      },
      changes: createChangesService(common),
      search,
      pruneWords,
      searchRebuild: createRebuildService({ searchRepo, pruneWords }),
      aliases: createAliasesService({ ...core, aliasesRepo: createAliasesRepo(db) }),
      duplicates: createDuplicatesService({ ...common, nearPapers: createNearPapers(common) }),
      feedback: createFeedbackService({ ...common, feedbackRepo: createFeedbackRepo(db), brokenLinks }),
      linkCheck: createLinkCheckService({ ...core, linkCheckRepo: createLinkCheckRepo(db), brokenLinks }),
      removal: createRemovalService({ ...common, removalRepo: createRemovalRepo(db) }),
      overview: createOverviewService({ ...core, overviewRepo: createOverviewRepo(db) }),
      takedowns: createTakedownsService(common),
      publishing: createPublishingService({ publishingRepo: createPublishingRepo(db), resourcesRepo }),
      transfer: createTransferService({ ...common, transferRepo: createTransferRepo(db) }),
      sample: createSampleService({ ...common, sampleRepo: createSampleRepo(db) }),
    },
    /**
     * Counts the takedown requests between `from` (inclusive) and `to` (exclusive), in epoch milliseconds.
     */
    countTakedowns: takedownsRepo.count,
  };
}

export { closeChangesOf } from "./items/close-change.repo.ts";
export { reachable } from "./items/resource-filter.repo.ts";
export type { SimilarToDraft } from "./duplicates/duplicates.service.ts";
export type { Votes } from "./feedback/feedback.repo.ts";
export { type Item, presentFacts, presentItem } from "./items/resources.present.ts";
export type { Facets, ResourceRow } from "./items/resources.repo.ts";
export type { SearchNotes } from "./items/search-in-list.ts";
export type { Suggestions } from "./items/suggest.ts";
export { linkCheckHandlers } from "./link-check/link-check.jobs.ts";
export { createProbe } from "./link-check/probe.ts";
export { REBUILD_LIMIT, rebuildHandlers } from "./search/rebuild.jobs.ts";
export { searchFacets } from "./search/search-facets.ts";
export type { SearchResult } from "./search/search.service.ts";
export { csvLine } from "./transfer/csv.ts";
