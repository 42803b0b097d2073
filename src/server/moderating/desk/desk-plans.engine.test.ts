import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestArchive, type TestArchive } from "../../../../tests/support/platform/archive.ts";
import { watchPlans } from "../../../../tests/support/platform/plans.ts";
import type { User } from "../../../shared/people/policy.ts";
import { createDeskQueueRepo } from "./desk-queue.repo.ts";

let archive: TestArchive;
let admin: User;
let watched: ReturnType<typeof watchPlans>;

beforeAll(async () => {
  archive = await openTestArchive("sqlite");
  admin = (await archive.signUp("Admin", "admin")).actor;
  watched = watchPlans(archive.db);
});
afterAll(() => archive.close());

const time = { now: 1 };
type Repo = ReturnType<typeof createDeskQueueRepo>;
const planOf = (ask: (repo: Repo) => Promise<unknown>) =>
  watched.planOf(() => ask(createDeskQueueRepo(watched.db)));

test("SQLite finds the changes in the queue without reading the approved items", async () => {
  const filter = { only: "changes" } as const;
  const plan = await planOf(async (repo) => {
    await repo.list(filter, admin, { from: undefined, limit: 51, ...time });
    await repo.count(filter, admin, time);
  });
  const items = plan.filter((line) => /\bresource\b/.test(line));
  expect(items).toHaveLength(2);
  for (const line of items) expect(line).toMatch(/^SEARCH resource USING .*\(id=\?\)$/);
});

test("SQLite looks for approved items of a person among the person's items only", async () => {
  const asks: ((repo: Repo) => Promise<unknown>)[] = [
    (repo) => repo.counts(admin, time),
    (repo) => repo.count({ first: "1" }, admin, time),
    (repo) => repo.facts(["one", "two"], admin),
  ];
  for (const ask of asks) {
    const earlier = (await planOf(ask)).filter((line) => line.includes(" earlier "));
    expect([...new Set(earlier)]).toEqual(["SEARCH earlier USING INDEX resource_uploader (uploaderId=?)"]);
  }
});

test("SQLite finds possible duplicates for an admin without looking up the other items", async () => {
  const plan = await planOf((repo) => repo.counts(admin, time));
  expect(plan.filter((line) => line.includes("deskSimilar"))).toEqual(["SCAN deskSimilar"]);
  expect(plan.filter((line) => / gone /.test(line))).toEqual([
    expect.stringMatching(/^SEARCH gone USING COVERING INDEX \w+ \(status=\?\)$/),
  ]);
});
