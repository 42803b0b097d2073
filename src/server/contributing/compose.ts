import { join } from "node:path";
import type { FilesModule } from "../files/index.ts";
import type { LibraryModule } from "../library/index.ts";
import type { DeletedAccount, PeopleModule } from "../people/index.ts";
import { type Core, createHook, type Query } from "../platform/index.ts";
import { createPileArrangeRepo } from "./piles/pile-arrange.repo.ts";
import { createPileEditsRepo } from "./piles/pile-edits.repo.ts";
import { createPileRowsRepo } from "./piles/pile-rows.repo.ts";
import { createPilesRepo, deletePiles } from "./piles/piles.repo.ts";
import { createPilesService } from "./piles/piles.service.ts";
import { createSampleRepo, type SampleHooks } from "./sample/sample.repo.ts";
import { createSampleService } from "./sample/sample.service.ts";
import { createTransferRepo } from "./transfer/transfer.repo.ts";
import { createTransferService } from "./transfer/transfer.service.ts";

export type ContributingModule = ReturnType<typeof createContributing>;

export interface ContributingOptions {
  /** The folder of data. ZIPs of piles wait in its folder `uploads`. */
  dataFolder: string;
}

/** Creates the ways to bring many items: piles of files, import and export, and the sample archive. */
export function createContributing(
  core: Core,
  files: FilesModule,
  people: PeopleModule,
  library: LibraryModule,
  { dataFolder }: ContributingOptions,
) {
  const { db } = core;
  const hooks: SampleHooks = { sampleAdded: createHook(), sampleRemoved: createHook() };
  const pileRowsRepo = createPileRowsRepo(db);
  const common = {
    ...core,
    accountsRepo: people.accountsRepo,
    fileStore: files.fileStore,
    cover: files.makeCover,
    discard: files.discard,
  };
  return {
    services: {
      piles: createPilesService({
        ...common,
        files: files.services.files,
        papers: files.papers,
        recognition: files.services.recognition,
        largePdfs: files.services.largePdfs,
        contribute: library.contribute,
        duplicates: library.services.duplicates,
        universities: library.services.universities,
        courseTitles: library.services.courseTitles,
        zipFolder: join(dataFolder, "uploads"),
        pilesRepo: createPilesRepo(db),
        pileRowsRepo,
        pileEditsRepo: createPileEditsRepo(db, pileRowsRepo),
        pileArrangeRepo: createPileArrangeRepo(db.engine, pileRowsRepo),
      }),
      transfer: createTransferService({ ...common, transferRepo: createTransferRepo(db) }),
      sample: createSampleService({ ...common, sampleRepo: createSampleRepo(db, hooks) }),
    },
    hooks,
    /** Deletes the piles of an account. */
    deletePiles: (trx: Query, { userId }: DeletedAccount) => deletePiles(trx, userId),
  };
}
