import { MAX_PAPER_BYTES } from "../shared/files/file-limits.ts";
import { readdirSync } from "node:fs";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { except } from "hono/combine";
import { etag } from "hono/etag";
import { getPathNoStrict } from "hono/utils/url";
import type { Actor } from "../shared/people/policy.ts";
import { DomainError, isDomainError, withLimit } from "../shared/problems/errors.ts";
import { kinds } from "../shared/kinds/index.ts";
import { withoutEmail } from "../shared/text/mask-email.ts";
import type { Health } from "../server/operations/index.ts";
import { type Client, inRequest, networkOf, type Outbox } from "../server/platform/index.ts";
import { apiOperations, apiPathsOf, createApi } from "./api.ts";
import { createBodies, sentBy } from "./platform/bodies/bodies.ts";
import type { Pace } from "./platform/bodies/paced-body.ts";
import { MAX_FORM_TEXT, type ReadForm } from "./platform/bodies/read-form.ts";
import { type ClientOfOptions, createClientOf, peerOf } from "./platform/client-of.ts";
import { compressed } from "./platform/compressed.ts";
import { createDevOutbox } from "./people/dev-outbox.ts";
import { errorDocument, errorResponse, faultHeaders, type LogError } from "./platform/errors.ts";
import {
  createRequestPermits,
  expensiveRequests,
  type PermitVariables,
} from "./platform/expensive-requests.ts";
import { createFeeds } from "./library/feeds.ts";
import { createFiles } from "./library/files.ts";
import { createHealthPaths } from "./operations/health.ts";
import { createMetrics, type MetricsOptions } from "./operations/metrics.ts";
import { type OwnPage, type OwnPageBindings, ownPages } from "./platform/own-pages.ts";
import { createRequestIdOf, type RequestIdOf } from "./platform/request-id.ts";
import type { ApiContext } from "./library/resource-operations.ts";
import { originCheck, securityHeaders } from "./platform/security.ts";
import { createUploads } from "./contributing/uploads.ts";

const FILE_FORM_BODY = MAX_PAPER_BYTES + MAX_FORM_TEXT;
/** The pages where people add and edit items and answer questions. */
const FILE_FORMS = [
  "/dashboard/",
  "/admin-dashboard/edit/",
  ...kinds.filter(({ answers }) => answers).map(({ pages }) => `${pages.details}/`),
];
const ASSETS = "/assets/*";
/** The methods that pages accept. */
const METHODS = ["GET", "HEAD", "POST"];
/** When to try again while the database is silent, in seconds. */
const RETRY_AFTER = 5;
const FOREVER = "public, max-age=31536000, immutable";

export interface AppOptions extends ApiContext, Pick<ClientOfOptions, "trustedProxies"> {
  /** The folder with the parts of unfinished uploads. */
  uploads: string;
  /** The folder for the files of forms that the server is still processing. */
  spool: string;
  /** The time limits for bodies; `PACE` by default. */
  pace?: Pace | undefined;
  /** The folder of built assets; undefined while Vite serves them. */
  assets: string | undefined;
  /** Renders a page for its requester. */
  pages: (request: Request, reader: Reader) => Promise<Response>;
  /** Without it, every page of a logged-in person is rendered for this person. */
  ownPage?: OwnPage | undefined;
  /** The mails to show at /dev/outbox, in development only. */
  outbox?: Outbox;
  /** Whether the database doesn't answer. By default, it always answers. */
  isUnresponsive?: () => boolean;
  /** Checks whether the server can handle requests. */
  health: () => Promise<Health>;
  /** Serves the metrics at /metrics; undefined if that is off. */
  metrics?: MetricsOptions | undefined;
  /** Chooses the id of a request; by default it accepts the ids of `trustedProxies`. */
  requestIdOf?: RequestIdOf;
  log: RequestLog;
}

/** The requester of a page. */
export interface Reader {
  actor: Actor;
  /** Whether the page is for many students. */
  isCommon: boolean;
  client: Client;
  /**
   * The origin of the page in the browser. This can differ from the site's origin, because a machine can have
   * several names.
   */
  askedFrom: string | undefined;
  /**
   * Reads the posted form, and waits for a permit. A second call returns the same form.
   * @throws DomainError too_large, too_many_fields, malformed_form, request_timeout, request_aborted,
   * unavailable
   */
  readForm: () => Promise<FormData>;
  /**
   * Waits for a permit before the page is rendered.
   * @returns false if too many requests wait; the site then refuses the request, whatever the page returns
   */
  awaitPermit: () => Promise<boolean>;
}

/** Values that a caller passes along with the request. */
export interface AppBindings extends OwnPageBindings {
  /** Whether the response is for many readers. The response cache compresses it. */
  isForAll?: boolean;
  /** The id that the response cache chose for the request. */
  requestId?: string;
}

export interface RequestLog {
  request(facts: { requestId: string; method: string; path: string; status: number; ms: number }): void;
  error: LogError;
}

/** The response cache itself compresses responses that are for many readers (response-cache/cached-response.ts). */
const isPackedLater = ({ env }: Context<{ Bindings: AppBindings }>): boolean => env?.isForAll === true;

const mayBringFile = ({ req }: Context): boolean =>
  (req.header("content-type") ?? "").startsWith("multipart/form-data") &&
  FILE_FORMS.some((path) => req.path.startsWith(path));

/** The whole site as one Fetch handler. docs/architecture-http.md lists its steps in order. */
export function createApp(options: AppOptions) {
  const { services, origin, trustedProxies, assets, uploads, spool, pace, pages, ownPage, outbox, log } =
    options;
  const clientOf = createClientOf({ origin, trustedProxies });
  const { requestIdOf = createRequestIdOf({ trustedProxies }) } = options;
  const operations = apiOperations({ services, origin });
  const apiPaths = apiPathsOf(operations);
  const app = new Hono<{ Bindings: AppBindings; Variables: { requestId: string } & PermitVariables }>({
    // A slash at the end is ignored, so that the specification's `GET {host}/` finds `/api`.
    getPath: (request) => apiPaths.canonical(getPathNoStrict(request)),
  });
  const logError = log.error;
  const bodies = createBodies({
    spool,
    space: services.uploadSpace,
    pace,
    actorOf: services.accounts.actor,
  });
  app.use((c, next) => {
    const id = c.env?.requestId ?? requestIdOf(peerOf(c), c.req.header("x-request-id"));
    c.set("requestId", id);
    return inRequest(id, next, c.env?.actorId ?? networkOf(clientOf(c).address));
  });
  app.use(...securityHeaders(origin));
  app.use(faultHeaders);
  app.use(async (c, next) => {
    const start = performance.now();
    await next();
    c.res.headers.set("x-request-id", c.get("requestId"));
    // The request of a logged-in person has its own line.
    if (c.env?.actorId !== undefined) return;
    log.request({
      requestId: c.get("requestId"),
      method: c.req.method,
      path: withoutEmail(c.req.path),
      status: c.res.status,
      ms: Math.round(performance.now() - start),
    });
  });
  app.route("/", createHealthPaths(options.health));
  if (options.metrics) app.route("/metrics", createMetrics(options.metrics));
  app.route("/files", createFiles({ services, clientOf }));
  app.use(except(isPackedLater, compressed));
  if (assets) app.use(ASSETS, forever, serveStatic({ root: assets, precompressed: true }));
  app.all(ASSETS, (c) => c.text("Not found", 404));
  for (const file of assets ? publicFiles(assets) : []) {
    app.use(`/${file}`, revalidated, etag(), serveStatic({ root: assets, precompressed: true }));
  }
  app.use(originCheck(origin));
  // A request that needs a permit or a body first would wait with them for the database.
  app.use((_c, next) => {
    if (options.isUnresponsive?.()) throw new DomainError("unavailable", { retryAfter: RETRY_AFTER });
    return next();
  });
  const permits = createRequestPermits({ services, clientOf });
  app.route(
    "/uploads",
    createUploads({ services, folder: uploads, clientOf, bodies, withPermit: permits.write }),
  );
  if (ownPage) app.use(ownPages({ services, ownPage, withPermit: permits.read }));
  app.use(expensiveRequests(permits));
  app.route("/api", createApi({ services, origin, operations, clientOf, bodies, logError }));
  app.get("/Test.json", async (c) => c.json(services.sample.testJson()));
  app.route("/", createFeeds({ services, origin }));
  if (outbox) app.route("/dev/outbox", createDevOutbox(outbox, origin));
  app.all("*", async (c) => {
    if (!METHODS.includes(c.req.method)) {
      c.header("allow", METHODS.join(", "));
      throw new DomainError("wrong_method");
    }
    if (!isDecodable(c.req.url)) throw new DomainError("not_found");
    const client = clientOf(c);
    const actor = c.env?.commonReader ?? (await services.accounts.actor(c.req.raw.headers));
    let refusal: unknown;
    const awaitPermit = async () => {
      await c
        .get("awaitPermit")()
        .catch((error: unknown) => {
          refusal = error;
          // The pages log other errors, such as of a client that disconnected.
          throw isDomainError(error) ? error : new DomainError("unavailable", { retryAfter: 1 });
        });
    };
    const sender = { ...sentBy(c), actor, client, awaitPermit };
    const posted =
      actor && mayBringFile(c)
        ? postedForm(() => withLimit("form", bodies.form(sender, FILE_FORM_BODY)))
        : postedForm(() => bodies.form(sender, MAX_FORM_TEXT));
    const { readForm } = posted;
    const reader = {
      actor,
      isCommon: c.env?.commonReader !== undefined,
      client,
      askedFrom: c.req.header("origin"),
      readForm,
      awaitPermit: () =>
        awaitPermit().then(
          () => true,
          () => false,
        ),
    };
    try {
      const page = await pages(onOrigin(c.req.raw, origin), reader);
      if (refusal !== undefined) throw refusal;
      return page;
    } finally {
      await posted.discard();
    }
  });
  app.onError((error, c) => {
    const call = /^\/(?:api|files|uploads)(?:\/|$)/.test(c.req.path);
    return call ? errorResponse(c, error, logError) : errorDocument(c, error, logError);
  });
  /** The patterns of all paths except the pages, for the metrics. Other paths with a star belong to middleware. */
  const patterns = app.routes
    .map(({ path }) => path)
    .filter((path) => path === ASSETS || !path.includes("*"));
  return Object.assign(app, { apiPaths, patterns });
}

/** A form that is read when a page first needs it. `discard` deletes the form's files. */
function postedForm(readBody: () => Promise<ReadForm>) {
  let read: Promise<ReadForm> | undefined;
  return {
    readForm: async (): Promise<FormData> => (await (read ??= readBody())).form,
    async discard(): Promise<void> {
      await read?.then(
        ({ discard }) => discard(),
        () => {},
      );
    },
  };
}

/** The names of assets contain a hash of their content. */
const forever: MiddlewareHandler = async (c, next) => {
  await next();
  if (c.res.ok) c.res.headers.set("cache-control", FOREVER);
};

/** Other files keep their name when their content changes, so clients revalidate them. */
const revalidated: MiddlewareHandler = async (c, next) => {
  await next();
  c.res.headers.set("cache-control", "no-cache");
};

/** The files next to the folder of assets, without their compressed copies. */
function publicFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
    .map((entry) => entry.name);
}

/**
 * The request with the site's public origin, which can differ from the origin behind a proxy. React Router
 * compares it with `Origin`, which `originCheck` has already accepted. The new request has no body, because
 * pages use `readForm`. A form has no signal, because the server finishes the request even if the sender
 * disconnects.
 */
function onOrigin(request: Request, origin: string): Request {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  if (headers.has("origin")) headers.set("origin", origin);
  const { method, signal } = request;
  const reads = method === "GET" || method === "HEAD";
  return new Request(origin + pathname + search, { method, headers, ...(reads && { signal }) });
}

/** Whether a path's percent signs are valid. React Router would log an error for each invalid one. */
function isDecodable(url: string): boolean {
  try {
    decodeURI(new URL(url).pathname);
    return true;
  } catch {
    return false;
  }
}
