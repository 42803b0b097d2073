import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { UNDO_LIMIT } from "../../../shared/moderating/desk.ts";
import { type DeskWorld, openDeskWorld } from "../../../../tests/support/archive/desk-world.ts";
import { refusal } from "../../../../tests/support/archive/refusal.ts";
import { insertItem, payloadOf, unique } from "../../../../tests/support/archive/factories.ts";
import { engines, VISIT } from "../../../../tests/support/platform/archive.ts";
import type { DomainError } from "../../../shared/problems/errors.ts";
import { UNDO_WINDOW } from "../../../shared/people/notices.ts";
import { UNDO_OFFER } from "../../../shared/moderating/desk.ts";

const hostile: unknown[] = [
  {},
  { action: "remove" },
  { action: "approve", values: { __proto__: null, "": "x" } },
  { action: "approve", values: Object.fromEntries(Array.from({ length: 31 }, (_, n) => [`f${n}`, "x"])) },
  { action: "approve", requestId: "../../x" },
  { action: "approve", version: 0 },
  { action: "approve", version: "1e3" },
  { action: "approve", reason: "x" },
  { action: "return", reason: "x".repeat(501) },
  { action: "return", reason: { length: 3 } },
  { action: "duplicate" },
  { action: "set", values: [] },
  [],
  "approve",
  null,
];

describe.each(engines)("decisions at the desk on %s", (engine) => {
  let world: DeskWorld;
  beforeEach(async () => {
    world = await openDeskWorld(engine);
  });
  afterEach(() => world.archive.close());

  const approved = async (topic = "Old topic") =>
    insertItem(world.archive, "note", { uploader: world.student, fields: { topic } });
  const propose = async (id: string, topic = "New topic") => {
    const { resources, changes } = world.archive.services;
    await resources.edit(world.student, id, payloadOf("note", { topic }), VISIT.client);
    return (await changes.find(world.one, id)).change?.id;
  };

  test("approves an item with edited details as one decision, and undoes both", async () => {
    const id = await world.pending("question", { fields: { code: "CSE 101" } });
    const before = await world.item(id);
    await world.desk.claim(world.one, id);
    const decision = await world.decide(world.one, id, {
      action: "approve",
      values: { code: "CSE 102", term: "fall" },
    });
    expect(decision).toMatchObject({ state: "done", total: 1, counts: { done: 1 }, skipped: [] });
    expect(decision.undoUntil).toBe(new Date(world.time.now + UNDO_OFFER).toISOString());
    expect(await world.item(id)).toMatchObject({
      status: "Approved",
      code: "CSE 102",
      codeNorm: "CSE102",
      term: "fall",
    });
    expect(await world.trail(id)).toEqual(["editItem", "setStatus"]);
    expect((await world.desk.open(world.one, id)).holder).toBeUndefined();
    expect((await world.desk.latest(world.one))?.id).toBe(decision.id);
    world.time.now += 1_000;
    expect(await world.desk.undo(world.one, decision.id)).toMatchObject({
      state: "undone",
      counts: { undone: 1 },
    });
    expect(await world.item(id)).toEqual({ ...before, version: 3, updatedAt: world.time.now });
    expect(await world.trail(id)).toEqual(["editItem", "setStatus", "undoDecision"]);
    expect(await world.desk.latest(world.one)).toBeUndefined();
    expect((await world.desk.undo(world.one, decision.id)).counts).toEqual({ undone: 1 });
    expect((await world.item(id)).version).toBe(3);
  });

  test("refuses an approval only while a required detail has no value, and changes nothing", async () => {
    const id = await world.pending("question");
    await world.archive.db.write.updateTable("resource").set({ year: null }).where("id", "=", id).execute();
    const fields = (await world
      .decide(world.one, id, { action: "approve" })
      .catch((error: DomainError) => error.fields)) as object;
    expect(fields).toEqual({ year: { code: "required" } });
    expect(
      await refusal(world.decide(world.one, id, { action: "approve", values: { year: "nineteen" } })),
    ).toBe("invalid_input");
    expect(
      await refusal(world.decide(world.one, id, { action: "approve", values: { driveLink: "x" } })),
    ).toBe("invalid_input");
    expect((await world.item(id)).status).toBe("Pending");
    expect(await world.trail(id)).toEqual([]);
    await world.decide(world.one, id, { action: "approve", values: { year: "2020" } });
    expect(await world.item(id)).toMatchObject({ status: "Approved", year: 2020 });
  });

  test("needs a reason to return an item, and stores it for the contributor", async () => {
    const id = await world.pending();
    expect(await refusal(world.decide(world.one, id, { action: "return" }))).toBe("invalid_input");
    expect(await refusal(world.decide(world.one, id, { action: "return", reason: "  " }))).toBe(
      "invalid_input",
    );
    const { id: decision } = await world.decide(world.one, id, { action: "return", reason: "Too dark" });
    expect(await world.item(id)).toMatchObject({ status: "Cancelled", reason: "Too dark", returned: 1 });
    expect(await world.events()).toEqual(["returned"]);
    await world.desk.undo(world.one, decision);
    expect(await world.item(id)).toMatchObject({ status: "Pending", reason: null, returned: 0 });
    expect(await world.events()).toEqual([]);
  });

  test("tells the contributor about an undo if they may have seen the decision", async () => {
    const id = await world.pending();
    const { id: decision } = await world.decide(world.one, id, { action: "approve" });
    world.time.now += UNDO_WINDOW;
    await world.desk.undo(world.one, decision);
    expect(await world.events()).toEqual(["approved", "undone"]);
  });

  test("lets the first of two decisions win, and tells the second the version and who decided", async () => {
    const id = await world.pending();
    await world.decide(world.one, id, { action: "approve" });
    const late = { requestId: "late", version: 1, action: "return", reason: "Too dark" };
    expect(await refusal(world.desk.decide(world.two, id, late))).toBe("changed_since 2");
    expect((await world.desk.open(world.two, id)).decided).toMatchObject({ by: "One", action: "approve" });
    expect(await world.trail(id)).toEqual(["setStatus"]);
  });

  test("carries a repeated request out once, also if both arrive together", async () => {
    const id = await world.pending();
    const decision = { requestId: `r${unique()}`, version: 1, action: "approve" };
    const [first, second] = await Promise.all([
      world.desk.decide(world.one, id, decision),
      world.desk.decide(world.one, id, decision),
    ]);
    expect(second.id).toBe(first.id);
    expect((await world.desk.decide(world.one, id, decision)).id).toBe(first.id);
    expect(await world.trail(id)).toEqual(["setStatus"]);
    // The name of a request counts only for its own person.
    expect(await refusal(world.desk.decide(world.two, id, decision))).toBe("changed_since 2");
  });

  test("tells why an item was returned when its contributor sends it again", async () => {
    const id = await world.pending();
    await world.decide(world.one, id, { action: "return", reason: "Page 2 is missing." });
    const { resources } = world.archive.services;
    await resources.edit(world.student, id, payloadOf("note", { topic: "With page 2" }), VISIT.client);
    await world.decide(world.one, id, { action: "set", values: { topic: "With both pages" } });
    const returned = { by: "One", reason: "Page 2 is missing." };
    expect(await world.desk.open(world.two, id)).toMatchObject({ isWaiting: true, returned });
    await world.decide(world.two, id, { action: "approve" });
    expect((await world.desk.open(world.two, id)).returned).toBeUndefined();
  });

  test("marks a duplicate, and refuses the item itself and an item that does not exist", async () => {
    const [id, other] = [await world.pending(), await approved()];
    for (const of of [id, "nothing", "<script>"])
      expect(await refusal(world.decide(world.one, id, { action: "duplicate", of }))).toBe("invalid_input");
    const { id: decision } = await world.decide(world.one, id, { action: "duplicate", of: other });
    expect(await world.item(id)).toMatchObject({ status: "Cancelled", returned: 0 });
    expect((await world.item(id)).reason).toMatch(/already have/);
    await world.desk.undo(world.one, decision);
    expect((await world.item(id)).status).toBe("Pending");
  });

  test("approves and refuses a change of an approved item, and its undo restores item and change", async () => {
    for (const decision of [{ action: "approve" }, { action: "return", reason: "The old topic is right" }]) {
      const id = await approved();
      const change = await propose(id);
      const isApproved = decision.action === "approve";
      const { id: decided } = await world.decide(world.one, id, { ...decision, change });
      expect((await world.item(id)).title).toBe(isApproved ? "New topic" : "Old topic");
      expect((await world.desk.open(world.one, id)).change).toBeUndefined();
      expect(await world.trail(id)).toEqual([isApproved ? "approveChange" : "refuseChange"]);
      await world.desk.undo(world.one, decided);
      expect((await world.item(id)).title).toBe("Old topic");
      expect((await world.desk.open(world.one, id)).change?.id).toBe(change);
      await world.decide(world.one, id, { action: "approve", change });
      expect((await world.item(id)).title).toBe("New topic");
    }
  });

  test("refuses a decision about a change that was replaced, or about an approved item without one", async () => {
    const id = await approved();
    const change = await propose(id);
    await world.archive.services.resources.edit(
      world.student,
      id,
      { ...payloadOf("note", { topic: "Newer" }), change },
      VISIT.client,
    );
    expect(await refusal(world.decide(world.one, id, { action: "approve", change }))).toBe("changed_since 1");
    expect(await refusal(world.decide(world.one, id, { action: "approve" }))).toBe("changed_since 1");
  });

  test("says so and does nothing if an item has changed since its decision", async () => {
    const id = await world.pending();
    const { id: decision } = await world.decide(world.one, id, { action: "approve" });
    await propose(id);
    const kept = { state: "undone", counts: { kept: 1 }, skipped: [{ id, state: "kept" }] };
    expect(await world.desk.undo(world.one, decision)).toMatchObject(kept);
    expect((await world.item(id)).status).toBe("Approved");
    const other = await world.pending();
    const { id: second } = await world.decide(world.one, other, { action: "approve" });
    const { resources } = world.archive.services;
    await resources.setStatus(world.two, "note", other, { status: "Cancelled", reason: "Wrong" });
    expect(await world.desk.undo(world.one, second)).toMatchObject({ counts: { kept: 1 } });
    expect(await world.item(other)).toMatchObject({ status: "Cancelled", reason: "Wrong" });
  });

  test("lets only the person who decided, and admins, see and undo a decision", async () => {
    const id = await world.pending();
    const { id: decision } = await world.decide(world.one, id, { action: "approve" });
    for (const act of [world.desk.undo, world.desk.find]) {
      expect(await refusal(act(world.two, decision))).toBe("not_found");
      expect(await refusal(act(world.student, decision))).toBe("forbidden");
      expect(await refusal(act(undefined, decision))).toBe("sign_in_required");
      expect(await refusal(act(world.one, "../x"))).toBe("not_found");
    }
    expect((await world.desk.undo(world.admin, decision)).counts).toEqual({ undone: 1 });
  });

  test("decides on nothing outside the area, and on nothing after the area was taken away", async () => {
    const inside = await world.pending("question", { fields: { department: "EEE" } });
    const outside = await world.pending("question", { fields: { department: "CSE" } });
    const open = await approved();
    const change = await propose(open);
    const approve = { action: "approve" };
    expect(await refusal(world.decide(world.scoped, outside, approve))).toBe("not_found");
    expect(await refusal(world.decide(world.scoped, open, { ...approve, change }))).toBe("forbidden");
    const moved = { ...approve, values: { department: "CSE" } };
    expect(await refusal(world.decide(world.scoped, inside, moved))).toBe("invalid_input");
    const { deskDecisions } = world.archive.services;
    const given = { requestId: "mine", version: 1, ...approve };
    await world.archive.db.write.deleteFrom("moderatorArea").where("userId", "=", world.scoped.id).execute();
    // The request began with the areas of its session.
    expect(await refusal(deskDecisions.decide(world.scoped, inside, given))).toBe("forbidden");
    expect((await world.item(inside)).status).toBe("Pending");
    expect(await world.archive.db.write.selectFrom("deskDecision").selectAll().execute()).toEqual([]);
  });

  test("refuses hostile bodies and changes nothing", async () => {
    const id = await world.pending();
    for (const body of hostile) {
      const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
      const given = isObject ? { requestId: "r", version: 1, ...body } : body;
      expect(await refusal(world.desk.decide(world.one, id, given)), JSON.stringify(body)).toBe(
        "invalid_input",
      );
      expect(await refusal(world.desk.bulk(world.one, given)), JSON.stringify(body)).toBe("invalid_input");
    }
    expect((await world.item(id)).version).toBe(1);
    expect(await world.archive.db.write.selectFrom("deskDecision").selectAll().execute()).toEqual([]);
  });

  test("shares 100 items between two moderators: none is decided twice, lost or blocked", async () => {
    const ids = await world.pendingNotes(100);
    // A third moderator claimed some items and left.
    for (const id of ids.slice(10, 15)) await world.desk.claim(world.admin, id);
    const decided: string[] = [];
    const work = async (by: DeskWorld["one"]) => {
      for (let row = await world.desk.next(by, {}); row; row = await world.desk.next(by, {})) {
        expect(row.holder?.isYou).toBe(true);
        const decision = { requestId: `r${unique()}`, version: row.version, action: "approve" };
        await world.desk.decide(by, row.id, decision);
        decided.push(row.id);
      }
    };
    await Promise.all([work(world.one), work(world.two)]);
    expect(decided).toHaveLength(95);
    world.time.now += 180_000;
    await Promise.all([work(world.one), work(world.two)]);
    expect(decided.toSorted()).toEqual(ids.toSorted());
    const trail = await world.archive.db.write
      .selectFrom("audit")
      .select("targetId")
      .where("action", "=", "setStatus")
      .execute();
    expect(trail.map(({ targetId }) => targetId).toSorted()).toEqual(ids.toSorted());
  });

  test("can undo a decision for 90 days, and then deletes it", async () => {
    const [old, fresh] = [await world.pending(), await world.pending()];
    const first = await world.decide(world.one, old, { action: "approve" });
    world.time.now += 1_000;
    const second = await world.decide(world.one, fresh, { action: "approve" });
    world.time.now = Date.parse(first.at) + UNDO_LIMIT;
    await world.desk.review.sweep();
    expect((await world.desk.find(world.one, first.id)).total).toBe(1);
    world.time.now += 1;
    await world.desk.review.sweep();
    expect(await refusal(world.desk.undo(world.admin, first.id))).toBe("not_found");
    expect((await world.item(old)).status).toBe("Approved");
    const items = world.archive.db.write.selectFrom("deskDecisionItem").select("itemId");
    expect(await items.execute()).toEqual([{ itemId: fresh }]);
    expect((await world.desk.undo(world.admin, second.id)).counts).toEqual({ undone: 1 });
  });
});
