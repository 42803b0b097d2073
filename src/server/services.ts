import {
  type ArchiveOptions,
  closeChangesOf,
  createArchive,
  createKnownUniversities,
  moderated,
  reachable,
} from "./archive/index.ts";
import { createFiles, type FilesOptions } from "./files/index.ts";
import { createOperations, type OperationsOptions } from "./operations/index.ts";
import { createPeople, type PeopleOptions } from "./people/index.ts";
import { createPlatform, type PlatformOptions } from "./platform/index.ts";
import { createSite, type SiteOptions } from "./site/index.ts";

export interface ServicesOptions
  extends PlatformOptions, FilesOptions, PeopleOptions, ArchiveOptions, SiteOptions, OperationsOptions {}

export type Services = ReturnType<typeof createServices>;

/**
 * Composes the six modules, lowest first. Each gets the modules below it, and functions of the archive if it
 * needs them. API, pages, command line and jobs call only these services.
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
  const archive = createArchive(core, files, people, options);
  const site = createSite(core, people, options);
  const operations = createOperations(core, files, people, options);
  const { countTakedowns: takedown } = archive;
  const { countMessages: contact } = site;
  return {
    ...platform.services,
    ...files.services,
    ...people.services,
    ...archive.services,
    ...site.services,
    ...operations.services,
    delivery: platform.createDelivery({ contact, takedown }),
  };
}
