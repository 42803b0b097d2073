import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import { join } from "node:path";
import { createApp } from "../api/app.ts";
import type { LogError } from "../api/platform/errors.ts";
import { withCors } from "../api/platform/cors.ts";
import { closeUnread } from "../api/platform/bodies/unread-bodies.ts";
import { createResponseCache } from "../api/platform/response-cache/response-cache.ts";
import type { Env } from "../config/env.ts";
import { createLog } from "../config/log.ts";
import { createLoggedHealth, watchHealth } from "./health-log.ts";
import { createHttpServer, listen } from "./http-server.ts";
import { openArchive } from "./open-archive.ts";
import { builtPages, type Pages, vitePages } from "./pages.ts";
import { prepareJobRunners } from "./job-runners.ts";
import { startDailyBackup } from "./daily-backup.ts";
import {
  createRoutePatterns,
  createSiteMetrics,
  exposition,
  shareResult,
} from "../server/operations/index.ts";
import {
  currentRequestId,
  type Database,
  inRequest,
  productVersion,
  schemaState,
} from "../server/platform/index.ts";
import { withMeasurements } from "../api/operations/measured.ts";
import { createRequestIdOf } from "../api/platform/request-id.ts";
import { enMove } from "../shared/messages/en-move.ts";
import { mergeSnapshots } from "../shared/operations/metric-snapshot.ts";
import { collectAlone, type CreateCollector } from "./cluster-metrics.ts";
import { serveMetrics } from "./metrics-server.ts";
import { archiveObservers, jobObserver, observedTransport } from "./observers.ts";
import { startSchedule } from "./schedule.ts";
import { proxyLines } from "../config/trusted-proxies.ts";
import type { Services } from "../server/services.ts";

/**
 * Loads the sample archive into an empty archive.
 * @returns lines that say how to log in; no lines if nothing was loaded
 */
async function prepareSample({ resources, sample }: Services): Promise<string[]> {
  if (!(await resources.isEmpty())) return [];
  const made = await sample.add({ unlessRemoved: true });
  // Another server loaded the sample first, or an operator removed it.
  if (!made) return [];
  const logins = Object.entries(made);
  return [
    "",
    "This is the first start, so we loaded a sample archive. Log in as",
    ...logins.map(([role, { email, password }]) => `  ${role.padEnd(9)} ${email}  ${password}`),
    "These passwords are shown only once. `npm run sample -- remove` removes the sample.",
  ];
}

/** How long running requests may take after the stop signal, in ms. */
const GRACE = 10_000;
const SWEEP = 50;

export interface ServeOptions {
  /**
   * The number of this process among the processes that share the port, from 1; undefined if it is the only
   * one.
   */
  workerNumber?: number | undefined;
  /** Reads the metrics of all processes; by default this process is the only one. */
  createCollector?: CreateCollector;
}

export interface Served {
  /** Lines for the operator. */
  lines: string[];
  /**
   * Finishes the running requests and stops everything.
   * @param isPatient also waits until idle connections time out
   */
  stop(isPatient?: boolean): Promise<void>;
}

/**
 * Answers requests and runs jobs. Several processes can share one archive, behind one port or several.
 * @throws EADDRINUSE; the errors of the database
 */
export async function serve(
  env: Env,
  { workerNumber, createCollector = collectAlone }: ServeOptions = {},
): Promise<Served> {
  const log = createLog(env, workerNumber, requestFacts);
  const engine = env.databaseUrl ? "postgres" : "sqlite";
  const metrics = createSiteMetrics({ engine, version: productVersion });
  const { db, services, close } = await openArchive(env, {
    // A connection outlives the request that opened it.
    onError: (error) => inRequest(undefined, () => log.error({ err: error }, "database connection lost")),
    onLeftOver: (error) => log.error({ err: error }, "unused files not removed yet"),
    ...archiveObservers(env, metrics, log),
  });
  metrics.followPools(db.poolUse);
  const collector = createCollector(metrics.snapshot);
  const logError: LogError = (error) => log.error({ err: error }, "failed");
  const scrape = shareResult(async () => {
    try {
      const parts = await Promise.all([collector.collect(), services.operations.archiveMetrics()]);
      return exposition(mergeSnapshots(parts));
    } catch (error) {
      logError(error);
      return undefined;
    }
  });
  const health = createLoggedHealth(services.operations.health, () => schemaState(db), log);
  const isFirst = workerNumber === undefined || workerNumber === 1;
  // One process is enough to log the problems of the machine.
  const stopHealth = isFirst ? await watchHealth(health) : undefined;
  const pages: Pages = env.dev ? await vitePages() : await builtPages();
  const uploads = join(env.dataFolder, "uploads");
  const spool = join(env.dataFolder, "spool");
  const {
    runners: jobs,
    outbox,
    lines,
  } = prepareJobRunners(env, services, jobObserver(metrics, log), observedTransport(metrics, log), isFirst);
  const requestIdOf = createRequestIdOf(env);
  const requestLog = { request: (facts: object) => log.debug(facts, "request"), error: logError };
  const app = createApp({
    services,
    ...(env.dev ? { outbox } : {}),
    origin: env.origin,
    trustedProxies: env.trustedProxies,
    assets: pages.assets,
    uploads,
    spool,
    pages: pages.handler({ services, origin: env.origin, timeZone: env.timeZone, logError }),
    ownPage: pages.ownPage({ services }),
    isUnresponsive: db.isUnresponsive,
    health,
    metrics: env.metricsToken === undefined ? undefined : { token: env.metricsToken, scrape },
    requestIdOf,
    log: requestLog,
  });
  if (env.cacheBytes > 0) {
    await db.changeFeed.follow({
      lost: (error) => log.warn({ err: error }, "change feed lost, so the response cache is off"),
      found: () => log.info("change feed back"),
    });
  }
  const { origin, cacheBytes: maxBytes } = env;
  const responseCache = createResponseCache({
    app,
    changeFeed: db.changeFeed,
    origin,
    canonical: app.apiPaths.canonical,
    maxBytes,
    log: requestLog,
    requestIdOf,
    measure: metrics.responseCache,
  });
  const isPaused = () => db.writePause() !== undefined;
  // With several workers, only the first one loads the sample, because it starts before the others.
  const sample = isFirst && env.mode === "demo" && !isPaused() ? await prepareSample(services) : [];
  const stopping = { now: false };
  const { corsOrigins: origins } = env;
  const isOpen = origins === "*" || origins.size > 0;
  const open = isOpen ? withCors({ origins, apiPaths: app.apiPaths }, responseCache) : responseCache;
  const routeOf = createRoutePatterns([...app.patterns, ...(await pages.patterns())]);
  const measured = withMeasurements({ routeOf, request: metrics.request }, open);
  const listener = closeUnread(withMiddleware(pages.middleware, measured));
  const server = createHttpServer((request, response) => {
    if (stopping.now) response.shouldKeepAlive = false;
    listener(request, response);
  });
  const lostConnection = (error: Error) => log.error({ err: error }, "connection not accepted");
  // Before the site's port, so that no request arrives if the metrics' port is in use.
  const closeMetrics =
    env.metricsPort === undefined
      ? undefined
      : await serveMetrics(env.metricsPort, { token: env.metricsToken, scrape }, lostConnection);
  await listen(server, env.port, env.host, lostConnection);
  jobs.start();
  // Only one process of a machine does the work that is needed once for each machine.
  const schedule = isFirst
    ? startSchedule({
        services,
        isPaused,
        checksLinks: env.linkCheck,
        uploads,
        spool,
        logError,
        collect: collector.collect,
      })
    : undefined;
  const backup = isFirst
    ? startDailyBackup({
        services,
        isPaused,
        reminds: env.mode === "production" || env.backup.place !== undefined,
        log: {
          done: (said) => log.info({ said }, "backup made"),
          failed: (reason) => log.error({ reason }, "backup failed"),
          error: logError,
        },
      })
    : undefined;
  return {
    lines: [...lines, ...proxyLines(env), ...providerLines(env), ...pauseLines(db), ...sample],
    async stop(isPatient = false) {
      stopping.now = true;
      stopHealth?.();
      await Promise.all([ended(server, isPatient), jobs.stop(), schedule?.stop(), backup?.stop()]);
      await closeMetrics?.();
      await collector.close();
      await pages.close();
      await close();
      log.flush();
    },
  };
}

/** The part of each log line that names the request. */
function requestFacts(): { requestId?: string } {
  const requestId = currentRequestId();
  return requestId === undefined ? {} : { requestId };
}

/** Tells the operator why nothing can be saved. */
function pauseLines(db: Database): string[] {
  const pause = db.writePause();
  if (pause === undefined) return [];
  return [pause.phase === "moved" ? enMove.moved : enMove.moving];
}

/** Tells the operator how to turn on the login button of spec §2. */
function providerLines({ oidc }: Env): string[] {
  if (oidc) return [];
  return [
    "No PROSHNO_OIDC_ISSUER is set: the login page has no button for a provider such as Google. Set it to add the button",
  ];
}

/**
 * Accepts no more connections.
 * @returns when the last connection has ended, after `GRACE` at the latest
 */
async function ended(server: Server, isPatient: boolean): Promise<void> {
  setTimeout(() => server.closeAllConnections(), GRACE).unref();
  if (isPatient) {
    // `http.Server.close` also closes idle connections, although the next request may already be on its way.
    await new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
    return;
  }
  const closed = new Promise((resolve) => server.close(resolve));
  // A connection becomes idle after the response to its request.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP);
  await closed;
  clearInterval(sweep);
}

function withMiddleware(middleware: Pages["middleware"], listener: RequestListener): RequestListener {
  if (!middleware) return listener;
  return (request: IncomingMessage, response: ServerResponse) =>
    middleware(request, response, () => listener(request, response));
}
