import { join } from "node:path";
import { connect } from "node:tls";
import { createFolderStore } from "../../../src/server/files/storage/file-store.ts";
import { createPageImageCache } from "../../../src/server/files/storage/page-image-cache.ts";
import { createPapers } from "../../../src/server/files/rendering/papers.ts";
import { openDatabase } from "../../../src/server/platform/db/open.ts";
import { createServices } from "../../../src/server/services.ts";
import { copyRunner } from "./copy-runner.ts";
import { PUBLIC_ADDRESS } from "./drive-hosts.ts";

/** The options of the process, as JSON in its last argument. */
export interface CopyChildOptions {
  dataFolder: string;
  databaseUrl: string | undefined;
  secret: string;
  /** The time of the archive, in epoch milliseconds. */
  now: number;
  limit: number;
  /** The stand-in for Google Drive. */
  port: number;
  certificate: string;
}

// A server's part that copies Drive files, in a process of its own that a test can kill.
const options = JSON.parse(process.argv.at(-1) ?? "") as CopyChildOptions;
const { dataFolder, databaseUrl, secret, now, limit, port, certificate } = options;
const services = createServices({
  db: openDatabase({ databaseUrl, dataFolder }),
  dataFolder,
  fileStore: createFolderStore(join(dataFolder, "files")),
  papers: createPapers({ timeLimit: 60_000 }),
  pageImageCache: createPageImageCache(join(dataFolder, "pages")),
  origin: "http://127.0.0.1:3000",
  secret,
  clock: () => now,
  driveCopyLimit: limit,
});
copyRunner(services, {
  options: {
    resolve: async () => [PUBLIC_ADDRESS],
    connect: (_address, servername) => connect({ host: "127.0.0.1", port, servername, ca: certificate }),
  },
}).start();
// The timers of the runner don't keep a process alive.
setInterval(() => {}, 60_000);
