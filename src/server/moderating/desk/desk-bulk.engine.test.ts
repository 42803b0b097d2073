import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { DeskChildOptions } from "../../../../tests/support/archive/desk-child.ts";
import { type DeskWorld, openDeskWorld } from "../../../../tests/support/archive/desk-world.ts";
import { refusal } from "../../../../tests/support/archive/refusal.ts";
import {
  insertItem,
  insertItems,
  type ItemOptions,
  payloadOf,
  unique,
} from "../../../../tests/support/archive/factories.ts";
import { bothEngines, VISIT } from "../../../../tests/support/platform/archive.ts";
import { departmentValue } from "../../../shared/courses/departments.ts";
import { BULK_BATCH, MAX_BULK } from "../../../shared/moderating/desk.ts";

const WRONG = { action: "return", reason: "Too dark" } as const;
const APPROVE = { action: "approve" } as const;

describe.each(bothEngines)("decisions about many items on %s", (engine) => {
  let world: DeskWorld;
  beforeEach(async () => {
    world = await openDeskWorld(engine);
  });
  afterEach(() => world.archive.close());

  const bulk = (by: DeskWorld["one"], ids: string[], decision: object = APPROVE) =>
    world.desk.bulk(by, { requestId: `r${unique()}`, items: ids.map((id) => ({ id })), ...decision });
  const rows = async () =>
    world.archive.db.write.selectFrom("resource").select(["id", "status", "version"]).orderBy("id").execute();
  const actions = async () => {
    const entries = world.archive.db.write.selectFrom("audit").select(["action", "targetId"]);
    const found = await entries.where("action", "in", ["setStatus", "editItem", "undoDecision"]).execute();
    return found.map(({ action, targetId }) => `${action} ${targetId}`);
  };

  test.each([
    [APPROVE, { status: "Approved" }],
    [WRONG, { status: "Cancelled", reason: "Too dark" }],
    [
      { action: "set", values: { department: "EEE" } },
      { status: "Pending", department: departmentValue("EEE") },
    ],
  ])(
    "carries out %j for all items with one entry of the trail each, and undoes it",
    async (decision, after) => {
      const ids = await world.pendingNotes(3);
      const before = await Promise.all(ids.map(world.item));
      const done = await bulk(world.one, ids, decision);
      expect(done).toMatchObject({ isBulk: true, state: "done", total: 3, counts: { done: 3 }, skipped: [] });
      for (const id of ids) {
        expect(await world.item(id)).toMatchObject({ ...after, version: 2 });
        expect(await world.trail(id)).toHaveLength(1);
      }
      expect((await world.desk.undo(world.one, done.id)).counts).toEqual({ undone: 3 });
      for (const [index, id] of ids.entries())
        expect(await world.item(id)).toEqual({ ...before[index], version: 3, updatedAt: world.time.now });
    },
  );

  test("previews, skips and names what it can't decide, and keeps it in the undo", async () => {
    const [fine = "", held = "", changed = "", decided = ""] = await world.pendingNotes(4);
    const bare = await world.pending("question");
    await world.archive.db.write.updateTable("resource").set({ year: null }).where("id", "=", bare).execute();
    await world.desk.claim(world.two, held);
    await world.decide(world.two, changed, { action: "set", values: { topic: "Other" } });
    await world.decide(world.two, decided, WRONG);
    const items = [fine, held, changed, decided, bare, "gone"].map((id) => ({ id, version: 1 }));
    const counts = { total: 6, change: 1, held: 1, missing: 1, unfit: 0, changed: 2, own: 0, outside: 1 };
    expect(await world.desk.preview(world.one, { ...APPROVE, items })).toEqual({
      ...counts,
      matching: 6,
      until: world.time.now,
    });
    const done = await world.desk.bulk(world.one, { ...APPROVE, requestId: "r", items });
    expect(done.counts).toEqual({ done: 1, held: 1, missing: 1, changed: 2, outside: 1 });
    expect(done.skipped.find(({ id }) => id === held)).toMatchObject({ state: "held", holder: "Two" });
    expect(await world.desk.bulk(world.one, { ...APPROVE, requestId: "r", items })).toEqual(done);
    const { resources } = world.archive.services;
    await resources.setStatus(world.two, "note", fine, { status: "Cancelled" });
    const undone = await world.desk.undo(world.one, done.id);
    expect(undone.counts).toMatchObject({ kept: 1, held: 1 });
    expect((await world.item(fine)).status).toBe("Cancelled");
  });

  test("decides only in the area of the moderator, also if the area is taken away during the job", async () => {
    const eee = { fields: { department: "EEE" } };
    const waiting: ItemOptions = { status: "Pending", uploader: world.student, ...eee };
    const own = await insertItems(
      world.archive,
      "question",
      Array.from({ length: 60 }, () => waiting),
    );
    const other = await world.pending("question", { fields: { department: "CSE" } });
    const ids = [...own, other];
    const items = ids.map((id) => ({ id }));
    expect(await world.desk.preview(world.scoped, { ...APPROVE, items })).toMatchObject({
      change: 60,
      outside: 1,
    });
    const { id } = await bulk(world.scoped, ids);
    const stop = new AbortController();
    stop.abort(new Error("stopped"));
    await expect(world.desk.run(id, stop.signal)).rejects.toThrow("stopped");
    await world.archive.db.write.deleteFrom("moderatorArea").where("userId", "=", world.scoped.id).execute();
    await world.runJobs();
    const { done = 0, outside = 0 } = (await world.desk.find(world.admin, id)).counts;
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThanOrEqual(BULK_BATCH);
    expect(outside).toBe(ids.length - done);
    const approved = (await rows()).filter(({ status }) => status === "Approved");
    expect(approved).toHaveLength(done);
    expect((await world.item(other)).status).toBe("Pending");
  });

  test("names neither the title nor the holder of an item outside the area of the moderator", async () => {
    const other = await world.pending("question", { fields: { department: "CSE", courseTitle: "Secret" } });
    await world.desk.claim(world.two, other);
    const done = await bulk(world.scoped, [other]);
    expect(done.skipped).toEqual([{ id: other, title: "", state: "outside", holder: undefined }]);
    expect((await world.desk.find(world.admin, done.id)).skipped[0]?.title).not.toBe("");
  });

  test("sets a detail only where the kind has it and the value is allowed", async () => {
    const note = await world.pending("note");
    const blog = await world.pending("blog");
    const set = { action: "set", values: { department: "EEE" } };
    expect((await bulk(world.one, [note, blog], set)).counts).toEqual({ done: 1, unfit: 1 });
    const bad = { action: "set", values: { year: "soon" } };
    const question = await world.pending("question");
    expect((await bulk(world.one, [question], bad)).counts).toEqual({ unfit: 1 });
    expect((await world.item(question)).version).toBe(1);
  });

  test("approves changes of approved items with the others", async () => {
    const note = await insertItem(world.archive, "note", { uploader: world.student });
    await world.archive.services.resources.edit(
      world.student,
      note,
      payloadOf("note", { topic: "New" }),
      VISIT.client,
    );
    const pending = await world.pending();
    const done = await world.desk.bulk(world.one, { ...APPROVE, requestId: "r", filter: {} });
    expect(done.counts).toEqual({ done: 2 });
    expect((await world.item(note)).title).toBe("New");
    await world.desk.undo(world.one, done.id);
    expect((await world.item(pending)).status).toBe("Pending");
    expect((await world.desk.open(world.one, note)).change?.fields["topic"]).toBe("New");
  });

  test("decides on 120 items in a job, and its undo in a job stops the rest", async () => {
    const ids = await world.pendingNotes(120);
    const { id, state } = await bulk(world.one, ids);
    expect(state).toBe("running");
    const stop = new AbortController();
    stop.abort(new Error("stopped"));
    await expect(world.desk.run(id, stop.signal)).rejects.toThrow("stopped");
    // A batch also ends by time, so a busy machine decides on fewer items.
    const { done = 0, waiting } = (await world.desk.find(world.one, id)).counts;
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThanOrEqual(BULK_BATCH);
    expect(waiting).toBe(120 - done);
    const undoing = await world.desk.undo(world.one, id);
    expect(undoing).toMatchObject({ state: "undoing", counts: { done, stopped: waiting } });
    await world.runJobs();
    expect(await world.desk.find(world.one, id)).toMatchObject({
      state: "undone",
      counts: { undone: done, stopped: waiting },
    });
    expect((await rows()).every(({ status }) => status === "Pending")).toBe(true);
  });

  test("decides on no item twice and on every item once if the process is killed in the middle", async () => {
    const ids = await world.pendingNotes(150);
    const { id: decision } = await bulk(world.one, ids);
    const { env, shared } = world.archive;
    const options: DeskChildOptions = {
      dataFolder: shared.dataFolder,
      databaseUrl: env.DATABASE_URL || undefined,
      secret: env.PROSHNO_SECRET,
      decision,
    };
    const script = fileURLToPath(new URL("../../../../tests/support/archive/desk-child.ts", import.meta.url));
    const child = spawn(process.execPath, [script, JSON.stringify(options)], { stdio: "ignore" });
    const ended = once(child, "exit");
    let progress = 0;
    while (progress === 0) {
      await sleep(5);
      progress = (await world.desk.find(world.one, decision)).counts.done ?? 0;
    }
    child.kill("SIGKILL");
    await ended;
    const { counts } = await world.desk.find(world.one, decision);
    const half = await rows();
    expect(half.filter(({ status }) => status === "Approved")).toHaveLength(counts.done ?? 0);
    await world.runJobs();
    expect(await world.desk.find(world.one, decision)).toMatchObject({
      state: "done",
      counts: { done: 150 },
    });
    expect((await rows()).every(({ status, version }) => status === "Approved" && version === 2)).toBe(true);
    expect((await actions()).toSorted()).toEqual(ids.map((id) => `setStatus ${id}`).toSorted());
    await world.desk.undo(world.one, decision);
    await world.runJobs();
    expect((await rows()).every(({ status, version }) => status === "Pending" && version === 3)).toBe(true);
  });

  test("refuses more than 1,000 items, none, and items together with a filter", async () => {
    const many = Array.from({ length: MAX_BULK + 1 }, (_, index) => ({ id: `i${index}` }));
    const given = { ...APPROVE, requestId: "r" };
    for (const chosen of [
      { items: many },
      { items: [] },
      {},
      { items: [{ id: "x" }], filter: {} },
      { filter: { a: "1" } },
    ])
      expect(await refusal(world.desk.bulk(world.one, { ...given, ...chosen }))).toBe("invalid_input");
    expect(await refusal(world.desk.bulk(world.one, { ...given, action: "duplicate", of: "x" }))).toBe(
      "invalid_input",
    );
    expect(await refusal(world.desk.bulk(world.student, { ...given, items: [{ id: "x" }] }))).toBe(
      "forbidden",
    );
    expect(await refusal(world.desk.preview(undefined, { ...APPROVE, filter: {} }))).toBe("sign_in_required");
  });
});
