import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createOverviewRepo } from "../../src/server/moderating/moderation/overview.repo.ts";
import { createOverviewService } from "../../src/server/moderating/moderation/overview.service.ts";
import { insertItem, insertSubscriber } from "../support/archive/factories.ts";
import { engines } from "../support/platform/archive.ts";
import { openWorld, type World } from "../support/api/world.ts";

const DAY = 24 * 60 * 60 * 1000;

describe.each(engines)("the queue, the dashboard and the subscribers on %s", (engine) => {
  let world: World;
  beforeEach(async () => {
    world = await openWorld(engine);
  });
  afterEach(() => world.archive.close());
  const services = () => world.archive.services;

  test("the queue lists all pending items, oldest first", async () => {
    const kinds = ["note", "book", "lab", "question"];
    const ids = [];
    for (const [index, kind] of kinds.entries())
      ids.push(
        await insertItem(world.archive, kind, {
          status: "Pending",
          createdAt: DAY * (kinds.length - index),
        }),
      );
    await insertItem(world.archive, "book", { status: "Cancelled" });
    await insertItem(world.archive, "book");
    const { rows, count } = await services().overview.queue(world.admin);
    expect([rows.map(({ id }) => id), count]).toEqual([ids.toReversed(), 4]);
  });

  test("the dashboard lists a student's pending and cancelled items, and visible answers by other people", async () => {
    const question = await insertItem(world.archive, "question", { uploader: world.student });
    const answer = { uploader: world.other, parentId: question };
    const received = await insertItem(world.archive, "answer", answer);
    await insertItem(world.archive, "answer", { ...answer, uploader: world.student });
    await insertItem(world.archive, "answer", { ...answer, status: "Cancelled" });
    const imported = await insertItem(world.archive, "answer", { parentId: question });
    const pending = await insertItem(world.archive, "book", { status: "Pending", uploader: world.student });
    const cancelled = await insertItem(world.archive, "note", {
      status: "Cancelled",
      uploader: world.student,
    });
    const own = await services().overview.own(world.student);
    const ids = Object.fromEntries(
      Object.entries(own).map(([name, rows]) => [name, rows.map(({ id }) => id)]),
    );
    expect(ids).toEqual({ pending: [pending], cancelled: [cancelled], answers: [imported, received] });
    const third = await world.person("Third");
    expect(await services().overview.own(third)).toEqual({ pending: [], cancelled: [], answers: [] });
  });

  test("the list of subscribers and its CSV file contain only confirmed addresses, and no formula", async () => {
    const email = await insertSubscriber(world.archive);
    await world.archive.db.write
      .updateTable("subscription")
      .set({ email: "=1+1@example.edu" })
      .where("email", "=", email)
      .execute();
    const asked = await insertSubscriber(world.archive);
    await world.archive.db.write
      .updateTable("subscription")
      .set({ confirmedAt: null })
      .where("email", "=", asked)
      .execute();
    const { subscribers, count } = await services().newsletter.list(world.admin);
    expect([subscribers.map((one) => one.email), count]).toEqual([["=1+1@example.edu"], 1]);
    expect(await services().newsletter.exportCsv(world.admin)).toBe(
      `"email","confirmedAt"\n"'=1+1@example.edu","2023-11-14T00:00:00.000Z"\n`,
    );
  });
});

describe.each(engines)("contributions by week on %s", (engine) => {
  test("weeks begin on Sunday in Dhaka, items count by their current status, and items of the future don't count", async () => {
    const world = await openWorld(engine);
    const { archive } = world;
    // 16 November 2025 is a Sunday. Dhaka is six hours ahead of UTC.
    const sunday = Date.UTC(2025, 10, 15, 18);
    const weeksAgo = (weeks: number, ms = 0) => sunday - weeks * 7 * DAY + ms;
    const counted = [
      ["Approved", sunday],
      ["Pending", sunday - 1],
      ["Pending", weeksAgo(1)],
      ["Cancelled", weeksAgo(11)],
      ["Approved", weeksAgo(11, -1)],
      ["Approved", sunday + 7 * DAY],
    ] as const;
    for (const [status, createdAt] of counted) await insertItem(archive, "note", { status, createdAt });
    const clock = () => sunday + 3 * DAY;
    const overviewRepo = createOverviewRepo(archive.db);
    const service = createOverviewService({ overviewRepo, clock, timeZone: "Asia/Dhaka" });
    const { totals, weeks } = await service.statistics(world.admin);
    expect(totals).toEqual({ Approved: 3, Pending: 2, Cancelled: 1 });
    expect(weeks.map(({ from }) => from)).toEqual(
      Array.from({ length: 12 }, (_, index) => weeksAgo(11 - index)),
    );
    const none = { Approved: 0, Pending: 0, Cancelled: 0 };
    expect(weeks.map(({ counts }) => counts)).toEqual([
      { ...none, Cancelled: 1 },
      ...Array.from({ length: 9 }, () => none),
      { ...none, Pending: 2 },
      { ...none, Approved: 1 },
    ]);
    await archive.close();
  });
});
