import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type CopyWorld,
  openCopyWorld,
  otherPaper,
  PAPER,
} from "../../../../tests/support/archive/copy-world.ts";
import { driveLink, insertItem, payloadOf, unique } from "../../../../tests/support/archive/factories.ts";
import { watchPlans } from "../../../../tests/support/platform/plans.ts";
import { authorize } from "../../../shared/people/authorize.ts";
import { planNoCopy } from "../items/copy-plan.ts";
import { engines, VISIT } from "../../../../tests/support/platform/archive.ts";
import { createCopyProgressRepo } from "./copy-progress.repo.ts";
import { createDriveCopiesRepo } from "./drive-copies.repo.ts";
import { shareOf } from "./drive-copies.service.ts";

const DAY = 86_400_000;
const MB = 1_000_000;

describe.each(engines)("the space for copies on %s", (engine) => {
  let world: CopyWorld;
  beforeEach(async () => {
    world = await openCopyWorld(engine);
  });
  afterEach(() => world.close());

  const cancel = (id: string) =>
    world.archive.services.resources.setStatus(world.admin, "note", id, { status: "Cancelled" });

  test("a rejected item gets no copy until an admin approves it", async () => {
    const { link, id } = world.newLink();
    world.site.serve(id, PAPER);
    const itemId = await world.contribute(link);
    await cancel(itemId);
    await world.runner.drain();
    const change = payloadOf("note", { driveLink: link, topic: "Another topic" });
    await world.archive.services.resources.edit(world.admin, itemId, change, VISIT.client);
    await world.runner.drain();
    expect(world.site.asked).toEqual([]);
    expect(await world.state(itemId)).toBeUndefined();
    await world.approve(itemId);
    await world.runner.drain();
    expect(await world.state(itemId)).toMatchObject({ state: "copied" });
  });

  test("a rejected item loses its copy after a week, and gets it again when an admin approves it", async () => {
    const { itemId } = await world.copied();
    const { itemId: kept } = await world.copied(otherPaper("Kept"));
    const { driveCopies } = world.archive.services;
    await cancel(itemId);
    world.time.now += 7 * DAY;
    await driveCopies.sweep();
    expect(await world.files()).toHaveLength(2);
    world.time.now += 1;
    await driveCopies.sweep();
    const keys = (await world.files()).map(({ key }) => key);
    expect(keys).toEqual([(await world.row(kept)).fileKey]);
    expect((await driveCopies.progress(world.admin)).used).toBe(otherPaper("Kept").length);
    expect(await world.state(itemId)).toBeUndefined();
    await world.approve(itemId);
    await world.runner.drain();
    expect(await world.state(itemId)).toMatchObject({ state: "copied" });
  });

  test("one contributor's copies leave space for others", async () => {
    await world.close();
    world = await openCopyWorld(engine, 300 * MB);
    const { actor: other } = await world.archive.signUp("Other");
    const size = shareOf(300 * MB);
    const { write } = world.archive.db;
    const key = "0".repeat(32);
    await write
      .insertInto("file")
      .values({
        key,
        sha256: "0".repeat(64),
        type: "application/pdf",
        size,
        uploaderId: null,
        name: "drive",
        createdAt: world.time.now,
      })
      .execute();
    await write
      .insertInto("driveCopyFile")
      .values({ fileKey: key, ownerId: world.student.id, size })
      .execute();
    const { itemId, id } = await world.copied();
    expect(await world.state(itemId)).toEqual({ state: "failed", problem: "account_full" });
    expect(world.site.asked.some((url) => url.includes(id))).toBe(false);
    const next = world.newLink();
    world.site.serve(next.id, otherPaper("Other"));
    const others = await world.contribute(next.link, other);
    await world.runner.drain();
    expect(await world.state(others, other.id, other)).toMatchObject({ state: "copied" });
    await write.deleteFrom("file").where("key", "=", key).execute();
    await world.archive.services.driveCopies.start(world.admin);
    await world.runner.drain();
    expect(await world.state(itemId)).toMatchObject({ state: "copied" });
  });

  test("the share of an account is a tenth, and at least one file", () => {
    expect(shareOf(20_000 * MB)).toBe(2_000 * MB);
    expect(shareOf(100 * MB)).toBe(25 * MB);
    expect(shareOf(10 * MB)).toBe(10 * MB);
  });

  test("the progress counts more items than one query reads", async () => {
    const { db, services } = world.archive;
    const id = await insertItem(world.archive, "note", { fields: { driveLink: driveLink(unique()) } });
    const row = await db.read
      .selectFrom("resource")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const ids = Array.from({ length: 2_100 }, (_item, index) => `copy${index}`);
    for (let from = 0; from < ids.length; from += 300) {
      const part = ids.slice(from, from + 300);
      await db.transaction(async (trx) => {
        await trx
          .insertInto("resource")
          .values(part.map((one) => ({ ...row, id: one })))
          .execute();
        await trx
          .insertInto("driveCopy")
          .values(
            part.map((itemId, index) => ({
              itemId,
              linkKey: row.linkKey ?? "",
              state: "failed" as const,
              problem: index % 3 === 0 ? ("gone" as const) : ("not_public" as const),
              updatedAt: 1,
            })),
          )
          .execute();
      });
    }
    await db.write.deleteFrom("driveCopy").where("itemId", "=", "copy2099").execute();
    const progress = await services.driveCopies.progress(world.admin);
    expect(progress).toMatchObject({ unplanned: 2, waiting: 0, running: 0, copied: 0 });
    expect(progress.failed).toEqual([
      { problem: "not_public", count: 1_399 },
      { problem: "gone", count: 700 },
    ]);
  });
});

test("no query about copies reads all items", async () => {
  // PostgreSQL chooses its plan by the sizes of the tables.
  const world = await openCopyWorld("sqlite");
  const { db, services } = world.archive;
  const { db: watched, waysOf } = watchPlans(db);
  const repo = createDriveCopiesRepo(watched, services.jobs);
  const link = () => ({ fields: { driveLink: driveLink(unique()) } });
  for (let index = 0; index < 3; index += 1) await insertItem(world.archive, "note", link());
  expect(await waysOf(() => repo.planBatch(planNoCopy, "", 2))).toEqual(new Set(["resource_drive (id>?)"]));
  expect(await waysOf(() => repo.releaseRejected(world.time.now, 2))).toEqual(
    new Set(["resource_rejectedCopy (status=? AND updatedAt<?)"]),
  );
  const by = authorize(world.admin, "manageDriveCopies");
  const counted = await waysOf(() => createCopyProgressRepo(watched).counts(by));
  expect(counted).toEqual(new Set(["resource_drive (id>?)"]));
  await world.close();
});
