import { join } from "node:path";
import { createFolderStore } from "../../../src/server/files/storage/file-store.ts";
import { createPageImageCache } from "../../../src/server/files/storage/page-image-cache.ts";
import { createPapers } from "../../../src/server/files/rendering/papers.ts";
import { openDatabase } from "../../../src/server/platform/db/open.ts";
import { createServices } from "../../../src/server/services.ts";

/** The options of the process, as JSON in its last argument. */
export interface ReconcileChildOptions {
  dataFolder: string;
  databaseUrl: string | undefined;
  secret: string;
}

// A server's part that makes items agree with the universities and departments, in a process that a test can kill.
const { dataFolder, databaseUrl, secret } = JSON.parse(process.argv.at(-1) ?? "") as ReconcileChildOptions;
const services = createServices({
  db: openDatabase({ databaseUrl, dataFolder }),
  dataFolder,
  fileStore: createFolderStore(join(dataFolder, "files")),
  papers: createPapers({ timeLimit: 60_000 }),
  pageImageCache: createPageImageCache(join(dataFolder, "pages")),
  origin: "http://127.0.0.1:3000",
  secret,
});
await services.universities.reconcile();
process.exit(0);
