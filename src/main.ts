import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import pino from "pino";
import { createApp } from "./api/app.ts";
import type { Report } from "./api/errors.ts";
import { EnvError, type Env, loadEnv } from "./env.ts";
import { openArchive } from "./open-archive.ts";
import { builtPages, type Pages, vitePages } from "./pages.ts";
import { isMigrated } from "./server/db/migrate.ts";
import { prepareWorker } from "./prepare-worker.ts";
import { startSweeper } from "./sweeper.ts";
import { prepareSample } from "./start-sample.ts";
import { isDomainError } from "./shared/errors.ts";
import { proxyLines } from "./trusted-proxies.ts";

/**
 * How long a client may take for its headers and its whole request, and how often that is checked. In ms; Node's
 * defaults hold slow ones. A form with a file of 25 MB takes five minutes at 0.7 Mbit/s.
 */
const SLOW_CLIENT = {
  headersTimeout: 8_000,
  requestTimeout: 300_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 2_000,
};
/** How long requests in flight may take after SIGTERM. In ms. */
const GRACE = 10_000;
const SWEEP = 50;
/** How often to look for links that are due, in ms. */
const PLAN_LINKS = 3_600_000;

async function start(env: Env): Promise<void> {
  const serializers = { err: loggedError };
  const log = pino({ level: env.logLevel, base: null, serializers }, pino.destination({ sync: false }));
  const { db, services, close } = await openArchive(env, (error) =>
    log.error({ err: error }, "database connection lost"),
  );
  const report: Report = (error, requestId) => log.error({ err: error, id: requestId }, "failed");
  const pages: Pages = env.dev ? await vitePages() : await builtPages();
  const uploads = join(env.dataFolder, "uploads");
  const sweeper = startSweeper({ services, uploads, report });
  const { worker, outbox, lines } = prepareWorker(env, services, {
    failed: (facts) => log.warn(facts, "job failed"),
    error: (error) => log.error({ err: error }, "job table not reached"),
  });
  const app = createApp({
    services,
    ...(env.dev ? { outbox } : {}),
    origin: env.origin,
    trustedProxies: env.trustedProxies,
    assets: pages.assets,
    uploads,
    pages: pages.handler({ services, origin: env.origin, report }),
    ready: () => isMigrated(db),
    log: { request: (facts) => log.debug(facts, "request"), error: report },
  });
  const listener = getRequestListener(app.fetch);
  const server = createHttpServer(SLOW_CLIENT, withMiddleware(pages.middleware, listener));
  const sample = env.mode === "demo" ? await prepareSample(services) : [];
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(env.port, env.host, resolve);
  });
  worker.start();
  if (env.linkCheck) {
    const plan = () =>
      services.linkCheck.plan().catch((error: unknown) => log.error({ err: error }, "links not planned"));
    void plan();
    setInterval(plan, PLAN_LINKS).unref();
  }
  console.log([`Proshno is ready: ${env.origin}`, ...lines, ...proxyLines(env), ...sample].join("\n"));

  let stopping = false;
  const stop = async () => {
    // A terminal and npm may both send the same signal.
    if (stopping) return;
    stopping = true;
    const closed = new Promise((resolve) => server.close(resolve));
    // A connection becomes idle once its request in flight is answered.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP);
    setTimeout(() => server.closeAllConnections(), GRACE).unref();
    await Promise.all([closed, worker.stop(), sweeper.stop()]);
    clearInterval(sweep);
    await pages.close();
    await close();
    log.flush();
  };
  process.on("SIGTERM", stop).on("SIGINT", stop);
}

/** What a log keeps of an error: not the details that a database adds, which may quote an e-mail. */
function loggedError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name: type, message } = error;
  // What is refused on purpose, as to too many at once, comes from nowhere worth a look.
  if (isDomainError(error)) return { type, message };
  const { stack } = error;
  return { type, message, stack, code: (error as NodeJS.ErrnoException).code };
}

function withMiddleware(middleware: Pages["middleware"], listener: RequestListener): RequestListener {
  if (!middleware) return listener;
  return (request: IncomingMessage, response: ServerResponse) =>
    middleware(request, response, () => listener(request, response));
}

if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(
    `Proshno needs Node 24 or newer; this is ${process.version}. Run it by "npm start", which brings its own.`,
  );
  process.exit(1);
}
try {
  await start(loadEnv());
} catch (error) {
  const known = error instanceof EnvError || (error as NodeJS.ErrnoException).code === "EADDRINUSE";
  console.error(known ? `Proshno can't start.\n${(error as Error).message}` : error);
  process.exit(1);
}
