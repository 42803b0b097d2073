import { DomainError } from "../../../shared/errors.ts";
import { standaloneKinds } from "../../../shared/kinds/index.ts";
import type { ResourceRow, ResourcesRepo } from "../items/resources.repo.ts";
import type { Listed, PublishingRepo } from "./publishing.repo.ts";

/** The most addresses that one sitemap may hold (sitemaps.org, "Sitemap index"). */
const SITEMAP_SIZE = 50_000;
/** How many of the newest items the feed holds. */
const FEED_SIZE = 50;

export interface PublishingDependencies {
  publishingRepo: PublishingRepo;
  resourcesRepo: Pick<ResourcesRepo, "list">;
  /** How many addresses a sitemap holds at most. Left out: as many as it may. */
  sitemapSize?: number;
}

/** The content for search engines and feed readers: a visitor's view, for every requester. */
export function createPublishingService(dependencies: PublishingDependencies) {
  const { publishingRepo, resourcesRepo, sitemapSize = SITEMAP_SIZE } = dependencies;
  return {
    /** How many sitemaps the items fill. */
    sitemaps: async (): Promise<number> => Math.ceil((await publishingRepo.count()) / sitemapSize),

    /** The items of one sitemap. @param number from 1 @throws DomainError not_found, for one past the last */
    async sitemap(number: number): Promise<Listed[]> {
      const items = await publishingRepo.list(sitemapSize, (number - 1) * sitemapSize);
      if (items.length === 0) throw new DomainError("not_found");
      return items;
    },

    /** The newest items of all kinds, newest first. */
    async newest(): Promise<ResourceRow[]> {
      // Kind by kind, because there is an index for that.
      const newest = await Promise.all(
        standaloneKinds.map(({ name: kind }) =>
          resourcesRepo.list({ kind }, undefined, { size: FEED_SIZE, offset: 0 }),
        ),
      );
      return newest
        .flat()
        .toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
        .slice(0, FEED_SIZE);
    },
  };
}
