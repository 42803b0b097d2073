import type { FilesModule } from "../files/index.ts";
import type { LibraryModule } from "../library/index.ts";
import type { DeletedAccount, PeopleModule } from "../people/index.ts";
import type { Core, Query } from "../platform/index.ts";
import { createDesk, deleteEarlierStates, deleteSimilar } from "./desk/desk.ts";
import { createInsightRepo } from "./moderation/insight.repo.ts";
import { createInsightService } from "./moderation/insight.service.ts";
import { createOverviewRepo } from "./moderation/overview.repo.ts";
import { createOverviewService } from "./moderation/overview.service.ts";
import { createReasonsRepo } from "./moderation/reasons.repo.ts";
import { createReasonsService } from "./moderation/reasons.service.ts";
import { createRemovalRepo } from "./moderation/removal.repo.ts";
import { createRemovalService } from "./moderation/removal.service.ts";
import { createWaitingMailsRepo } from "./moderation/waiting-mails.repo.ts";
import { createWaitingMailsService } from "./moderation/waiting-mails.service.ts";
import { createTakedownsRepo } from "./takedowns/takedowns.repo.ts";
import { createTakedownsService } from "./takedowns/takedowns.service.ts";
import { createContributorsRepo } from "./trust/contributors.repo.ts";
import { createPublishTrusted } from "./trust/publish-trusted.ts";
import { createPublishRepo } from "./trust/publish.repo.ts";
import { createTrustSettingsRepo } from "./trust/settings.repo.ts";
import { suspendTrust } from "./trust/suspend-trust.repo.ts";
import { createTrustService } from "./trust/trust.service.ts";
import { createUncheckedRepo } from "./trust/unchecked.repo.ts";

export interface ModeratingOptions {
  /** Whether admins and moderators need a second factor to use their rights. The default is no. */
  adminsNeedSecondFactor?: boolean;
}

export type ModeratingModule = ReturnType<typeof createModerating>;

/** Creates what moderators and admins decide: the desk, removals, takedown claims, reasons and trust. */
export function createModerating(
  core: Core,
  files: FilesModule,
  people: PeopleModule,
  library: LibraryModule,
  { adminsNeedSecondFactor = false }: ModeratingOptions,
) {
  const { db } = core;
  const { resourcesRepo, changesRepo, planCopy, setStatus, hooks } = library;
  const { duplicates, universities } = library.services;
  const takedownsRepo = createTakedownsRepo(db);
  const common = {
    ...core,
    resourcesRepo,
    accountsRepo: people.accountsRepo,
    discard: files.discard,
  };
  hooks.publish.add(createPublishTrusted({ publishRepo: createPublishRepo(db), duplicates }));
  hooks.statusChanged.add(async (trx, { id, status }, act) => {
    if (status === "Cancelled") await suspendTrust(trx, id, act);
  });
  hooks.pairSeparated.add(deleteSimilar);
  return {
    services: {
      ...createDesk({
        ...core,
        resourcesRepo,
        changesRepo,
        writes: { planCopy, setStatus },
        duplicates,
        universities,
        recognition: files.services.recognition,
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
      overview: createOverviewService({ ...core, overviewRepo: createOverviewRepo(db) }),
      takedowns: createTakedownsService({ ...common, takedownsRepo }),
    },
    /**
     * Counts the takedown requests between `from` (inclusive) and `to` (exclusive), in epoch milliseconds.
     */
    countTakedowns: takedownsRepo.count,
    /** Forgets earlier states of the items of an account, which an undo would bring back. */
    deleteEarlierStates: (trx: Query, { userId }: DeletedAccount) => deleteEarlierStates(trx, userId),
  };
}
