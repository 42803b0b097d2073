import { setImmediate } from "node:timers/promises";
import { Hono } from "hono";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ApiOptions, apiOperations, createApi } from "../../src/api/api.ts";
import { createBodies } from "../../src/api/platform/bodies/bodies.ts";
import { faultHeaders } from "../../src/api/platform/errors.ts";
import {
  createRequestPermits,
  expensiveRequests,
  type PermitVariables,
  type RequestPermits,
} from "../../src/api/platform/expensive-requests.ts";
import type { Operation } from "../../src/api/operation.ts";
import { builtPages } from "../../src/process/pages.ts";
import { inRequest } from "../../src/server/platform/index.ts";
import type { Services } from "../../src/server/services.ts";
import { DomainError } from "../../src/shared/problems/errors.ts";
import type { Actor } from "../../src/shared/people/policy.ts";
import { openTestArchive, type TestArchive, VISIT } from "../support/platform/archive.ts";

const OWNERS = ["a", "b", "c", "d"];
let archive: TestArchive;
let people: Record<"admin" | "student", { cookie: string; actor: Actor }>;
beforeAll(async () => {
  archive = await openTestArchive("sqlite");
  people = { admin: await archive.signUp("Rahim", "admin"), student: await archive.signUp("Karim") };
});
afterAll(() => archive.close());

async function rounds(): Promise<void> {
  for (let round = 0; round < 20; round += 1) await setImmediate();
}

/** An API with these operations. `asked` counts the writes that wait for a permit or have one. */
function openApi(operations: Operation[]) {
  const { services, origin, spool } = archive;
  const clientOf = () => VISIT.client;
  const permits = createRequestPermits({ services, clientOf });
  const seen = { asked: 0, faults: [] as unknown[] };
  const counted: RequestPermits = {
    ...permits,
    holdWrite(c, holder) {
      seen.asked += 1;
      return permits.holdWrite(c, holder);
    },
  };
  const options: ApiOptions = {
    services,
    origin,
    operations,
    clientOf,
    bodies: createBodies({ spool, space: services.uploadSpace, actorOf: services.accounts.actor }),
    logError: (error) => void seen.faults.push(error),
  };
  const app = new Hono<{ Variables: PermitVariables }>();
  app.use((_c, next) => inRequest("request", next, "203.0.113.1"), faultHeaders, expensiveRequests(counted));
  app.route("/api", createApi(options));

  const send = (
    path: string,
    { method = "POST", cookie = people.admin.cookie, signal }: RequestInit & { cookie?: string } = {},
  ) => {
    const headers = { cookie, "content-type": "application/json" };
    return app.request(
      new Request(`${origin}/api${path}`, { method, headers, body: "{}", ...(signal && { signal }) }),
    );
  };
  /** Holds all four permits until `free` is called. */
  async function fill(): Promise<() => void> {
    const held = Promise.withResolvers<void>();
    const begun: string[] = [];
    for (const owner of OWNERS)
      void permits.write(owner, () => {
        begun.push(owner);
        return held.promise;
      });
    await expect.poll(() => begun).toEqual(OWNERS);
    return held.resolve;
  }
  return { send, seen, fill, permits };
}

const operation = (id: string, handle: Operation["handle"]): Operation => ({
  ...(apiOperations({ services: archive.services, origin: archive.origin }).find(
    ({ method, body }) => method === "post" && body,
  ) as Operation),
  id,
  paths: [`/${id}`],
  access: "signedIn",
  admit: undefined,
  handle,
});

test("no write of the operation table runs its handler before it has a permit", async () => {
  const all = apiOperations({ services: archive.services, origin: archive.origin });
  const writes = all.filter(({ method }) => method !== "get");
  const handled = new Set<string>();
  const now = { running: 0, most: 0 };
  const probes = writes.map((one): Operation => ({
    ...one,
    admit: undefined,
    async handle() {
      handled.add(one.id);
      now.running += 1;
      now.most = Math.max(now.most, now.running);
      await setImmediate();
      now.running -= 1;
      return { body: {} };
    },
  }));
  const { send, seen, fill } = openApi(probes);
  const free = await fill();
  const answers = probes.map(({ method, paths }) =>
    send((paths[0] as string).replace(/\{\w+\}/g, "x"), { method: method.toUpperCase() }),
  );
  await expect.poll(() => seen.asked).toBe(writes.length);
  await rounds();
  expect([...handled]).toEqual([]);
  free();
  expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200]));
  expect(handled).toEqual(new Set(writes.map(({ id }) => id)));
  expect(now.most).toBe(2);
});

test("two writes never start in the same iteration of the event loop", async () => {
  const clock = { iteration: 0, isOver: false };
  const starts: number[] = [];
  const { send } = openApi([
    operation("write", async () => {
      starts.push(clock.iteration);
      return { body: {} };
    }),
  ]);
  const ticking = (async () => {
    for (; !clock.isOver; clock.iteration += 1) await setImmediate();
  })();
  const cookies = [people.admin.cookie, people.student.cookie];
  const answers = cookies.flatMap((cookie) => Array.from({ length: 10 }, () => send("/write", { cookie })));
  await Promise.all(answers);
  clock.isOver = true;
  await ticking;
  expect(new Set(starts).size).toBe(starts.length);
  expect(starts).toHaveLength(20);
});

describe("a permit comes back", () => {
  const released = Promise.withResolvers<void>();
  test.each<[how: string, handle: Operation["handle"], status: number]>([
    ["a success", async () => ({ body: {} }), 200],
    ["a refusal", () => Promise.reject(new DomainError("forbidden")), 403],
    ["a fault", () => Promise.reject(new Error("It failed")), 500],
  ])("after %s", async (_how, handle, status) => {
    const { send } = openApi([operation("write", handle)]);
    const answers = await Promise.all(Array.from({ length: 9 }, () => send("/write")));
    expect(answers.map((answer) => answer.status)).toEqual(Array(9).fill(status));
  });

  test("after its client disconnected while the handler ran", async () => {
    const { send } = openApi([operation("write", () => released.promise.then(() => ({ body: {} })))]);
    const client = new AbortController();
    const answers = [1, 2].map(() => send("/write", { signal: client.signal }));
    client.abort();
    released.resolve();
    await Promise.all(answers);
    expect((await send("/write")).status).toBe(200);
  });
});

test("a write whose client disconnects while it waits for a permit does not run", async () => {
  const ran: string[] = [];
  const { send, seen, fill } = openApi([
    operation("write", async ({ actor }) => {
      ran.push(actor?.displayName ?? "");
      return { body: {} };
    }),
  ]);
  const free = await fill();
  const client = new AbortController();
  const gone = send("/write", { signal: client.signal });
  const stays = send("/write", { cookie: people.student.cookie });
  await expect.poll(() => seen.asked).toBe(2);
  client.abort();
  expect((await gone).status).toBe(503);
  free();
  await stays;
  expect([ran, seen.faults]).toEqual([["Karim"], []]);
});

test("a call above the bound gets 503 with Retry-After and no-store, and others' calls still run", async () => {
  const handled: string[] = [];
  const { send, seen, fill } = openApi([
    operation("write", async ({ actor }) => {
      handled.push(actor?.displayName ?? "");
      return { body: {} };
    }),
  ]);
  const free = await fill();
  const flood = Array.from({ length: 501 }, () => send("/write"));
  const other = send("/write", { cookie: people.student.cookie });
  await expect.poll(() => seen.asked).toBe(502);
  const refused = await Promise.any(flood);
  expect(["retry-after", "cache-control"].map((name) => refused.headers.get(name))).toEqual([
    "10",
    "no-store",
  ]);
  free();
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 503)).toHaveLength(2);
  expect((await other).status).toBe(200);
  // The student's call is among the first that begin, although 499 calls of the admin wait.
  expect(handled.indexOf("Karim")).toBeLessThan(4);
});

/** Services that report each call of a function. */
function watched(services: Services, report: (name: string) => void): Services {
  const watch = (part: object, name: string): object =>
    new Proxy(part, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key);
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          report(`${name}.${String(key)}`);
          return Reflect.apply(value, target, args) as unknown;
        };
      },
    });
  const parts = Object.entries(services).map(([name, part]) => [name, watch(part as object, name)]);
  return Object.fromEntries(parts) as Services;
}

describe("the actions of all pages", () => {
  interface Route {
    parentId?: string;
    path?: string;
    module: { action?: unknown; loader?: unknown };
  }
  let routes: Record<string, Route>;
  let early: string[];
  let read: Set<string>;

  beforeAll(async () => {
    const build = new URL("../../build/server/index.js", import.meta.url);
    ({ routes } = (await import(build.href)) as { routes: Record<string, Route> });
  });
  beforeEach(() => {
    early = [];
    read = new Set();
  });

  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id];
    return route ? `${pathOf(route.parentId)}/${route.path ?? ""}`.replace(/\/{2,}/g, "/") : "";
  };

  /** Posts an empty form to each page, and notes the services that the page calls before it has a permit. */
  async function postAll(actor: Actor): Promise<string[]> {
    let hasPermit = false;
    const spied = watched(archive.services, (name) => {
      if (!hasPermit) early.push(name);
    });
    const { origin, timeZone } = archive;
    const site = (await builtPages()).handler({ services: spied, origin, timeZone, logError: () => {} });
    // An action that is also the loader only says that the page does not exist.
    const paths = Object.entries(routes)
      .filter(([, { module }]) => module.action && module.action !== module.loader)
      .map(([id]) => pathOf(id));
    for (const path of paths) {
      hasPermit = false;
      const address = path.replace(/:\w+\??/g, "x").replace("*", "x");
      await site(new Request(archive.origin + address, { method: "POST" }), {
        actor,
        client: VISIT.client,
        isCommon: false,
        askedFrom: undefined,
        readForm: async () => {
          hasPermit = true;
          read.add(path);
          return new FormData();
        },
        awaitPermit: async () => (hasPermit = true),
      });
    }
    return paths;
  }

  test("each action reads its form, which waits for a permit, before it calls a service", async () => {
    const paths = await postAll(people.admin.actor);
    expect(early).toEqual([]);
    expect([...read].toSorted()).toEqual([...new Set(paths)].toSorted());
    expect(paths.length).toBeGreaterThan(50);
  });

  test("no action calls a service for a visitor before it has a permit", async () => {
    await postAll(undefined);
    expect(early).toEqual([]);
  });
});
