import { once } from "node:events";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { builtPages } from "../../../src/process/pages.ts";
import { openTestArchive } from "../platform/archive.ts";
import { freePort } from "./server.ts";
import { openSite } from "../api/site.ts";

export type ListeningSite = Awaited<ReturnType<typeof listen>>;

/** The site of a new archive on loopback, in this process, for a browser; the test sets its clock. */
export async function listen(options: Parameters<typeof openTestArchive>[1] = {}) {
  const port = await freePort();
  const archive = await openTestArchive("sqlite", { ...options, origin: `http://127.0.0.1:${port}` });
  const site = openSite(archive, await builtPages());
  const stop = await serve(site.app, port);
  return {
    archive,
    origin: archive.origin,
    faults: site.faults,
    async close(): Promise<void> {
      await stop();
      await archive.close();
    },
  };
}

/** Serves a site on a loopback port. @returns a function that stops it */
export async function serve(app: ReturnType<typeof openSite>["app"], port: number) {
  const server = createServer(getRequestListener(app.fetch)).listen(port, "127.0.0.1");
  await once(server, "listening");
  return async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
}
