import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type DeskWorld, openDeskWorld } from "../../../../tests/support/archive/desk-world.ts";
import { refusal } from "../../../../tests/support/archive/refusal.ts";
import { insertItem, insertItems, payloadOf } from "../../../../tests/support/archive/factories.ts";
import { engines, VISIT } from "../../../../tests/support/platform/archive.ts";
import { MAX_BULK } from "../../../shared/moderating/desk.ts";
import type { DomainError } from "../../../shared/problems/errors.ts";

const APPROVE = { action: "approve" } as const;

describe.each(engines)("what a moderator saw before a decision on %s", (engine) => {
  let world: DeskWorld;
  beforeEach(async () => {
    world = await openDeskWorld(engine);
  });
  afterEach(() => world.archive.close());

  const approved = () => insertItem(world.archive, "note", { uploader: world.student });
  const propose = async (id: string, topic: string, change?: string) => {
    const { resources, changes } = world.archive.services;
    const payload = { ...payloadOf("note", { topic }), ...(change && { change }) };
    await resources.edit(world.student, id, payload, VISIT.client);
    return (await changes.find(world.one, id)).change?.id ?? "";
  };
  const problemsOf = (act: Promise<unknown>) => act.catch((error: DomainError) => error.fields);
  const statuses = (ids: string[]) => Promise.all(ids.map(async (id) => (await world.item(id)).status));

  test("a decision about many items leaves out a change that replaced the change that the moderator saw", async () => {
    const [id, other] = [await approved(), await approved()];
    const [seen, same] = [await propose(id, "Seen"), await propose(other, "Same")];
    const newer = await propose(id, "Not seen", seen);
    const items = [
      { id, version: 1, change: seen },
      { id: other, version: 1, change: same },
    ];
    expect(await world.desk.preview(world.one, { ...APPROVE, items })).toMatchObject({
      change: 1,
      changed: 1,
    });
    const done = await world.desk.bulk(world.one, { ...APPROVE, requestId: "r", items });
    expect(done).toMatchObject({ counts: { done: 1, changed: 1 }, skipped: [{ id, state: "changed" }] });
    expect([(await world.item(id)).version, (await world.item(other)).title]).toEqual([1, "Same"]);
    expect((await world.desk.open(world.one, id)).change?.id).toBe(newer);
  });

  test("a decision about many items without the ids of changes leaves out changes that are newer than the preview", async () => {
    const id = await approved();
    const { until } = await world.desk.preview(world.one, { ...APPROVE, items: [{ id, version: 1 }] });
    world.time.now += 1;
    await propose(id, "Not seen");
    const given = { ...APPROVE, requestId: "r", items: [{ id, version: 1 }] };
    expect((await world.desk.bulk(world.one, { ...given, until })).counts).toEqual({ changed: 1 });
    expect((await world.item(id)).version).toBe(1);
    expect((await world.desk.bulk(world.one, { ...given, requestId: "s" })).counts).toEqual({ done: 1 });
  });

  test("a decision about the whole list has the items of its preview only", async () => {
    const [one = "", two = "", edited = ""] = await world.pendingNotes(3);
    const id = await approved();
    const { until, total, matching } = await world.desk.preview(world.one, { ...APPROVE, filter: {} });
    expect([total, matching, until]).toEqual([3, 3, world.time.now]);
    world.time.now += 1;
    const late = await world.pending("note", { createdAt: world.time.now });
    await world.archive.services.resources.edit(
      world.student,
      edited,
      payloadOf("note", { topic: "Not seen" }),
      VISIT.client,
    );
    await propose(id, "Not seen");
    const given = { ...APPROVE, filter: {}, until };
    expect(await world.desk.preview(world.one, given)).toMatchObject({ total: 2, change: 2, until });
    const done = await world.desk.bulk(world.one, { ...given, requestId: "r" });
    expect(done).toMatchObject({ total: 2, counts: { done: 2 } });
    expect(await statuses([one, two, edited, late])).toEqual(["Approved", "Approved", "Pending", "Pending"]);
    expect((await world.item(id)).version).toBe(1);
  });

  test("a preview of a longer list counts the first 1,000 items, and says how many match", async () => {
    const waiting = Array.from({ length: MAX_BULK + 5 }, () => ({ status: "Pending" as const }));
    await insertItems(world.archive, "blog", waiting);
    expect(await world.desk.preview(world.one, { ...APPROVE, filter: {} })).toMatchObject({
      total: MAX_BULK,
      matching: MAX_BULK + 5,
    });
  });

  test("refuses a time of the preview that is not a time", async () => {
    const given = { ...APPROVE, filter: {} };
    for (const until of [-1, 1.5, "soon", "1e3", null, {}, Number.MAX_VALUE])
      expect(await refusal(world.desk.preview(world.one, { ...given, until }))).toBe("invalid_input");
  });

  test("the contributor gets the reason for a refused edit", async () => {
    const id = await approved();
    const change = await propose(id, "New topic");
    await world.decide(world.one, id, { action: "return", reason: "The old topic is right", change });
    const notices = await world.archive.db.write.selectFrom("notice").select("details").execute();
    expect(notices.map(({ details }) => JSON.parse(details) as object)).toEqual([
      { granted: false, reason: "The old topic is right" },
    ]);
  });

  test("two moderators who mark two items as duplicates of each other leave one of them", async () => {
    const [one = "", two = ""] = await world.pendingNotes(2);
    const acts = [
      world.decide(world.one, one, { action: "duplicate", of: two }),
      world.decide(world.two, two, { action: "duplicate", of: one }),
    ];
    const ended = await Promise.allSettled(acts);
    expect(ended.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect((await statuses([one, two])).toSorted()).toEqual(["Cancelled", "Pending"]);
  });

  test("refuses a duplicate of an item that is neither Approved nor Pending", async () => {
    const [id = "", returned = ""] = await world.pendingNotes(2);
    await world.decide(world.two, returned, { action: "return", reason: "Too dark" });
    expect(await problemsOf(world.decide(world.one, id, { action: "duplicate", of: returned }))).toEqual({
      of: { code: "originalGone" },
    });
    expect((await world.item(id)).status).toBe("Pending");
  });

  test("says that a change of an approved item can only be approved or returned", async () => {
    const id = await approved();
    const change = await propose(id, "New topic");
    for (const decision of [
      { action: "duplicate", of: await approved() },
      { action: "set", values: { topic: "Other" } },
    ])
      expect(await problemsOf(world.decide(world.one, id, { ...decision, change }))).toEqual({
        action: { code: "wholeChange" },
      });
  });
});
