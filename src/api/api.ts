import { authorize } from "../shared/people/authorize.ts";
import { Hono } from "hono";
import { DomainError, isDomainError, withLimit } from "../shared/problems/errors.ts";
import { kinds } from "../shared/kinds/index.ts";
import type { Actor } from "../shared/people/policy.ts";
import { queryRecord } from "../shared/schemas/list-query.ts";
import { type ApiPaths, createApiPaths } from "./api-paths.ts";
import { type Bodies, type Sender, sentBy } from "./platform/bodies/bodies.ts";
import type { ClientOf } from "./platform/client-of.ts";
import { errorResponse, type LogError } from "./platform/errors.ts";
import type { PermitVariables } from "./platform/expensive-requests.ts";
import { openApiDocument } from "./openapi.ts";
import type { Operation } from "./operation.ts";
import { courseOperations } from "./library/course-operations.ts";
import { deskOperations } from "./moderating/desk-operations.ts";
import { pileOperations } from "./contributing/pile-operations.ts";
import { wantedOperations } from "./following/wanted-operations.ts";
import { savedOperations } from "./following/saved-operations.ts";
import { peopleOperations } from "./people/people-operations.ts";
import { referencePage } from "./reference-page.ts";
import { type ApiContext, kindOperations } from "./library/resource-operations.ts";
import { searchOperations } from "./library/search-operations.ts";
import { DOCUMENT_POLICY } from "./platform/security.ts";

/** The largest body of most calls, in bytes. It is enough for a blog of 100 kB with its JSON escapes. */
const TEXT_BODY = 256_000;

export interface ApiOptions extends ApiContext {
  operations: Operation[];
  clientOf: ClientOf;
  bodies: Bodies;
  logError: LogError;
}

interface ApiEnv {
  Variables: PermitVariables;
}

/** All calls of the API, in the order of the specification. */
export function apiOperations(context: ApiContext): Operation[] {
  return [
    ...peopleOperations(context),
    ...searchOperations(context),
    ...courseOperations(context),
    ...pileOperations(context),
    ...deskOperations(context),
    ...wantedOperations(context),
    ...savedOperations(context),
    ...kinds.flatMap((kind) => kindOperations(kind, context)),
  ];
}

/** The paths under `/api`, with `/openapi.json` and `/docs`, which describe the calls. */
export function apiPathsOf(operations: Operation[]): ApiPaths {
  return createApiPaths([
    ...["/openapi.json", "/docs"].map((path) => ({ path, isPublic: true })),
    ...operations.flatMap(({ method, access, paths }) =>
      paths.map((path) => ({ path, isPublic: method === "get" && access === "anyone" })),
    ),
    // The client of the specification requests the lists of `undefined` before it knows the account's email.
    // These lists are empty for everyone.
    ...kinds.flatMap(({ calls }) =>
      calls.mine.map((name) => ({ path: `/${name}/undefined`, isPublic: true })),
    ),
  ]);
}

/** The API under `/api`: the calls of spec §7, their OpenAPI document and their reference page. */
export function createApi(options: ApiOptions): Hono<ApiEnv> {
  const { logError, operations, origin } = options;
  const api = new Hono<ApiEnv>();
  // The first request makes the description, because making both takes longer than the rest of the application's start.
  let document: ReturnType<typeof openApiDocument> | undefined;
  let reference: ReturnType<typeof referencePage> | undefined;
  api.get("/openapi.json", (c) => c.json((document ??= openApiDocument(operations, origin))));
  api.get("/docs", (c) => {
    reference ??= referencePage(operations);
    return c.html(reference, 200, { "content-security-policy": DOCUMENT_POLICY });
  });
  for (const operation of operations) {
    for (const path of operation.paths) mount(api, operation, path, options);
  }
  refuseOtherMethods(api, operations);
  // `notFound` would not run inside another Hono app, because that app's own handler runs first.
  api.all("*", (c) => errorResponse(c, new DomainError("not_found"), logError));
  api.onError((error, c) => errorResponse(c, error, logError));
  return api;
}

const honoPath = (path: string): string => path.replace(/\{(\w+)\}/g, ":$1");

function mount(api: Hono<ApiEnv>, operation: Operation, path: string, options: ApiOptions) {
  const { services, clientOf, bodies, logError } = options;
  api.on(operation.method.toUpperCase(), honoPath(path), async (c) => {
    c.header("cache-control", "no-store");
    let actor: Actor;
    try {
      actor = await services.accounts.actor(c.req.raw.headers);
      const client = clientOf(c);
      const awaitPermit = c.get("awaitPermit");
      const sender = { ...sentBy(c), actor, client, awaitPermit };
      if (operation.body) mayCall(operation, actor);
      if (operation.body) await operation.admit?.({ actor, params: c.req.param() });
      const body = operation.body ? await jsonOf(operation, sender, bodies) : undefined;
      await awaitPermit();
      const query = queryRecord(new URL(c.req.url).searchParams);
      const unknown = operation.query ? undefined : Object.keys(query)[0];
      if (unknown !== undefined)
        throw new DomainError("invalid_input", { fields: { [unknown]: { code: "unknownField" } } });
      const reply = await operation.handle({
        actor,
        visit: { client, headers: c.req.raw.headers },
        params: c.req.param(),
        query,
        body,
      });
      // Clients must revalidate public responses, and must not store any other response.
      if (!actor && operation.method === "get" && operation.access === "anyone")
        c.header("cache-control", "private, no-cache");
      for (const [name, value] of reply.headers ?? []) c.header(name, value, { append: true });
      return c.json(reply.body as object, reply.status ?? 200);
    } catch (error) {
      return errorResponse(c, withReason(error, actor, operation), logError, operation.labels);
    }
  });
}

/** The JSON body of a call. Only calls that accept an image have a larger limit. */
function jsonOf({ maxBody, maxFields }: Operation, sender: Sender, bodies: Bodies): Promise<unknown> {
  return maxBody === undefined
    ? bodies.json(sender, TEXT_BODY, maxFields)
    : withLimit("imageData", bodies.json(sender, maxBody, maxFields));
}

/** The policies of calls of the admin area. */
const needs: Partial<Record<Operation["access"], "enterAdmin" | "administer">> = {
  moderator: "enterAdmin",
  admin: "administer",
};

/** Adds this reason to the error if an admin or moderator has no permission because two-step login is off. */
function withReason(error: unknown, actor: Actor, { access }: Operation): unknown {
  const isWhy = needs[access] && actor?.mustEnrol && isDomainError(error) && error.code === "forbidden";
  return isWhy ? new DomainError("second_factor_required") : error;
}

/**
 * Refuses a call before its body is read, if the service would refuse it anyway.
 * @throws DomainError sign_in_required, forbidden
 */
function mayCall({ access }: Operation, actor: Actor): void {
  if (access !== "anyone") authorize(actor, needs[access] ?? "useAccount");
}

/**
 * Answers 405 with the allowed methods if a known path is called with a method that it does not have (RFC
 * 9110 §15.5.6).
 */
function refuseOtherMethods(api: Hono<ApiEnv>, operations: Operation[]) {
  const taken = new Map<string, Set<string>>([
    ["/openapi.json", new Set(["GET", "HEAD"])],
    ["/docs", new Set(["GET", "HEAD"])],
  ]);
  for (const { method, paths } of operations) {
    for (const path of paths) {
      const methods = taken.get(honoPath(path)) ?? new Set();
      methods.add(method.toUpperCase());
      if (method === "get") methods.add("HEAD");
      taken.set(honoPath(path), methods);
    }
  }
  // `/users/admin` must match before `/users/:email`, which has other methods.
  const fixedFirst = [...taken].sort(([a], [b]) => Number(a.includes(":")) - Number(b.includes(":")));
  for (const [path, methods] of fixedFirst) {
    api.all(path, (c) => {
      c.header("allow", [...methods].join(", "));
      throw new DomainError("wrong_method");
    });
  }
}
