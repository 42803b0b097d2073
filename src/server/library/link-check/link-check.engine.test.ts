import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { driveLink, insertItem, insertItems } from "../../../../tests/support/archive/factories.ts";
import { engines, openTestArchive, type TestArchive } from "../../../../tests/support/platform/archive.ts";
import { lanes } from "../../platform/jobs/lanes.ts";
import { createJobRunner } from "../../platform/jobs/job-runner.ts";
import { linkCheckHandlers } from "./link-check.jobs.ts";
import { BATCH } from "./link-check.service.ts";
import type { LinkState, Probe } from "./probe.ts";

const DAY = 24 * 3_600_000;
const LINKS = { lanes: [lanes.links] };
const never = () => new AbortController().signal;

describe.each(engines)("the link check on %s", (engine) => {
  let archive: TestArchive;
  let now: number;
  let found: LinkState | Error;
  let looked: string[];
  beforeEach(async () => {
    now = Date.UTC(2026, 0, 1);
    found = "something";
    looked = [];
    archive = await openTestArchive(engine, { clock: () => now });
  });
  afterEach(() => archive.close());

  const probe: Probe = async (link) => {
    looked.push(link);
    if (found instanceof Error) throw found;
    return found;
  };
  const check = (signal = never()) => archive.services.linkCheck.checkBatch(probe, signal);
  const reports = () => archive.db.read.selectFrom("report").selectAll().execute();
  const rows = () => archive.db.read.selectFrom("linkCheck").selectAll().execute();

  test("checks each public item with a link, and checks it again after 30 days", async () => {
    const link = driveLink();
    await insertItem(archive, "note", { fields: { driveLink: link } });
    await insertItem(archive, "note", { status: "Pending" });
    await insertItem(archive, "note", { status: "Cancelled" });
    await insertItem(archive, "blog");
    expect(await check()).toBe(1);
    expect(await check()).toBe(0);
    now += 30 * DAY - 1;
    expect(await check()).toBe(0);
    now += 1;
    expect(await check()).toBe(1);
    expect(looked).toEqual([link, link]);
  });

  test("reports an item to the admins once if two checks in a row, a day apart, find nothing", async () => {
    const id = await insertItem(archive, "note");
    for (const [outcome, days] of [
      ["nothing", 1],
      ["something", 30],
      ["nothing", 1],
    ] as const) {
      found = outcome;
      expect(await check()).toBe(1);
      now += days * DAY;
    }
    expect(await reports()).toEqual([]);
    expect(await check()).toBe(1);
    expect(await reports()).toMatchObject([{ itemId: id, reason: "brokenLink", userId: null }]);
    // There is no second report while this one is open. After an admin closes the report, two failed checks
    // create a new report.
    for (const days of [30, 1]) {
      now += days * DAY;
      expect(await check()).toBe(1);
    }
    expect(await reports()).toHaveLength(1);
    await archive.db.write.updateTable("report").set({ handledAt: now }).execute();
    now += 30 * DAY;
    expect(await check()).toBe(1);
    expect(await reports()).toHaveLength(1);
    now += DAY;
    expect(await check()).toBe(1);
    expect(await reports()).toHaveLength(2);
  });

  test("counts a link as neither found nor broken if the check has no clear result", async () => {
    await insertItem(archive, "note");
    found = "nothing";
    await check();
    now += DAY;
    found = new Error("connection reset");
    await check();
    expect(await rows()).toMatchObject([{ failures: 1, dueAt: now + 7 * DAY }]);
    expect(await reports()).toEqual([]);
  });

  test("skips a host after its first failure until the next round", async () => {
    const silent = (at: number) => `https://silent.example.edu/${at}`;
    for (let at = 0; at < 2 * BATCH; at += 1)
      await insertItem(archive, "note", { fields: { driveLink: silent(at) } });
    const alive = "https://alive.example.edu/a";
    await insertItem(archive, "note", { fields: { driveLink: alive } });
    const checkAll = async () => {
      const probing: Probe = async (link) => {
        looked.push(link);
        if (new URL(link).hostname === "silent.example.edu") throw new Error("no name server answers");
        return "something";
      };
      while ((await archive.services.linkCheck.checkBatch(probing, never())) === BATCH);
    };
    await checkAll();
    expect(looked.filter((link) => link !== alive)).toHaveLength(1);
    expect(looked).toContain(alive);
    // The skipped links are due the next day, and the next round tries the host again.
    looked = [];
    now += DAY;
    await checkAll();
    expect(looked).toHaveLength(1);
    expect(new URL(looked[0] as string).hostname).toBe("silent.example.edu");
    found = "something";
    looked = [];
    now += DAY;
    while ((await check()) === BATCH);
    expect(looked).toHaveLength(2 * BATCH - 2);
  });

  test("ignores the failures of a link from before its correction", async () => {
    const id = await insertItem(archive, "note");
    found = "nothing";
    await check();
    const link = driveLink();
    await archive.db.write.updateTable("resource").set({ link }).where("id", "=", id).execute();
    expect(await check()).toBe(1);
    expect(await rows()).toMatchObject([{ link, failures: 1 }]);
    expect(await reports()).toEqual([]);
  });

  test("checks each link once, on any number of servers, and continues until all links are checked", async () => {
    await insertItems(
      archive,
      "note",
      Array.from({ length: 3 * BATCH }, () => ({})),
    );
    await Promise.all([check(), check(), check()]);
    const { jobs, linkCheck } = archive.services;
    const failed: string[] = [];
    const log = { failed: ({ error }: { error: string }) => failed.push(error), error: () => {} };
    const handlers = linkCheckHandlers(linkCheck, probe);
    await createJobRunner({ jobs, handlers, log, choice: LINKS }).drain();
    expect(looked).toHaveLength(3 * BATCH);
    expect(new Set(looked).size).toBe(3 * BATCH);
    expect(failed).toEqual([]);
  });

  test("checks no link twice if many servers take links at the same moment", async () => {
    for (let round = 1; round <= 20; round++) {
      await insertItems(
        archive,
        "note",
        Array.from({ length: 2 * BATCH }, () => ({})),
      );
      await Promise.all(Array.from({ length: 8 }, () => check()));
      expect(new Set(looked).size).toBe(looked.length);
    }
  });

  test("delays no mail, because only a runner of the links lane claims its job", async () => {
    const { jobs, linkCheck } = archive.services;
    await linkCheck.plan();
    await jobs.enqueue([{ kind: "mail", payload: {} }]);
    expect((await jobs.claim())?.kind).toBe("mail");
    expect(await jobs.claim()).toBeUndefined();
    expect((await jobs.claim(LINKS))?.kind).toBe("linkCheck");
  });

  test("records no failure if the job runner stops the check, and checks the link again the next day", async () => {
    await insertItem(archive, "note");
    found = "nothing";
    await check(AbortSignal.abort());
    expect(await rows()).toMatchObject([{ failures: 0, dueAt: now + DAY }]);
  });

  test("visits no link and removes its jobs if it is switched off", async () => {
    await insertItem(archive, "note");
    const { jobs, linkCheck } = archive.services;
    await linkCheck.plan();
    const failed: unknown[] = [];
    const log = { failed: (facts: unknown) => failed.push(facts), error: () => {} };
    const handlers = linkCheckHandlers(linkCheck, undefined);
    await createJobRunner({ jobs, handlers, log, choice: LINKS }).drain();
    expect(await rows()).toEqual([]);
    expect(await archive.db.read.selectFrom("job").selectAll().execute()).toEqual([]);
    expect(failed).toEqual([]);
  });
});
