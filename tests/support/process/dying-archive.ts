import { join } from "node:path";
import { loadEnv } from "../../../src/config/env.ts";
import { strangerJobs } from "../../../src/process/stranger-jobs.ts";
import { createFolderStore } from "../../../src/server/files/storage/file-store.ts";
import { createPageImageCache } from "../../../src/server/files/storage/page-image-cache.ts";
import { createPapers } from "../../../src/server/files/rendering/papers.ts";
import { deskHandlers } from "../../../src/server/moderating/index.ts";
import { linkCheckHandlers, noticeMailHandlers, rebuildHandlers } from "../../../src/server/library/index.ts";
import { accountMailHandlers } from "../../../src/server/people/index.ts";
import { openDatabase } from "../../../src/server/platform/db/open.ts";
import { createOutbox, type JobKinds, mailHandlers } from "../../../src/server/platform/index.ts";
import { createServices } from "../../../src/server/services.ts";
import { newsletterHandlers } from "../../../src/server/site/index.ts";
import { plantedIn } from "./planted-fault.ts";

/** Opens the archive of the environment at a time, with all kinds of job. @param now epoch milliseconds */
export async function prepareArchive(now: number) {
  const { dataFolder, databaseUrl, secret, origin, mailFrom } = loadEnv();
  const services = createServices({
    db: openDatabase({ databaseUrl, dataFolder }),
    dataFolder,
    fileStore: createFolderStore(join(dataFolder, "files")),
    papers: createPapers({ timeLimit: 60_000 }),
    pageImageCache: createPageImageCache(join(dataFolder, "pages")),
    origin,
    secret,
    clock: () => now,
    driveCopyLimit: 1_000_000_000,
  });
  const transport = createOutbox(join(dataFolder, "outbox")).transport(mailFrom, "example.edu");
  const { delivery, accountMails, noticeMails, newsletter } = services;
  // A planted job dies before it needs a recogniser.
  const recogniser = { recognise: () => Promise.reject(new Error("No recogniser")) } as never;
  const handlers: JobKinds = {
    ...mailHandlers(delivery, transport, origin),
    ...accountMailHandlers(accountMails, delivery, transport, origin),
    ...noticeMailHandlers(noticeMails, transport, origin),
    ...newsletterHandlers(newsletter, transport, origin),
    ...rebuildHandlers(services.searchRebuild),
    ...linkCheckHandlers(services.linkCheck, undefined),
    ...deskHandlers(services.deskDecisions),
    ...Object.assign({}, ...Object.values(strangerJobs(services, recogniser))),
  };
  return { services, handlers: plantedIn(handlers) };
}
