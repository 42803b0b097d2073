import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createSlowQueryLog } from "../../src/server/operations/metrics/slow-queries.ts";
import { openDatabase } from "../../src/server/platform/db/open.ts";
import { createJobRunner, type Handler } from "../../src/server/platform/jobs/job-runner.ts";
import { currentRequestId, inRequest } from "../../src/server/platform/request-scope.ts";
import { openSite } from "../support/api/site.ts";
import { engines, openTestArchive, TEST_PASSWORD, type TestArchive } from "../support/platform/archive.ts";
import { startServer, type TestServer } from "../support/process/server.ts";
import { logged, WAIT_OPTIONS, send } from "../support/process/workers.ts";

const ours = (run: Handler) => ({ bytes: "ours" as const, run });

describe.each(engines)("the id of a request on %s", (engine) => {
  let archive: TestArchive;
  beforeEach(async () => {
    archive = await openTestArchive(engine, { verifiesEmail: true });
  });
  afterEach(() => archive.close());

  it("is in the response, and in the job of the mail that the request caused", async () => {
    const account = { name: "Ayesha", email: "ayesha@example.edu", password: TEST_PASSWORD };
    const { headers, status } = await openSite(archive).as().post("/api/auth/sign-up/email", account);
    expect(status).toBe(202);
    const id = headers.get("x-request-id");
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    const rows = await archive.db.read.selectFrom("job").select("requestId").execute();
    expect(rows).toEqual([{ requestId: id }]);
  });

  it("is known while its jobs run, and while the jobs run that these jobs enqueue", async () => {
    const { jobs } = archive.services;
    const seen: (string | undefined)[] = [];
    // The times are different, because jobs of one millisecond have no order.
    await inRequest("first", () => jobs.enqueue([{ kind: "outer", payload: 0, runAt: 1 }]));
    await jobs.enqueue([{ kind: "inner", payload: 0, runAt: 2 }]);
    const handlers = {
      outer: ours(async () => {
        seen.push(currentRequestId());
        await jobs.enqueue([{ kind: "inner", payload: 0 }]);
      }),
      inner: ours(async () => void seen.push(currentRequestId())),
    };
    const log = { failed: () => {}, error: () => {}, done: () => seen.push(`done ${currentRequestId()}`) };
    await inRequest("other", () => createJobRunner({ jobs, handlers, log }).drain());
    expect(seen).toEqual(["first", "done first", undefined, "done undefined", "first", "done first"]);
  });

  it("is known when a failed job is logged", async () => {
    const { jobs } = archive.services;
    const seen: (string | undefined)[] = [];
    await inRequest("first", () => jobs.enqueue([{ kind: "bad", payload: 0 }]));
    const handlers = { bad: ours(() => Promise.reject(new Error("No."))) };
    const log = { failed: () => seen.push(currentRequestId()), error: () => {} };
    await createJobRunner({ jobs, handlers, log }).drain();
    expect(seen).toEqual(["first"]);
  });

  it("is known when a slow query is logged, and the line has no values", async () => {
    const lines: unknown[] = [];
    const slow = (facts: object) => lines.push({ ...facts, id: currentRequestId() });
    const db = openDatabase({
      databaseUrl: archive.env.DATABASE_URL || undefined,
      dataFolder: archive.env.PROSHNO_DATA,
      onQuery: createSlowQueryLog(0, { slow, omitted: () => {} }),
    });
    const secret = "ayesha@example.edu";
    await inRequest("slow one", () =>
      db.read.selectFrom("users").select("id").where("email", "=", secret).execute(),
    );
    await db.close();
    expect(lines).toEqual([
      {
        id: "slow one",
        ms: expect.any(Number),
        sql: expect.stringContaining('from "users" where "email" ='),
      },
    ]);
    expect(JSON.stringify(lines)).not.toContain(secret);
  });
});

describe.each(["1", "2"])("the id of a request to a server with %s processes", (workers) => {
  let archive: TestArchive;
  let server: TestServer;
  beforeAll(async () => {
    archive = await openTestArchive("sqlite");
    const own = { PROSHNO_WORKERS: workers, PROSHNO_LOG: "debug", PROSHNO_TRUSTED_PROXIES: "loopback" };
    server = await startServer({ ...archive.env, ...own });
  });
  afterAll(async () => {
    await server.stop();
    await archive.close();
  });

  // The response cache answers the second path.
  it.each(["/healthz", "/allNotes"])(
    "is the id that a trusted proxy sends, in the response and in the log line of %s",
    async (path) => {
      const id = `from-the-proxy-${path.slice(1)}`;
      const { headers } = await send(server, path, { headers: { "x-request-id": id } });
      expect(headers["x-request-id"]).toBe(id);
      await vi.waitFor(
        () => expect(logged(server).filter(({ requestId }) => requestId === id)).toHaveLength(1),
        WAIT_OPTIONS,
      );
    },
  );
});

it("a server without a trusted proxy ignores the id that a client sends", async () => {
  const archive = await openTestArchive("sqlite");
  const server = await startServer(archive.env);
  const { headers } = await send(server, "/healthz", { headers: { "x-request-id": "mine" } });
  expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  await server.stop();
  await archive.close();
});
