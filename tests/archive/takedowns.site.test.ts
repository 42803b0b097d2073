import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { limitRates } from "../../src/server/platform/limits/rates.ts";
import { insertItem, insertReport, insertTakedown, payloadOf } from "../support/archive/factories.ts";
import { engines, openTestArchive, VISIT } from "../support/platform/archive.ts";
import { openWorld, type World } from "../support/api/world.ts";

const { client } = VISIT;

describe.each(engines)("claims, reports and the inbox on %s", (engine) => {
  let world: World;
  beforeEach(async () => {
    world = await openWorld(engine);
  });
  afterEach(() => world.archive.close());

  const services = () => world.archive.services;
  const db = () => world.archive.db;
  const book = (fields = {}) => insertItem(world.archive, "book", { uploader: world.student, ...fields });
  const claimTo = (id: string, changes: Record<string, unknown> = {}) => ({
    item: `${world.archive.origin}/book-details/${id}`,
    name: "Owner",
    email: "Owner@Example.edu",
    work: "The first chapter.\r\nAll of it.",
    goodFaith: "yes",
    signature: "O. Wner",
    ...changes,
  });
  const mails = async () =>
    (await db().write.selectFrom("job").select("payload").orderBy("id").execute()).map(({ payload }) =>
      JSON.parse(payload),
    );
  const trail = async () =>
    (await services().audit.list(world.admin)).entries.filter(({ item }) => item !== undefined);
  const seesBook = async (id: string) => (await world.visitor.get(`/api/book/${id}`)).status === 200;
  const decide = (id: string, outcome: string, note = "Because") =>
    services().takedowns.decide(world.admin, { id, outcome, note });

  test("a claim is stored only together with a mail to each admin", async () => {
    const id = await book({ fields: { bookName: "Mine" } });
    await services().takedowns.claim(claimTo(id), client);
    expect(await services().takedowns.list(world.admin)).toMatchObject([
      {
        claim: {
          itemId: id,
          itemTitle: "Mine",
          email: "owner@example.edu",
          work: "The first chapter.\nAll of it.",
        },
        item: { id },
      },
    ]);
    expect(await mails()).toMatchObject([
      { to: "admin@example.edu", replyTo: "owner@example.edu", template: "takedownClaim" },
    ]);
    await db().write.schema.alterTable("job").renameTo("away").execute();
    await expect(services().takedowns.claim(claimTo(id), client)).rejects.toThrow(/job/);
    await db().write.schema.alterTable("away").renameTo("job").execute();
    expect(await services().takedowns.list(world.admin)).toHaveLength(1);
  });

  test("a claim about a hidden item, with a wrong address or with an empty field shows the problem at that field", async () => {
    const pending = await book({ status: "Pending" });
    const wrong: [Record<string, unknown>, object][] = [
      [claimTo(pending), { item: { code: "notHere" } }],
      [claimTo("0".repeat(24)), { item: { code: "notHere" } }],
      [claimTo(pending, { item: "https://example.edu/" }), { item: { code: "itemAddress" } }],
      [claimTo(pending, { goodFaith: undefined }), { goodFaith: { code: "agree" } }],
      [claimTo(pending, { signature: " " }), { signature: { code: "required" } }],
      [claimTo(pending, { email: "nobody" }), { email: { code: "email" } }],
    ];
    for (const [input, fields] of wrong)
      await expect(services().takedowns.claim(input, client)).rejects.toMatchObject({ fields });
    expect(await mails()).toEqual([]);
  });

  test("an accepted claim hides its item at once, closes its reports, mails the claimant and is in the audit trail", async () => {
    const id = await book({ fields: { bookName: "Mine" } });
    await insertReport(world.archive, { itemId: id });
    const claim = await insertTakedown(world.archive, {
      itemId: id,
      itemTitle: "Mine",
      email: "o@example.edu",
    });
    expect(await decide(claim, "accepted", "A claim")).toEqual({
      outcome: "accepted",
      title: "Mine",
      hid: true,
    });
    expect(await seesBook(id)).toBe(false);
    expect((await world.student.get(`/api/book/${id}`)).body).toMatchObject({ reason: "A claim" });
    expect(await services().feedback.listReports(world.admin)).toEqual([]);
    expect(await services().takedowns.list(world.admin)).toEqual([]);
    expect(await mails()).toMatchObject([{ to: "o@example.edu", template: "takedownAccepted" }]);
    expect(await trail()).toMatchObject([
      {
        action: "acceptTakedown",
        actorEmail: "admin@example.edu",
        targetId: id,
        targetEmail: "rahim@example.edu",
        item: { kind: "book", title: "Mine", reason: "A claim" },
      },
    ]);
  });

  test("a rejected claim keeps its item public, and mails the reason to the claimant", async () => {
    const id = await book();
    const claim = await insertTakedown(world.archive, { itemId: id });
    expect(await decide(claim, "refused", "It is free")).toMatchObject({ outcome: "refused", hid: false });
    expect(await seesBook(id)).toBe(true);
    expect(await mails()).toMatchObject([{ template: "takedownRefused", params: { note: "It is free" } }]);
    expect(await trail()).toMatchObject([{ action: "refuseTakedown", item: { reason: "It is free" } }]);
  });

  test("an accepted claim says that it hid nothing if its item is already hidden or deleted", async () => {
    const id = await book();
    const [first, second] = [
      await insertTakedown(world.archive, { itemId: id }),
      await insertTakedown(world.archive, { itemId: id }),
    ];
    expect(await decide(first, "accepted")).toMatchObject({ hid: true });
    expect(await decide(second, "accepted")).toMatchObject({ hid: false });
    const gone = await insertTakedown(world.archive, { itemKind: "note", itemTitle: "Gone" });
    expect(await services().takedowns.list(world.admin)).toMatchObject([{ item: undefined }]);
    expect(await decide(gone, "accepted")).toMatchObject({ hid: false });
    expect(await trail()).toContainEqual(
      expect.objectContaining({ targetEmail: "", item: expect.objectContaining({ title: "Gone" }) }),
    );
  });

  test("one of 20 simultaneous decisions by two admins takes effect, and the others get 409", async () => {
    const second = await world.person("Second", "admin");
    const id = await book();
    const claim = await insertTakedown(world.archive, { itemId: id });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        services().takedowns.decide(index % 2 ? second : world.admin, {
          id: claim,
          outcome: index % 3 ? "accepted" : "refused",
          note: "So",
        }),
      ),
    );
    const refused = outcomes.filter((one) => one.status === "rejected");
    expect(refused).toHaveLength(19);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: "changed_since", status: 409 });
    expect(await mails()).toHaveLength(1);
    expect(await trail()).toHaveLength(1);
  });

  test("a claim stays in the list after its item is deleted", async () => {
    const id = await book();
    await insertTakedown(world.archive, { itemId: id, itemTitle: "Mine" });
    await db().write.deleteFrom("resource").where("id", "=", id).execute();
    expect(await services().takedowns.list(world.admin)).toMatchObject([
      { claim: { itemTitle: "Mine" }, item: undefined },
    ]);
  });

  test("each network address has a limit for claims", async () => {
    const rates = { ...limitRates, takedown: { address: { tries: 1, per: 3_600_000 } } };
    const limited = await openTestArchive(engine, { rates });
    const item = `/book-details/${await insertItem(limited, "book")}`;
    await limited.services.takedowns.claim(claimTo("", { item }), client);
    await expect(limited.services.takedowns.claim(claimTo("", { item }), client)).rejects.toMatchObject({
      code: "too_many_requests",
    });
    await limited.close();
  });

  test("an admin sees the reports of an item together, and dismisses only the reports that the page showed", async () => {
    const [first, second] = [await book(), await book()];
    for (const createdAt of [1, 3]) await insertReport(world.archive, { itemId: first, createdAt });
    await insertReport(world.archive, { itemId: second, createdAt: 2, comment: "Look" });
    const listed = await services().feedback.listReports(world.admin);
    expect(listed.map(({ item, reports }) => [item.id, reports.map((one) => one.createdAt)])).toEqual([
      [first, [3, 1]],
      [second, [2]],
    ]);
    await insertReport(world.archive, { itemId: first, createdAt: 4 });
    const dismiss = (until: string) => services().feedback.dismissReports(world.admin, { id: first, until });
    expect([await dismiss("3"), await dismiss("3"), await dismiss("4")]).toEqual([2, 0, 1]);
    expect(await services().overview.awaiting(world.admin)).toMatchObject({ reports: 1 });
    expect((await trail()).map(({ action }) => action)).toEqual(["dismissReports", "dismissReports"]);
    expect(await seesBook(first)).toBe(true);
  });

  test("every action that hides an item closes its reports", async () => {
    const [cancelled, removed, approved] = [await book(), await book(), await book({ status: "Pending" })];
    for (const itemId of [cancelled, removed, approved]) await insertReport(world.archive, { itemId });
    await services().resources.setStatus(world.admin, "book", cancelled, { status: "Cancelled" });
    await services().resources.setStatus(world.admin, "book", approved, { status: "Approved" });
    await services().removal.remove(world.admin, { id: removed });
    const open = await services().feedback.listReports(world.admin);
    expect(open.map(({ item }) => item.id)).toEqual([approved]);
  });

  test("the audit trail records each moderation once, and skips those that changed nothing", async () => {
    const id = await book({ status: "Pending", fields: { bookName: "The Book" } });
    const { resources, removal } = services();
    const cancel = { status: "Cancelled", reason: "Blurred" };
    for (let twice = 0; twice < 2; twice += 1) await resources.setStatus(world.admin, "book", id, cancel);
    await resources.edit(world.admin, id, payloadOf("book", { bookName: "Named anew" }), client);
    for (let twice = 0; twice < 2; twice += 1)
      await removal.remove(world.admin, { id, reason: "Twice here" });
    for (let twice = 0; twice < 2; twice += 1) await removal.restore(world.admin, { id });
    for (const outcome of ["refused", "granted", "granted"]) {
      await removal.request(world.student, id).catch(() => undefined);
      await removal.decide(world.admin, { id, outcome });
    }
    const entries = (await trail()).map(({ action, item }) => [
      action,
      item?.status,
      item?.reason,
      item?.title,
    ]);
    const anew = "Named anew";
    expect(entries).toHaveLength(6);
    expect(entries).toEqual(
      expect.arrayContaining([
        ["setStatus", "Cancelled", "Blurred", "The Book"],
        ["editItem", undefined, undefined, anew],
        ["removeItem", undefined, "Twice here", anew],
        ["restoreItem", undefined, undefined, anew],
        ["refuseDeletion", undefined, undefined, anew],
        ["grantDeletion", undefined, undefined, anew],
      ]),
    );
  });

  test("a contributor's edit is not in the audit trail, and a moderation fails if it can't be recorded", async () => {
    const id = await book({ status: "Pending" });
    await services().resources.edit(world.student, id, payloadOf("book"), client);
    expect(await trail()).toEqual([]);
    await db().write.schema.alterTable("audit").renameTo("away").execute();
    const act = services().resources.setStatus(world.admin, "book", id, { status: "Approved" });
    await expect(act).rejects.toThrow(/audit/);
    await db().write.schema.alterTable("away").renameTo("audit").execute();
    expect(await seesBook(id)).toBe(false);
  });

  test("an admin marks a contact message as handled and reopens it, and open messages are listed first", async () => {
    const { contact, overview } = services();
    const message = { name: "N", email: "n@example.edu", mess: "M" };
    for (const sub of ["First", "Second"]) await contact.send(undefined, { ...message, sub }, client);
    const idOf = async (sub: string) => (await contact.list(world.admin)).find((one) => one.sub === sub)?.id;
    const second = await idOf("Second");
    const mark = (handled: string) => contact.setHandled(world.admin, { id: second, handled });
    expect([await mark("yes"), await mark("yes")]).toEqual([{ modified: true }, { modified: false }]);
    expect((await contact.list(world.admin)).map(({ sub }) => sub)).toEqual(["First", "Second"]);
    expect(await overview.awaiting(world.admin)).toMatchObject({ messages: 1 });
    expect(await mark("no")).toEqual({ modified: true });
    await expect(contact.setHandled(world.admin, { id: "x", handled: "yes" })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
