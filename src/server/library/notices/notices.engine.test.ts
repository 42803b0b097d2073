import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertItem, payloadOf, unique } from "../../../../tests/support/archive/factories.ts";
import {
  engines,
  openTestArchive,
  type TestArchive,
  VISIT,
} from "../../../../tests/support/platform/archive.ts";
import { UNDO_WINDOW } from "../../../shared/people/notices.ts";
import type { User } from "../../../shared/people/policy.ts";

const { client } = VISIT;

describe.each(engines)("notices on %s", (engine) => {
  const time = { now: Date.UTC(2026, 10, 25) };
  let archive: TestArchive;
  let admin: User;
  let owner: User;
  let other: User;

  beforeAll(async () => {
    archive = await openTestArchive(engine, { clock: () => time.now });
    admin = (await archive.signUp("Admin", "admin")).actor;
    owner = (await archive.signUp("Owner")).actor;
    other = (await archive.signUp("Other")).actor;
  });
  afterAll(() => archive.close());

  const person = async () => (await archive.signUp(`Person${unique()}`)).actor;
  const note = (uploader: User, status: "Pending" | "Approved" = "Approved") =>
    insertItem(archive, "note", { uploader, status });
  const setStatus = (id: string, status: string, kind = "note", by = admin) =>
    archive.services.resources.setStatus(by, kind, id, { status });
  /** The events about an item that its contributor, or another person, was told about. */
  const noticesOf = async (itemId: string, to = owner): Promise<string[]> => {
    const rows = archive.db.write.selectFrom("notice").select("event");
    const found = rows.where("itemId", "=", itemId).where("userId", "=", to.id).orderBy("createdAt");
    return (await found.orderBy("id").execute()).map(({ event }) => event);
  };
  const seen = async (actor: User) =>
    (await archive.services.notices.list(actor)).notices.map(({ event }) => event);

  test("a decision tells the contributor once, also if two moderators decide the same", async () => {
    const id = await note(owner, "Pending");
    await Promise.all([setStatus(id, "Approved"), setStatus(id, "Approved")]);
    expect(await noticesOf(id)).toEqual(["approved"]);
    time.now += 1;
    await setStatus(id, "Cancelled");
    expect(await noticesOf(id)).toEqual(["approved", "returned"]);
    expect(await noticesOf(id, admin)).toEqual([]);
  });

  test("nobody is told about their own decision or about an imported item", async () => {
    const own = await note(admin, "Pending");
    await setStatus(own, "Approved");
    expect(await noticesOf(own, admin)).toEqual([]);
    const imported = await insertItem(archive, "note", { status: "Pending" });
    await setStatus(imported, "Approved");
    const rows = archive.db.write.selectFrom("notice").select("id").where("itemId", "=", imported);
    expect(await rows.execute()).toEqual([]);
  });

  test("a person is told about an answer once, and its first helpful vote tells the person who answered", async () => {
    const question = await insertItem(archive, "question", { uploader: owner });
    const { resources, feedback } = archive.services;
    const answer = (by: User) =>
      resources.create(by, "answer", payloadOf("answer", { questionId: question }), client);
    const id = await answer(other);
    expect(await noticesOf(id, owner)).toEqual(["answered"]);
    expect(await noticesOf(await answer(owner), owner)).toEqual([]);
    const decisions = ["Cancelled", "Approved"];
    for (const status of decisions) {
      time.now += 1;
      await setStatus(id, status, "answer");
    }
    expect(await noticesOf(id, owner)).toEqual(["answered"]);
    for (const helpful of ["yes", "no", "yes"]) await feedback.vote(owner, "answer", id, { helpful }, client);
    expect((await noticesOf(id, other)).filter((event) => event === "helpful")).toEqual(["helpful"]);
    await feedback.vote(admin, "answer", id, { helpful: "no" }, client);
    expect((await noticesOf(id, other)).filter((event) => event === "helpful")).toEqual(["helpful"]);
  });

  test.each(["approved", "refused"] as const)(
    "a contributor is told that an edit was %s",
    async (outcome) => {
      const id = await note(owner);
      const { resources, changes } = archive.services;
      await resources.edit(owner, id, payloadOf("note", { topic: "Another topic" }), client);
      const { change } = await changes.find(owner, id);
      await changes.decide(admin, { id, change: change?.id, outcome });
      expect(await noticesOf(id)).toEqual(["edit"]);
    },
  );

  test.each(["granted", "refused"] as const)(
    "a contributor is told that a request was %s",
    async (outcome) => {
      const id = await note(owner);
      await archive.services.removal.request(owner, id);
      await archive.services.removal.decide(admin, { id, outcome });
      await archive.services.removal.decide(admin, { id, outcome });
      expect(await noticesOf(id)).toEqual(["request"]);
    },
  );

  test("a removal that is undone within the undo window tells nobody", async () => {
    const id = await note(owner);
    await archive.services.removal.remove(admin, { id, reason: "A mistake" });
    expect(await noticesOf(id)).toEqual(["removed"]);
    time.now += UNDO_WINDOW - 1;
    await archive.services.removal.restore(admin, { id });
    expect(await noticesOf(id)).toEqual([]);
  });

  test("the undo of a removal leaves the notice of a request that was refused later", async () => {
    const id = await note(owner);
    const { removal } = archive.services;
    await removal.remove(admin, { id, reason: "A mistake" });
    await archive.db.write
      .insertInto("deletionRequest")
      .values({ resourceId: id, userId: owner.id, askedAt: time.now, outcome: null })
      .execute();
    time.now += 1;
    await removal.decide(admin, { id, outcome: "refused" });
    await removal.restore(admin, { id });
    expect(await noticesOf(id)).toEqual(["request"]);
  });

  test("a later undo sends its own notice", async () => {
    const id = await note(owner);
    await archive.services.removal.remove(admin, { id, reason: "A mistake" });
    time.now += UNDO_WINDOW;
    await archive.services.removal.restore(admin, { id });
    expect(await noticesOf(id)).toEqual(["removed", "undone"]);
  });

  test("a decision that fails tells nobody", async () => {
    const id = await note(owner, "Pending");
    const decision = { status: "Approved", version: "7" };
    const failed = archive.services.resources.setStatus(admin, "note", id, decision);
    await expect(failed).rejects.toMatchObject({ code: "changed_since" });
    expect(await noticesOf(id)).toEqual([]);
  });

  test("a person sees a notice after the undo window, while they may see the item", async () => {
    const requester = await person();
    const question = await insertItem(archive, "question", { uploader: requester });
    const parent = payloadOf("answer", { questionId: question });
    const answer = await archive.services.resources.create(other, "answer", parent, client);
    expect(await seen(requester)).toEqual(["answered"]);
    await setStatus(answer, "Cancelled", "answer");
    expect(await seen(requester)).toEqual([]);
    const pending = await note(requester, "Pending");
    await setStatus(pending, "Approved");
    expect(await seen(requester)).toEqual([]);
    time.now += UNDO_WINDOW;
    expect(await seen(requester)).toEqual(["approved"]);
  });

  test("the sweep keeps the newest 500 notices of a person, and none of a deleted account", async () => {
    const reader = await person();
    const id = await note(reader);
    const row = (userId: string, index: number) => ({
      id: `${userId}-${index}`,
      userId,
      event: "approved" as const,
      source: String(index),
      itemId: id,
      decisionId: null,
      details: "{}",
      createdAt: index,
      visibleAt: index,
      readAt: null,
      mailing: null,
    });
    const rows = Array.from({ length: 502 }, (_, index) => row(reader.id, index + 1));
    await archive.db.write.insertInto("notice").values(rows).execute();
    await archive.db.write.insertInto("notice").values(row("nobody", 1)).execute();
    await archive.services.notices.sweep();
    const left = await archive.db.read
      .selectFrom("notice")
      .select(["userId", "visibleAt"])
      .where("userId", "in", [reader.id, "nobody"])
      .orderBy("visibleAt")
      .execute();
    expect(left).toHaveLength(500);
    expect(left[0]).toEqual({ userId: reader.id, visibleAt: 3 });
  });
});
