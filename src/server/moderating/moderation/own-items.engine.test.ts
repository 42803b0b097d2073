import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DeskWorld, openDeskWorld } from "../../../../tests/support/archive/desk-world.ts";
import { insertItem, NOWHERE, payloadOf, unique } from "../../../../tests/support/archive/factories.ts";
import { refusal } from "../../../../tests/support/archive/refusal.ts";
import {
  approvedItems,
  contributeNote,
  saveRules,
  trust,
} from "../../../../tests/support/archive/trust-world.ts";
import { engines, VISIT } from "../../../../tests/support/platform/archive.ts";
import { authorize } from "../../../shared/people/authorize.ts";
import type { User } from "../../../shared/people/policy.ts";
import type { Status } from "../../../shared/items/status.ts";
import { planNoCopy } from "../../library/items/copy-plan.ts";
import { createResourcesRepo } from "../../library/items/resources.repo.ts";
import { createRemovalRepo } from "./removal.repo.ts";

describe.each(engines)("decisions on own items on %s", (engine) => {
  let world: DeskWorld;
  beforeAll(async () => {
    world = await openDeskWorld(engine);
  });
  afterAll(() => world.archive.close());

  const services = () => world.archive.services;
  const note = (uploader: User, status: Status = "Pending", fields: Record<string, string> = {}) =>
    insertItem(world.archive, "note", { status, uploader, fields });
  const statusOf = async (id: string) => (await world.item(id)).status;
  const audited = async (id: string) =>
    (await services().audit.list(world.admin)).entries.filter(({ targetId }) => targetId === id);
  /** Stores the columns of an item as an earlier decision left them. */
  const set = (id: string, columns: object) =>
    world.archive.db.write.updateTable("resource").set(columns).where("id", "=", id).execute();
  const remove = (id: string) => set(id, { status: "Cancelled", removedFrom: "Approved" });
  const askDeletion = async (by: User, id: string) => {
    await services().removal.request(by, id);
  };
  const change = async (by: User, id: string) => {
    await services().resources.edit(by, id, payloadOf("note", { topic: `New ${unique()}` }), VISIT.client);
    const row = world.archive.db.write.selectFrom("change").selectAll().where("resourceId", "=", id);
    return (await row.executeTakeFirstOrThrow()).id;
  };
  const unchecked = async (uploader: User) => {
    const id = await note(uploader, "Approved");
    const row = { resourceId: id, userId: uploader.id, publishedAt: 1, checkedAt: null };
    await world.archive.db.write.insertInto("trustedItem").values(row).execute();
    return id;
  };

  /** Every way to decide on an item: prepares one of this contributor, and returns the decision by a person. */
  const ways: Record<
    string,
    (owner: User) => Promise<{ id: string; decide: (by: User) => Promise<unknown> }>
  > = {
    "approves it": async (owner) => {
      const id = await note(owner);
      return { id, decide: (by) => services().resources.setStatus(by, "note", id, { status: "Approved" }) };
    },
    "cancels it": async (owner) => {
      const id = await note(owner, "Approved");
      return { id, decide: (by) => services().resources.setStatus(by, "note", id, { status: "Cancelled" }) };
    },
    "approves it at the desk": async (owner) => {
      const id = await note(owner);
      return { id, decide: (by) => world.decide(by, id, { action: "approve" }) };
    },
    "returns it at the desk": async (owner) => {
      const id = await note(owner);
      return { id, decide: (by) => world.decide(by, id, { action: "return", reason: "Blurred" }) };
    },
    "sets a detail at the desk": async (owner) => {
      const id = await note(owner);
      return { id, decide: (by) => world.decide(by, id, { action: "set", values: { department: "Law" } }) };
    },
    "marks it as a duplicate": async (owner) => {
      const [id, of] = [await note(owner), await note(world.student, "Approved")];
      return { id, decide: (by) => world.decide(by, id, { action: "duplicate", of }) };
    },
    "decides on a change of it": async (owner) => {
      const id = await note(owner, "Approved");
      const row = { resourceId: id, baseVersion: 1, fileKey: null, createdAt: world.time.now };
      const fields = JSON.stringify(payloadOf("note"));
      await world.archive.db.write
        .insertInto("change")
        .values({ ...row, id: `c${unique()}`, fields })
        .execute();
      const found = await services().changes.find(world.admin, id);
      const input = { id, change: found.change?.id, outcome: "approved" };
      return { id, decide: (by) => services().changes.decide(by, input) };
    },
    "removes it": async (owner) => {
      const id = await note(owner, "Approved");
      return { id, decide: (by) => services().removal.remove(by, { id }) };
    },
    "restores it": async (owner) => {
      const id = await note(owner, "Approved");
      await remove(id);
      return { id, decide: (by) => services().removal.restore(by, { id }) };
    },
    "decides on the request to delete it": async (owner) => {
      const id = await note(owner, "Approved");
      await askDeletion(owner, id);
      return { id, decide: (by) => services().removal.decide(by, { id, outcome: "granted" }) };
    },
    "marks it as checked": async (owner) => {
      const id = await unchecked(owner);
      return { id, decide: (by) => services().trust.check(by, { id }) };
    },
    "marks it as different from another item": async (owner) => {
      const [id, other] = [await note(owner), await note(world.student, "Approved")];
      return { id, decide: (by) => services().duplicates.setNotSame(by, { id, other }) };
    },
  };

  test.each(Object.keys(ways))("a moderator who %s is refused, if it is their own item", async (name) => {
    const { id, decide } = await ways[name]!(world.one);
    const before = await world.item(id);
    expect(await refusal(decide(world.one))).toBe("own_item");
    expect(await world.item(id)).toEqual(before);
    expect(await audited(id)).toEqual([]);
    await decide(world.two);
    expect((await audited(id)).map(({ item }) => item?.own)).not.toContain(true);
  });

  test.each(Object.keys(ways))(
    "an admin who %s has an entry that says so, if it is their own item",
    async (name) => {
      const { id, decide } = await ways[name]!(world.admin);
      await decide(world.admin);
      const entries = await audited(id);
      expect(entries.length).toBeGreaterThan(0);
      expect(entries.every(({ item }) => item?.own === true)).toBe(true);
    },
  );

  test("a moderator sees an own item at the desk, and neither claims it nor gets it as the next one", async () => {
    const department = `Own ${unique()}`;
    const id = await note(world.one, "Pending", { department });
    const ofRow = async (by: User) =>
      (await world.desk.list(by, { department })).rows.map(({ isOwn }) => isOwn);
    expect([await ofRow(world.one), await ofRow(world.two)]).toEqual([[true], [false]]);
    expect((await world.desk.open(world.one, id)).isOwn).toBe(true);
    expect(await refusal(world.desk.claim(world.one, id))).toBe("own_item");
    expect(await world.desk.next(world.one, { filter: { department } })).toBeUndefined();
    expect((await world.desk.next(world.two, { filter: { department } }))?.id).toBe(id);
  });

  test("a bulk decision leaves own items as they are, and its preview and its result say why", async () => {
    const ids = [await note(world.one), await note(world.student)];
    const items = ids.map((id) => ({ id, version: 1 }));
    expect(await world.desk.preview(world.one, { action: "approve", items })).toMatchObject({
      own: 1,
      change: 1,
    });
    const request = { action: "approve", items, requestId: `own${unique()}` };
    const { counts, skipped } = await world.desk.bulk(world.one, request);
    expect(counts).toEqual({ own: 1, done: 1 });
    expect(skipped).toMatchObject([{ id: ids[0], state: "own" }]);
    expect(await Promise.all(ids.map(statusOf))).toEqual(["Pending", "Approved"]);
  });

  test("an undo of a moderator leaves an item that is their own by now", async () => {
    const id = await note(world.student);
    const { id: decision } = await world.decide(world.one, id, { action: "approve" });
    await set(id, { uploaderId: world.one.id });
    expect((await world.desk.undo(world.one, decision)).counts).toEqual({ kept: 1 });
    expect(await statusOf(id)).toBe("Approved");
  });

  test("a moderator's own item can't be the original of a duplicate", async () => {
    const [own, other] = [await note(world.one, "Approved"), await note(world.student)];
    const marked = (by: User) => world.decide(by, other, { action: "duplicate", of: own });
    await expect(marked(world.one)).rejects.toMatchObject({ fields: { of: { code: "ownOriginal" } } });
    expect(await refusal(services().duplicates.setNotSame(world.one, { id: other, other: own }))).toBe(
      "own_item",
    );
    await marked(world.two);
    expect(await statusOf(other)).toBe("Cancelled");
  });

  test("a moderator's edit of an own approved item waits for another person, also if it moves the item", async () => {
    const id = await note(world.scoped, "Approved", { department: "EEE" });
    const moved = payloadOf("note", { department: "Law" });
    expect(await services().resources.edit(world.scoped, id, moved, VISIT.client)).toMatchObject({
      hasChange: 1,
    });
    expect((await world.item(id)).departmentKey).toBe("ece");
    const { change: open } = await services().changes.find(world.scoped, id);
    const input = { id, change: open?.id, outcome: "approved" };
    expect(await refusal(services().changes.decide(world.scoped, input))).toBe("own_item");
    await services().changes.decide(world.two, input);
    expect((await world.item(id)).departmentKey).toBe("law");
  });

  test("a moderator can't edit an own item that another person cancelled, unless it was returned", async () => {
    const id = await note(world.one, "Cancelled");
    const edit = () => services().resources.edit(world.one, id, payloadOf("note"), VISIT.client);
    expect(await refusal(edit())).toBe("forbidden");
    await set(id, { returned: 1 });
    expect(await edit()).toMatchObject({ status: "Pending" });
  });

  test("a repository that decides checks under the lock that the item is not the moderator's own", async () => {
    const id = await note(world.one);
    const by = authorize(world.one, "decide", { ...NOWHERE, uploaderId: null });
    const decision = {
      id,
      status: "Approved",
      reason: null,
      returned: false,
      decisionId: `d${unique()}`,
    } as const;
    const at = world.time.now;
    expect(await createResourcesRepo(world.archive.db).setStatus({ ...decision, by, at })).toBeUndefined();
    expect(
      await createRemovalRepo(world.archive.db, planNoCopy).remove(id, { by, at }, null),
    ).toBeUndefined();
    expect(await statusOf(id)).toBe("Pending");
  });

  test("forty decisions at the same moment don't approve a moderator's own item", async () => {
    const id = await note(world.one);
    const decisions = Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0
        ? refusal(services().resources.setStatus(world.one, "note", id, { status: "Approved" }))
        : refusal(world.decide(world.one, id, { action: "approve" })),
    );
    expect(new Set(await Promise.all(decisions))).toEqual(new Set(["own_item"]));
    expect(await statusOf(id)).toBe("Pending");
  });

  test("nobody trusts themselves, and a trusted moderator's item is checked by another person", async () => {
    await saveRules(world.archive, world.admin);
    const other = (await world.archive.signUp(`Second${unique()}`, "admin")).actor;
    await approvedItems(world.archive, other, world.admin);
    await expect(services().trust.trust(world.admin, { email: world.admin.email })).rejects.toMatchObject({
      code: "conflict",
      fields: { email: { code: "trustSelf" } },
    });
    expect(await services().trust.trust(other, { email: world.admin.email })).toMatchObject({
      modified: true,
    });
    await trust(world.archive, world.admin, world.two);
    const id = await contributeNote(world.archive, world.two);
    expect(await statusOf(id)).toBe("Approved");
    expect(await refusal(services().trust.check(world.two, { id }))).toBe("own_item");
    expect(await services().trust.check(world.one, { id })).toMatchObject({ modified: true });
  });

  test("a change that the contributor sends is the moderator's own, too", async () => {
    const id = await note(world.one, "Approved");
    const input = { id, change: await change(world.one, id), outcome: "approved" };
    expect(await refusal(services().changes.decide(world.one, input))).toBe("own_item");
  });
});
