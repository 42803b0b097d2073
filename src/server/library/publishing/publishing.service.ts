import { DomainError } from "../../../shared/problems/errors.ts";
import { standaloneKinds } from "../../../shared/kinds/index.ts";
import type { ResourceRow, ResourcesRepo } from "../items/resources.repo.ts";
import type { CourseKey } from "../../../shared/courses/courses.ts";
import type { CourseAddress, PublishedCoursesRepo } from "./published-courses.repo.ts";
import type { Listed, PublishingRepo } from "./publishing.repo.ts";

/** The maximum number of addresses in one sitemap (sitemaps.org, "Sitemap index"). */
const SITEMAP_SIZE = 50_000;
/** The number of items in the feed. */
const FEED_SIZE = 50;

export interface PublishingDependencies {
  publishingRepo: PublishingRepo;
  publishedCoursesRepo: PublishedCoursesRepo;
  resourcesRepo: Pick<ResourcesRepo, "list">;
  /** The maximum number of addresses in a sitemap. Default: the maximum of the sitemap protocol. */
  sitemapSize?: number;
}

/** The content for search engines and feed readers. Every requester gets a visitor's view. */
export function createPublishingService(dependencies: PublishingDependencies) {
  const { publishingRepo, publishedCoursesRepo, resourcesRepo, sitemapSize = SITEMAP_SIZE } = dependencies;
  return {
    /** The number of sitemaps that the items need. */
    sitemaps: async (): Promise<number> => Math.ceil((await publishingRepo.count()) / sitemapSize),

    /**
     * The items of one sitemap.
     * @param number starts at 1
     * @throws DomainError not_found if there is no such sitemap
     */
    async sitemap(number: number): Promise<Listed[]> {
      const items = await publishingRepo.list(sitemapSize, (number - 1) * sitemapSize);
      if (items.length === 0) throw new DomainError("not_found");
      return items;
    },

    /** The number of sitemaps that the courses need. */
    courseSitemaps: async (): Promise<number> =>
      Math.ceil((await publishedCoursesRepo.count()) / sitemapSize),

    /**
     * The courses of one sitemap.
     * @param number starts at 1
     * @throws DomainError not_found if there is no such sitemap
     */
    async courseSitemap(number: number): Promise<CourseAddress[]> {
      const courses = await publishedCoursesRepo.list(sitemapSize, (number - 1) * sitemapSize);
      if (courses.length === 0) throw new DomainError("not_found");
      return courses;
    },

    /** The newest papers of a course, newest first. */
    newestOf: (course: CourseKey): Promise<ResourceRow[]> => publishedCoursesRepo.newest(course, FEED_SIZE),

    /** The newest items of all kinds, newest first. */
    async newest(): Promise<ResourceRow[]> {
      // One query for each kind, because the index begins with the kind.
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
