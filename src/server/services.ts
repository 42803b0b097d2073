import { type ContributingOptions, createContributing } from "./contributing/index.ts";
import { createFiles, type FilesOptions } from "./files/index.ts";
import { createFollowing } from "./following/index.ts";
import {
  closeChangesOf,
  createKnownUniversities,
  createLibrary,
  type LibraryOptions,
  moderated,
  reachable,
} from "./library/index.ts";
import { createModerating, type ModeratingOptions } from "./moderating/index.ts";
import { createOperations, type OperationsOptions } from "./operations/index.ts";
import { createPeople, type PeopleOptions } from "./people/index.ts";
import { createPlatform, type PlatformOptions } from "./platform/index.ts";
import { createSite, type SiteOptions } from "./site/index.ts";

export interface ServicesOptions
  extends
    PlatformOptions,
    FilesOptions,
    PeopleOptions,
    LibraryOptions,
    ContributingOptions,
    ModeratingOptions,
    SiteOptions,
    OperationsOptions {}

export type Services = ReturnType<typeof createServices>;

/**
 * Composes the nine modules, lowest first. Each gets the modules below it, and adds functions to their hooks. API, pages,
 * command line and jobs call only these services.
 */
export function createServices(options: ServicesOptions) {
  const platform = createPlatform(options);
  const { core } = platform;
  const universities = createKnownUniversities(core.db);
  const files = createFiles(core, {
    ...options,
    items: { mayOpenItem: reachable, moderates: moderated },
    universities,
  });
  const people = createPeople(core, files, { ...options, closeChangesOf, universities });
  const library = createLibrary(core, files, people, options);
  const contributing = createContributing(core, files, people, library, options);
  const following = createFollowing(core, library);
  const moderating = createModerating(core, files, people, library, options);
  const site = createSite(core, people, options);
  const operations = createOperations(core, files, people, options);
  const { countTakedowns: takedown } = moderating;
  const { countMessages: contact } = site;
  return {
    ...platform.services,
    ...files.services,
    ...people.services,
    ...library.services,
    ...contributing.services,
    ...following.services,
    ...moderating.services,
    ...site.services,
    ...operations.services,
    delivery: platform.createDelivery({ contact, takedown }),
  };
}
