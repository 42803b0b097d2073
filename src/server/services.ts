import {
  type ContributingModule,
  type ContributingOptions,
  createContributing,
} from "./contributing/index.ts";
import { createFiles, deleteUploads, type FilesOptions } from "./files/index.ts";
import { createFollowing, type FollowingModule } from "./following/index.ts";
import {
  createKnownUniversities,
  createLibrary,
  type LibraryModule,
  type LibraryOptions,
  moderated,
  reachable,
} from "./library/index.ts";
import { createModerating, type ModeratingModule, type ModeratingOptions } from "./moderating/index.ts";
import { createOperations, type OperationsOptions } from "./operations/index.ts";
import { createPeople, type PeopleModule, type PeopleOptions } from "./people/index.ts";
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
  const people = createPeople(core, files, { ...options, universities });
  const library = createLibrary(core, files, people, options);
  const contributing = createContributing(core, files, people, library, options);
  const following = createFollowing(core, library, contributing);
  const moderating = createModerating(core, files, people, library, options);
  const site = createSite(core, people, contributing, options);
  const operations = createOperations(core, files, people, options);
  orderAccountDeletion(people.hooks.accountDeleted, library, contributing, following, moderating);
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

/**
 * Adds what each module does when an account is deleted. The functions run in this order, so it is the order of their locks:
 * other transactions lock the same rows in the same order, and never wait for each other in a circle.
 */
function orderAccountDeletion(
  { add }: PeopleModule["hooks"]["accountDeleted"],
  { accountDeletion }: LibraryModule,
  { deletePiles }: ContributingModule,
  { deleteFollowing }: FollowingModule,
  { deleteEarlierStates }: ModeratingModule,
): void {
  // The planning of mails locks its row before all others.
  add(accountDeletion.deleteNotices);
  // Items are locked below, and a person who saves one locks the list first.
  add(deleteFollowing);
  // The rows and ZIPs of the piles go with them, and `deleteUploads` deletes their files.
  add(deletePiles);
  // This locks all items of the person until the transaction ends, so that no undo can bring their earlier states back.
  add(accountDeletion.closeChanges);
  add(deleteEarlierStates);
  add(accountDeletion.removeContributions);
  add(async (trx, { userId }) => ({ sha256s: await deleteUploads(trx, userId) }));
  // This reads the items again, so that an item that the person just contributed loses their name, too.
  add(accountDeletion.forgetContributor);
}
