import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { driveLink, insertItem, insertTakedown, payloadOf, PNG } from "../support/archive/factories.ts";
import { engines, TEST_PASSWORD, VISIT } from "../support/platform/archive.ts";
import { type ChangeWorld, openChangeWorld } from "../support/archive/change-world.ts";
import { refusal } from "../support/archive/refusal.ts";

const { client } = VISIT;
const LATER = Date.UTC(2100, 0);

describe.each(engines)("a change to an approved item on %s", (engine) => {
  let world: ChangeWorld;
  beforeEach(async () => {
    world = await openChangeWorld(engine);
  });
  afterEach(() => world.archive.close());

  const services = () => world.archive.services;
  test("waits while the approved version stays public, and becomes public when an admin approves it", async () => {
    const id = await world.approvedNote("Before");
    const link = driveLink();
    const returned = await world.edit(world.student, id, { topic: "After", driveLink: link, version: 1 });
    expect(returned).toMatchObject({ status: "Approved", hasChange: 1, title: "Before" });
    for (const reader of [world.visitor, world.other, world.student, world.admin])
      expect(await world.noteAs(reader, id)).toMatchObject({
        topic: "Before",
        status: "Approved",
        version: 1,
      });
    expect(await world.openChange(id)).toMatchObject({ baseVersion: 1, changed: { title: "After", link } });

    await world.decide(id, "approved");
    expect(await world.noteAs(world.visitor, id)).toMatchObject({
      topic: "After",
      driveLink: link,
      status: "Approved",
      version: 2,
      userName: "Rahim",
    });
    expect(await world.openChange(id)).toBeUndefined();
    const found = await world.visitor.get("/api/allNotes?search=after");
    expect(found.body.map((note: { _id: string }) => note._id)).toEqual([id]);
  });

  test("leaves the answers to its question in place, before and after an approval", async () => {
    const id = await insertItem(world.archive, "question", { uploader: world.student });
    const answer = await insertItem(world.archive, "answer", { parentId: id });
    const answers = async () => (await world.visitor.get(`/api/questionSolve/${id}`)).body;
    const input = payloadOf("question", { subject: "Renamed" });
    await services().resources.edit(world.student, id, input, client);
    expect(await answers()).toMatchObject([{ _id: answer }]);
    await world.decide(id, "approved");
    expect(await answers()).toMatchObject([{ _id: answer, subject: "Renamed" }]);
  });

  test("replaces the earlier change to the same item", async () => {
    const id = await world.approvedNote("Before");
    await world.edit(world.student, id, { topic: "First" });
    const first = await world.openChange(id);
    await world.edit(world.student, id, { topic: "Second" });
    expect(await world.rowsOf("change")).toHaveLength(1);
    const second = { id, change: first?.id, outcome: "approved" };
    expect(await refusal(services().changes.decide(world.admin, second))).toBe("changed_since 1");
    await world.decide(id, "approved");
    expect((await world.noteAs(world.visitor, id)).topic).toBe("Second");
  });

  test("is not overwritten by a form that shows an earlier change or an older item", async () => {
    const id = await world.approvedNote("Before");
    await world.edit(world.student, id, { topic: "One tab", version: 1, change: "" });
    expect(await refusal(world.edit(world.student, id, { topic: "Other tab", version: 1, change: "" }))).toBe(
      "changed_since 1",
    );
    const open = await world.openChange(id);
    expect(open?.changed.title).toBe("One tab");
    await world.edit(world.student, id, { topic: "Other tab", version: 1, change: open?.id });
    expect((await world.openChange(id))?.changed.title).toBe("Other tab");
    await world.edit(world.admin, id, { topic: "By an admin" });
    expect(await refusal(world.edit(world.student, id, { topic: "Too late", version: 1 }))).toBe(
      "changed_since 2",
    );
  });

  test("gets 409 instead of an approval until an admin decides on the current version of its item", async () => {
    const id = await world.approvedNote("Before");
    await world.edit(world.student, id, { topic: "After" });
    await world.edit(world.admin, id, { topic: "By an admin", subject: "Corrected" });
    expect(await world.noteAs(world.visitor, id)).toMatchObject({ topic: "By an admin", version: 2 });
    expect(await refusal(world.decide(id, "approved"))).toBe("changed_since 2");
    expect(await refusal(world.decide(id, "approved", { version: 1 }))).toBe("changed_since 2");
    expect(await world.noteAs(world.visitor, id)).toMatchObject({ topic: "By an admin" });
    await world.decide(id, "approved", { version: 2 });
    expect(await world.noteAs(world.visitor, id)).toMatchObject({ topic: "After", version: 3 });
  });

  test("is not stored if the edit equals the item, and such an edit closes an open change", async () => {
    const link = "https://drive.google.com/open?id=1a2b3c4d5e6f7g8h9i0j1k2l3m4n5o6p7";
    const given = { topic: "Same", department: "Civil", driveLink: link };
    const fields = payloadOf("note", given) as Record<string, string>;
    const id = await insertItem(world.archive, "note", { uploader: world.student, fields });
    // The form shows the values in these spellings.
    const same = {
      ...fields,
      department: "civil",
      driveLink: "https://drive.google.com/file/d/1a2b3c4d5e6f7g8h9i0j1k2l3m4n5o6p7/view",
    };
    expect(await world.edit(world.student, id, same)).toMatchObject({ hasChange: 0, version: 1 });
    expect(await world.rowsOf("change")).toEqual([]);
    const fileKey = await world.upload();
    await world.edit(world.student, id, { ...same, driveLink: undefined, fileKey });
    expect(await world.rowsOf("change")).toHaveLength(1);
    expect((await world.edit(world.student, id, same)).hasChange).toBe(0);
    expect([await world.rowsOf("change"), await world.rowsOf("file")]).toEqual([[], []]);
    expect(await world.edit(world.student, id, { ...same, topic: "Other" })).toMatchObject({ hasChange: 1 });
  });

  test("is refused as forbidden if an admin cancels the item during the edit", async () => {
    const id = await insertItem(world.archive, "blog", { uploader: world.student });
    world.meanwhile(() =>
      services().resources.setStatus(world.admin, "blog", id, { status: "Cancelled", reason: "Blurred" }),
    );
    const edit = services().resources.edit(world.student, id, payloadOf("blog", { blogImg: PNG }), client);
    expect(await refusal(edit)).toBe("forbidden");
    expect(await world.rowsOf("change")).toEqual([]);
  });

  test("stays open when a call sets the item to Approved again", async () => {
    const id = await world.approvedNote("Before");
    await world.edit(world.student, id, { topic: "After" });
    const same = await world.admin.put(`/api/notesStatusUpdate/${id}`, { status: "Approved" });
    expect([same.status, same.body.modifiedCount]).toEqual([200, 0]);
    expect((await world.openChange(id))?.changed.title).toBe("After");
    expect((await world.noteAs(world.visitor, id)).topic).toBe("Before");
  });

  test.each([
    ["cancelled", (id: string) => world.admin.put(`/api/notesStatusUpdate/${id}`, { status: "Cancelled" })],
    [
      "set to Pending",
      (id: string) => world.admin.put(`/api/notesStatusUpdate/${id}`, { status: "Pending" }),
    ],
    ["removed", (id: string) => services().removal.remove(world.admin, { id })],
    [
      "deleted at its contributor's request",
      async (id: string) => {
        await services().removal.request(world.student, id);
        await services().removal.decide(world.admin, { id, outcome: "granted" });
      },
    ],
    [
      "taken down",
      async (itemId: string) => {
        const id = await insertTakedown(world.archive, { itemId, itemKind: "note" });
        await services().takedowns.decide(world.admin, { id, outcome: "accepted", note: "Theirs" });
      },
    ],
  ])("is closed when its item is %s, and its file is removed", async (_what, act) => {
    const { id, fileKey } = await world.noteWithFile();
    const key = await world.upload();
    await world.edit(world.student, id, { topic: "After", driveLink: undefined, fileKey: key });
    const { sha256 } = await services().files.get(world.student, key);
    await act(id);
    expect(await world.rowsOf("change")).toEqual([]);
    expect(await world.rowsOf("file")).toMatchObject([{ key: fileKey }]);
    expect(await world.archive.fileStore.has(sha256)).toBe(false);
    await services().resources.setStatus(world.admin, "note", id, { status: "Approved" });
    expect(await world.openChange(id)).toBeUndefined();
    expect((await world.noteAs(world.visitor, id)).topic).toBe("With a file");
  });

  test("is decided only by admins, and the audit trail records the decision", async () => {
    const id = await world.approvedNote("Before");
    await world.edit(world.student, id, { topic: "After" });
    const change = (await world.openChange(id))?.id;
    const { changes, audit } = services();
    const input = { id, change, outcome: "approved" };
    expect(await refusal(changes.decide(undefined, input))).toBe("sign_in_required");
    expect(await refusal(changes.decide(world.student, input))).toBe("forbidden");
    expect(await refusal(changes.find(world.other, id))).toBe("not_found");
    expect(await refusal(changes.find(undefined, id))).toBe("sign_in_required");
    expect(await refusal(changes.decide(world.admin, { ...input, outcome: "perhaps" }))).toBe(
      "invalid_input",
    );
    await world.decide(id, "refused");
    await world.edit(world.student, id, { topic: "Once more" });
    await world.decide(id, "approved");
    const { entries } = await audit.list(world.admin);
    const actions = entries.filter(({ targetId }) => targetId === id).map(({ action }) => action);
    expect(actions.toSorted()).toEqual(["approveChange", "refuseChange"]);
  });

  test.each(["Approved", "Pending"] as const)(
    "is not stored if its author deletes the account during the edit of the %s item",
    async (status) => {
      const id = await insertItem(world.archive, "blog", { status, uploader: world.student });
      const { rows: before } = await services().resources.list(world.admin, "blog", {});
      const leaving = { contributions: "keep", passwordNow: TEST_PASSWORD };
      world.meanwhile(() => services().deletion.deleteAccount(world.student, leaving, VISIT));
      const input = payloadOf("blog", { topic: "After leaving", blogImg: PNG });
      expect(await refusal(services().resources.edit(world.student, id, input, client))).toBe("not_found");
      expect(await world.rowsOf("change")).toEqual([]);
      const { rows } = await services().resources.list(world.admin, "blog", {});
      expect(rows.map((row) => row.title)).toEqual(before.map((row) => row.title));
    },
  );

  test("waits in the admins' queue with the pending items, oldest first, and is counted there", async () => {
    const { overview } = services();
    const id = await world.approvedNote("Before");
    const older = await insertItem(world.archive, "book", { status: "Pending" });
    await world.edit(world.student, id, { topic: "After" });
    const newer = await insertItem(world.archive, "book", { status: "Pending", createdAt: LATER });
    const { rows, count } = await overview.queue(world.admin);
    expect(rows.map((row) => [row.id, row.hasChange])).toEqual([
      [older, 0],
      [id, 1],
      [newer, 0],
    ]);
    expect(count).toBe(3);
    expect(await overview.awaiting(world.admin)).toMatchObject({ pending: 2, changes: 1 });
  });
});
