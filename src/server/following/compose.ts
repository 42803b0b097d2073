import type { ContributingModule } from "../contributing/index.ts";
import type { LibraryModule } from "../library/index.ts";
import type { DeletedAccount } from "../people/index.ts";
import type { Core, Query } from "../platform/index.ts";
import { deleteFollowing } from "./deletion.repo.ts";
import { createFollowsRepo } from "./follows/follows.repo.ts";
import { createFollowsService } from "./follows/follows.service.ts";
import { followedNews } from "./follows/news.repo.ts";
import { deleteSampleFollowing, insertSampleFollowing } from "./sample.repo.ts";
import { createSavedRepo } from "./saved/saved.repo.ts";
import { createSavedService } from "./saved/saved.service.ts";
import { moveRequestsAndFollows } from "./wanted/move-university.repo.ts";
import { createNotifyFoundRepo } from "./wanted/notify-found.repo.ts";
import { createWantedRepo } from "./wanted/wanted.repo.ts";
import { createWantedService } from "./wanted/wanted.service.ts";

export type FollowingModule = ReturnType<typeof createFollowing>;

/** Creates what a reader wants to hear of: requested papers, followed courses and saved items. */
export function createFollowing(
  core: Core,
  library: LibraryModule,
  { hooks: { sampleAdded, sampleRemoved } }: ContributingModule,
) {
  const { db } = core;
  const { courses, universities } = library.services;
  library.newsSources.push(followedNews);
  sampleAdded.add((trx, rows) => insertSampleFollowing(trx, rows, core.clock()));
  sampleRemoved.add(deleteSampleFollowing);
  library.hooks.universityMoved.add(moveRequestsAndFollows);
  return {
    services: {
      wanted: createWantedService({
        ...core,
        courses,
        universities,
        wantedRepo: createWantedRepo(db),
        notifyFoundRepo: createNotifyFoundRepo(db),
      }),
      follows: createFollowsService({ ...core, courses, followsRepo: createFollowsRepo(db) }),
      saved: createSavedService({ ...core, savedRepo: createSavedRepo(db) }),
    },
    /** Deletes the lists, follows and requests of an account. */
    deleteFollowing: (trx: Query, { userId }: DeletedAccount) => deleteFollowing(trx, userId),
  };
}
