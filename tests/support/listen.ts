import { once } from "node:events";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { builtPages } from "../../src/pages.ts";
import { openTestArchive } from "./archive.ts";
import { freePort } from "./server.ts";
import { openSite } from "./site.ts";

export type ListeningSite = Awaited<ReturnType<typeof listen>>;

/** A fresh archive's site on loopback, in this process: for a browser, with a clock that the test sets. */
export async function listen(options: Parameters<typeof openTestArchive>[1] = {}) {
  const port = await freePort();
  const archive = await openTestArchive("sqlite", { ...options, origin: `http://127.0.0.1:${port}` });
  const site = openSite(archive, await builtPages());
  const server = createServer(getRequestListener(site.app.fetch)).listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    archive,
    origin: archive.origin,
    faults: site.faults,
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
      await archive.close();
    },
  };
}
