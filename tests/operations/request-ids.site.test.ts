import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSlowQueryLog } from "../../src/server/operations/metrics/slow-queries.ts";
import { openDatabase } from "../../src/server/platform/db/open.ts";
import { createJobRunner } from "../../src/server/platform/jobs/job-runner.ts";
import { currentRequestId, inRequest } from "../../src/server/platform/request-scope.ts";
import { engines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { openSite } from "../support/api/site.ts";

describe.each(engines)("the id of a request on %s", (engine) => {
  let archive: TestArchive;
  beforeEach(async () => {
    archive = await openTestArchive(engine);
  });
  afterEach(() => archive.close());

  it("is in the response, and in the job of the mail that the request caused", async () => {
    await archive.signUp("Ayesha", "admin");
    const visitor = openSite(archive).as();
    await archive.db.write.deleteFrom("job").execute();
    const { headers, status } = await visitor.post("/api/auth/forget-password", {
      email: "ayesha@example.edu",
    });
    const rows = await archive.db.read.selectFrom("job").select("requestId").execute();
    expect({ status, ids: rows.map(({ requestId }) => requestId) }).toEqual({
      status,
      ids: rows.map(() => headers.get("x-request-id")),
    });
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("is known while its jobs run, and while the jobs run that these jobs enqueue", async () => {
    const { jobs } = archive.services;
    const seen: (string | undefined)[] = [];
    await inRequest("first", () => jobs.enqueue([{ kind: "outer", payload: 0 }]));
    await jobs.enqueue([{ kind: "inner", payload: 0 }]);
    const handlers = {
      outer: async () => {
        seen.push(currentRequestId());
        await jobs.enqueue([{ kind: "inner", payload: 0 }]);
      },
      inner: async () => void seen.push(currentRequestId()),
    };
    const log = { failed: () => {}, error: () => {}, done: () => seen.push(`done ${currentRequestId()}`) };
    await inRequest("other", () => createJobRunner({ jobs, handlers, log }).drain());
    expect(seen).toEqual(["first", "done first", undefined, "done undefined", "first", "done first"]);
  });

  it("is known when a failed job is logged", async () => {
    const { jobs } = archive.services;
    const seen: (string | undefined)[] = [];
    await inRequest("first", () => jobs.enqueue([{ kind: "bad", payload: 0 }]));
    const handlers = { bad: () => Promise.reject(new Error("No.")) };
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
