import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type DeskWorld, openDeskWorld } from "../../../../tests/support/archive/desk-world.ts";
import { insertItem, payloadOf, unique } from "../../../../tests/support/archive/factories.ts";
import { saveRules, trust, uploadPdf } from "../../../../tests/support/archive/trust-world.ts";
import { bothEngines, TEST_PASSWORD, VISIT } from "../../../../tests/support/platform/archive.ts";
import { departmentKey } from "../../../shared/courses/departments.ts";
import { UNDO_LIMIT } from "../../../shared/moderating/desk.ts";
import { UNUSED_LIMIT } from "../../files/storage/files.service.ts";

const RETURN = { action: "return", reason: "Too dark" } as const;

describe.each(bothEngines)("the undo of decisions on %s", (engine) => {
  let world: DeskWorld;
  beforeEach(async () => {
    world = await openDeskWorld(engine);
  });
  afterEach(() => world.archive.close());

  const approved = (fields = {}) => insertItem(world.archive, "note", { uploader: world.student, fields });
  const propose = async (id: string, payload: Record<string, unknown>) => {
    const { resources, changes } = world.archive.services;
    await resources.edit(world.student, id, payload, VISIT.client);
    return (await changes.find(world.one, id)).change?.id ?? "";
  };
  const undo = async (id: string, by = world.one) => (await world.desk.undo(by, id)).counts;

  describe("of a return", () => {
    const suspension = () =>
      world.archive.db.write
        .selectFrom("trustedContributor")
        .select(["suspendedAt", "suspendedItemId"])
        .executeTakeFirstOrThrow();
    beforeEach(async () => {
      await saveRules(world.archive, world.admin);
      await trust(world.archive, world.admin, world.student);
    });

    test("gives the contributor the trust back that the return suspended", async () => {
      const [id = ""] = await world.pendingNotes(1);
      const decision = await world.decide(world.one, id, RETURN);
      expect(await suspension()).toEqual({ suspendedAt: Date.parse(decision.at), suspendedItemId: id });
      world.time.now += 1_000;
      expect(await undo(decision.id)).toEqual({ undone: 1 });
      expect(await suspension()).toEqual({ suspendedAt: null, suspendedItemId: null });
      expect(await world.trail(world.student.id)).toEqual([
        "resumeTrust",
        "suspendTrust",
        "trustContributor",
      ]);
    });

    test("keeps the trust suspended while another item of the contributor is rejected", async () => {
      const [first = "", second = ""] = await world.pendingNotes(2);
      const decision = await world.decide(world.one, first, RETURN);
      world.time.now += 1_000;
      const other = await world.decide(world.two, second, RETURN);
      world.time.now += 1_000;
      await undo(decision.id);
      expect(await suspension()).toEqual({ suspendedAt: Date.parse(other.at), suspendedItemId: second });
      await undo(other.id, world.two);
      expect(await suspension()).toEqual({ suspendedAt: null, suspendedItemId: null });
    });

    test("gives the trust back when a return of many items is undone", async () => {
      const items = (await world.pendingNotes(3)).map((id) => ({ id }));
      const { id } = await world.desk.bulk(world.one, { ...RETURN, requestId: "r", items });
      expect((await suspension()).suspendedAt).toBe(world.time.now);
      expect(await undo(id)).toEqual({ undone: 3 });
      expect((await suspension()).suspendedAt).toBeNull();
    });

    test("leaves the return out of the facts of the contributor and out of the insight", async () => {
      const [id = ""] = await world.pendingNotes(1);
      const { insight, trust: trusts } = world.archive.services;
      const counted = async () => (await insight.read(world.admin)).decisions.at(-1)?.count ?? 0;
      const before = await counted();
      const decision = await world.decide(world.one, id, RETURN);
      expect(await counted()).toBe(before + 1);
      await undo(decision.id);
      expect(await counted()).toBe(before);
      await world.decide(world.one, id, { action: "approve" });
      expect(await counted()).toBe(before + 1);
      const { found } = await trusts.overview(world.admin, world.student.email);
      expect(found?.facts).toEqual({ decided: 5, unchanged: 5 });
    });
  });

  test("a file that an undo needs is kept as long as the decision can be undone", async () => {
    const id = await approved();
    const fileKey = await uploadPdf(world.archive, world.student);
    const change = await propose(id, payloadOf("note", { driveLink: undefined, fileKey }));
    const files = async () => {
      await world.archive.services.files.sweep();
      const rows = world.archive.db.write.selectFrom("file").select("key").where("key", "=", fileKey);
      return (await rows.execute()).length;
    };
    world.time.now += UNUSED_LIMIT + 1;
    const refused = await world.decide(world.one, id, { ...RETURN, change });
    expect(await files()).toBe(1);
    expect(await undo(refused.id)).toEqual({ undone: 1 });
    expect((await world.desk.open(world.one, id)).change?.id).toBe(change);
    await world.decide(world.one, id, { ...RETURN, change });
    world.time.now += UNDO_LIMIT + 1;
    expect(await files()).toBe(1);
    await world.desk.review.sweep();
    expect(await files()).toBe(0);
  });

  test("an account's deletion removes the earlier states of its items, so that no undo brings their text back", async () => {
    const id = await approved({ topic: "Secret" });
    const change = await propose(id, payloadOf("note", { topic: "Public" }));
    const decision = await world.decide(world.one, id, { action: "approve", change });
    const input = { contributions: "keep", passwordNow: TEST_PASSWORD };
    await world.archive.services.deletion.deleteAccount(world.student, input, VISIT);
    const rows = await world.archive.db.write
      .selectFrom("deskDecisionItem")
      .select(["before", "fileKey"])
      .execute();
    expect(rows).toEqual([{ before: null, fileKey: null }]);
    expect(await undo(decision.id)).toEqual({ kept: 1 });
    expect((await world.item(id)).title).toBe("Public");
  });

  test("keeps an item if a moderator has decided on a later change of it", async () => {
    const id = await approved({ topic: "Old" });
    const first = await propose(id, payloadOf("note", { topic: "First" }));
    const refused = await world.decide(world.one, id, { ...RETURN, change: first });
    world.time.now += 1_000;
    const second = await propose(id, payloadOf("note", { topic: "Second" }));
    const later = await world.decide(world.two, id, { ...RETURN, change: second });
    world.time.now += 1_000;
    expect(await undo(refused.id)).toEqual({ kept: 1 });
    expect((await world.desk.open(world.one, id)).change).toBeUndefined();
    expect(await undo(later.id, world.two)).toEqual({ undone: 1 });
    expect((await world.desk.open(world.one, id)).change?.id).toBe(second);
  });

  test("continues an undo whose job failed, and starts no second job beside a living one", async () => {
    const items = (await world.pendingNotes(60)).map((id) => ({ id }));
    const { id } = await world.desk.bulk(world.one, { action: "approve", requestId: `r${unique()}`, items });
    await world.runJobs();
    await world.desk.undo(world.one, id);
    await world.desk.undo(world.one, id);
    const jobs = () =>
      world.archive.db.write.selectFrom("job").select("state").where("subject", "=", id).execute();
    expect(await jobs()).toEqual([{ state: "queued" }]);
    await world.archive.db.write
      .updateTable("job")
      .set({ state: "dead" })
      .where("subject", "=", id)
      .execute();
    await world.runJobs();
    expect(await world.desk.find(world.one, id)).toMatchObject({ state: "undoing", counts: { done: 60 } });
    await world.desk.undo(world.one, id);
    await world.runJobs();
    expect(await world.desk.find(world.one, id)).toMatchObject({ state: "undone", counts: { undone: 60 } });
  });

  test("never moves an item out of the area of the moderator", async () => {
    const id = await world.pending("question", { fields: { department: "CSE" } });
    const area = { userId: world.scoped.id, universityKey: "", departmentKey: departmentKey("CSE") };
    await world.archive.db.write
      .insertInto("moderatorArea")
      .values({ ...area, department: "CSE", createdAt: world.time.now })
      .execute();
    const both = { ...world.scoped, areas: [...(world.scoped.areas ?? []), area] };
    const decision = await world.decide(both, id, { action: "set", values: { department: "EEE" } });
    await world.archive.db.write
      .deleteFrom("moderatorArea")
      .where("userId", "=", world.scoped.id)
      .where("departmentKey", "=", area.departmentKey)
      .execute();
    expect(await undo(decision.id, world.scoped)).toEqual({ kept: 1 });
    expect((await world.item(id)).departmentKey).toBe(departmentKey("EEE"));
  });
});
