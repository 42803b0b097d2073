import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type DeskWorld, openDeskWorld } from "../../../../tests/support/archive/desk-world.ts";
import { refusal } from "../../../../tests/support/archive/refusal.ts";
import { insertItem, payloadOf } from "../../../../tests/support/archive/factories.ts";
import { uploadPdf } from "../../../../tests/support/archive/trust-world.ts";
import { tinyPdf } from "../../../../tests/support/files/tiny-pdf.ts";
import { signUpModerator } from "../../../../tests/support/people/moderators.ts";
import { bothEngines, TEST_PASSWORD, VISIT } from "../../../../tests/support/platform/archive.ts";
import { UNDO_LIMIT } from "../../../shared/moderating/desk.ts";
import { UNDO_WINDOW } from "../../../shared/people/notices.ts";
import type { DomainError } from "../../../shared/problems/errors.ts";
import type { User } from "../../../shared/people/policy.ts";
import type { Status } from "../../../shared/items/status.ts";
import { UNUSED_LIMIT } from "../../files/storage/files.service.ts";

const HEAD = ["Final Examination 2019", "Course Code: CSE 2103", "1. Explain a stack."];

describe.each(bothEngines)("a better copy on %s", (engine) => {
  let world: DeskWorld;
  let karim: User;
  beforeEach(async () => {
    world = await openDeskWorld(engine);
    karim = (await world.archive.signUp("Karim")).actor;
  });
  afterEach(() => world.archive.close());

  const paper = async (uploader: User, pages: string[][], status: Status, fields = {}) => {
    const fileKey = await uploadPdf(world.archive, uploader, tinyPdf(pages.map((lines) => ({ lines }))));
    const given = { code: "CSE 2103", driveLink: undefined, ...fields } as object as Record<string, string>;
    return {
      id: await insertItem(world.archive, "question", { uploader, status, fileKey, fields: given }),
      fileKey,
    };
  };
  /** Rahim's short copy, which is public, and Karim's complete one, which waits. */
  const short = () => paper(world.student, [HEAD], "Approved");
  const complete = () => paper(karim, [HEAD, ["7. Draw a splaytree."]], "Pending");
  const replace = (id: string, of: string, by = world.one) => world.decide(by, id, { action: "replace", of });
  const undo = async (id: string, by = world.one) => (await world.desk.undo(by, id)).counts;
  const problems = (work: Promise<unknown>) => work.catch((error: DomainError) => error.fields);
  const opens = (key: string, by?: User) => refusal(world.archive.services.files.get(by, key));
  const shown = (id: string) => world.archive.services.resources.get(undefined, "question", id);
  const noticesOf = async (by: User) => {
    world.time.now += UNDO_WINDOW;
    const { notices } = await world.archive.services.notices.list(by);
    const replaced = notices.filter(({ event }) => event === "replaced");
    return replaced.map(({ itemId, isCopy }) => [itemId, isCopy]);
  };
  /** The server read this word on a page of the file. */
  const readWord = async (key: string) => {
    const { sha256 } = await world.archive.services.files.get(karim, key);
    const read = world.archive.db.write.updateTable("paper").set({ pageWords: " splaytree " });
    await read.where("sha256", "=", sha256).execute();
  };
  const findsText = async () => {
    const { rows } = await world.archive.services.search.find(undefined, { text: "splaytree" });
    return rows.map(({ id }) => id);
  };

  test("takes the place of the file, and the page keeps its address, answers, votes and saves", async () => {
    const [old, copy] = [await short(), await complete()];
    const answer = await insertItem(world.archive, "answer", { parentId: old.id, uploader: karim });
    const { feedback, saved } = world.archive.services;
    await feedback.vote(world.student, "answer", answer, { helpful: "yes" }, VISIT.client);
    const list = await saved.create(karim, { name: "Before the final" });
    await saved.add(karim, list, { itemId: old.id });
    await readWord(copy.fileKey);
    expect(await findsText()).toEqual([]);

    const decision = await replace(copy.id, old.id);
    expect(decision).toMatchObject({ action: "replace", state: "done", total: 1, counts: { done: 1 } });
    expect(await shown(old.id)).toMatchObject({
      fileKey: copy.fileKey,
      filePages: 2,
      answerCount: 1,
      uploaderName: "Rahim",
      betterCopyName: "Karim",
      version: 2,
    });
    expect((await feedback.votesBelow(undefined, old.id))[answer]?.yes).toBe(1);
    expect((await saved.list(karim, list)).rows.map(({ id }) => id)).toEqual([old.id]);
    expect(await world.item(copy.id)).toMatchObject({
      status: "Cancelled",
      fileKey: null,
      betterCopyOf: old.id,
      movedTo: old.id,
    });
    expect(await findsText()).toEqual([old.id]);
    const { resources } = world.archive.services;
    expect(await resources.shownInstead(undefined, "question", copy.id)).toBe(old.id);
    expect([await opens(copy.fileKey), await opens(old.fileKey)]).toEqual(["done", "done"]);
    expect([await world.trail(old.id), await world.trail(copy.id)]).toEqual([
      ["replaceFile"],
      ["becomeFile"],
    ]);
    expect(await noticesOf(world.student)).toEqual([[old.id, undefined]]);
    expect(await noticesOf(karim)).toEqual([[old.id, true]]);
  });

  test("gives both items their files back when the moderator undoes it, and tells nobody", async () => {
    const [old, copy] = [await short(), await complete()];
    await readWord(copy.fileKey);
    const before = [await world.item(old.id), await world.item(copy.id)];
    const { id } = await replace(copy.id, old.id);
    expect(await undo(id)).toEqual({ undone: 1 });
    const stamp = { version: 3, updatedAt: world.time.now };
    expect([await world.item(old.id), await world.item(copy.id)]).toEqual(
      before.map((item) => ({ ...item, ...stamp })),
    );
    expect(await findsText()).toEqual([]);
    const { resources } = world.archive.services;
    expect(await resources.shownInstead(karim, "question", copy.id)).toBeUndefined();
    expect([await opens(old.fileKey), await opens(copy.fileKey)]).toEqual(["done", "not_found"]);
    expect([await noticesOf(world.student), await noticesOf(karim)]).toEqual([[], []]);
    expect(await world.trail(old.id)).toEqual(["replaceFile", "undoDecision"]);
    expect(await undo((await replace(copy.id, old.id)).id)).toEqual({ undone: 1 });
  });

  test("deletes the earlier file when the undo has ended, and keeps the new one", async () => {
    const [old, copy] = [await short(), await complete()];
    await replace(copy.id, old.id);
    const sweep = async () => {
      await world.desk.review.sweep();
      await world.archive.services.files.sweep();
      return [await opens(old.fileKey), await opens(copy.fileKey)];
    };
    world.time.now += UNUSED_LIMIT + 1;
    expect(await sweep()).toEqual(["done", "done"]);
    world.time.now += UNDO_LIMIT;
    expect(await sweep()).toEqual(["not_found", "done"]);
  });

  test("an accepted copyright claim hides the new file and deletes the earlier one, and no undo brings them back", async () => {
    const [old, copy] = [await short(), await complete()];
    const decision = await replace(copy.id, old.id);
    const { takedowns } = world.archive.services;
    const by = { name: "Owner", email: "owner@example.com", signature: "Owner" };
    const item = `/question-details/${old.id}`;
    await takedowns.claim({ ...by, item, work: "My paper", goodFaith: "yes" }, VISIT.client);
    const [open] = await takedowns.list(world.admin);
    await takedowns.decide(world.admin, { id: open?.claim.id, outcome: "accepted", note: "Yes" });
    for (const reader of [undefined, karim])
      expect([await opens(old.fileKey, reader), await opens(copy.fileKey, reader)]).toEqual([
        "not_found",
        "not_found",
      ]);
    expect(await opens(old.fileKey, world.admin)).toBe("not_found");
    expect(await undo(decision.id)).toEqual({ kept: 1 });
    const { resources } = world.archive.services;
    expect(await resources.shownInstead(undefined, "question", copy.id)).toBeUndefined();
    expect(await world.item(old.id)).toMatchObject({ status: "Cancelled", fileKey: copy.fileKey });
  });

  test("of two moderators who replace one file at once, one wins", async () => {
    const [old, copy] = [await short(), await complete()];
    const ended = await Promise.all(
      [world.one, world.two].map((by) => refusal(replace(copy.id, old.id, by))),
    );
    expect(ended.toSorted()).toEqual(["changed_since 2", "done"]);
    expect((await shown(old.id)).version).toBe(2);
  });

  test("a second better copy follows the first, and only the second can be undone", async () => {
    const [old, copy] = [await short(), await complete()];
    const first = await replace(copy.id, old.id);
    const better = await paper(world.admin, [HEAD, ["7. Draw."], ["8. Prove."]], "Pending");
    const second = await replace(better.id, old.id);
    expect(await shown(old.id)).toMatchObject({ fileKey: better.fileKey, betterCopyName: "Admin" });
    for (const { fileKey } of [old, copy, better]) expect(await opens(fileKey)).toBe("done");
    expect(await undo(first.id)).toEqual({ kept: 1 });
    expect(await undo(second.id)).toEqual({ undone: 1 });
    expect(await shown(old.id)).toMatchObject({ fileKey: copy.fileKey, betterCopyName: "Karim" });
    expect([await opens(old.fileKey), await opens(better.fileKey)]).toEqual(["not_found", "not_found"]);
  });

  test("can replace an item that had only a link, and the undo brings the link back", async () => {
    const old = await insertItem(world.archive, "question", { uploader: world.student });
    const { link } = await world.item(old);
    const copy = await complete();
    const { id } = await replace(copy.id, old);
    expect(await world.item(old)).toMatchObject({ link: null, linkKey: null, fileKey: copy.fileKey });
    expect(await undo(id)).toEqual({ undone: 1 });
    expect(await world.item(old)).toMatchObject({ link, fileKey: null });
  });

  test("refuses itself, an unknown, hidden or removed item, another kind, and an item with a waiting edit", async () => {
    const [old, copy] = [await short(), await complete()];
    const waiting = await complete();
    for (const of of [copy.id, "unknown", undefined])
      expect(await refusal(replace(copy.id, of as string))).toBe("invalid_input");
    const note = await insertItem(world.archive, "note", { uploader: world.student });
    const { removal, resources } = world.archive.services;
    const removed = await short();
    await removal.remove(world.one, { id: removed.id });
    const codes = [
      [waiting.id, "originalHidden"],
      [removed.id, "originalHidden"],
      [note, "originalKind"],
    ] as const;
    for (const [of, code] of codes) expect(await problems(replace(copy.id, of))).toEqual({ of: { code } });
    const edit = payloadOf("question", { code: "CSE 2104", driveLink: undefined, fileKey: old.fileKey });
    const { fileKey: _same, ...fields } = edit;
    await resources.edit(world.student, old.id, fields, VISIT.client);
    expect(await problems(replace(copy.id, old.id))).toEqual({ of: { code: "originalEdit" } });
    expect(await world.item(copy.id)).toMatchObject({ status: "Pending", version: 1 });
    expect((await world.item(old.id)).version).toBe(1);
  });

  test("refuses a waiting item that is only a link, and the image of a blog", async () => {
    const old = await short();
    const link = await world.pending("question");
    expect(await problems(replace(link, old.id))).toEqual({ action: { code: "fileOnly" } });
    const blog = await world.pending("blog");
    const other = await insertItem(world.archive, "blog", { uploader: world.student });
    expect(await problems(replace(blog, other))).toEqual({ action: { code: "fileOnly" } });
  });

  test("a moderator replaces only files of items in their areas that others contributed", async () => {
    const law = await paper(world.student, [HEAD], "Approved", { department: "Law" });
    const copy = await paper(karim, [HEAD, ["7."]], "Pending", { department: "EEE" });
    expect(await problems(replace(copy.id, law.id, world.scoped))).toEqual({ of: { code: "originalArea" } });
    const { actor: three } = await signUpModerator(world.archive, "Three", [
      { universityKey: "", departmentKey: "" },
    ]);
    const own = await paper(three, [HEAD], "Approved");
    expect(await problems(replace(copy.id, own.id, three))).toEqual({ of: { code: "ownOriginal" } });
    expect(await refusal(replace(copy.id, own.id, karim))).toBe("forbidden");
    const { id } = await replace(copy.id, own.id);
    expect(await refusal(undo(id, three))).toBe("not_found");
    expect(await undo(id, world.admin)).toEqual({ undone: 1 });
  });

  test("nobody can approve an item whose file another item shows", async () => {
    const [old, copy] = [await short(), await complete()];
    await replace(copy.id, old.id);
    const set = world.archive.services.resources.setStatus(world.admin, "question", copy.id, {
      status: "Approved",
    });
    expect(await problems(set)).toEqual({ status: { code: "fileMoved" } });
    expect(await refusal(replace(copy.id, old.id))).toMatch(/changed_since/);
  });

  test("keeps the undo away after an edit of the public item", async () => {
    const [old, copy] = [await short(), await complete()];
    const { id } = await replace(copy.id, old.id);
    const { driveLink: _link, ...fields } = payloadOf("question", { code: "CSE 2103" });
    await world.archive.services.resources.edit(world.two, old.id, fields, VISIT.client);
    expect(await undo(id)).toEqual({ kept: 1 });
    expect((await shown(old.id)).fileKey).toBe(copy.fileKey);
  });

  describe("after the deletion of an account with its contributions", () => {
    const leave = (by: User) =>
      world.archive.services.deletion.deleteAccount(
        by,
        { contributions: "remove", passwordNow: TEST_PASSWORD },
        VISIT,
      );

    test("of the first contributor, the better copy stays public without that name", async () => {
      const [old, copy] = [await short(), await complete()];
      const { id } = await replace(copy.id, old.id);
      await leave(world.student);
      expect(await shown(old.id)).toMatchObject({
        uploaderId: null,
        fileKey: copy.fileKey,
        betterCopyName: "Karim",
      });
      expect(await opens(old.fileKey)).toBe("not_found");
      expect(await undo(id)).toEqual({ kept: 1 });
    });

    test("of the second contributor, the file stays without a second name", async () => {
      const [old, copy] = [await short(), await complete()];
      const { id } = await replace(copy.id, old.id);
      await leave(karim);
      expect(await shown(old.id)).toMatchObject({
        uploaderName: "Rahim",
        fileKey: copy.fileKey,
        betterCopyName: null,
      });
      expect(await undo(id)).toEqual({ kept: 1 });
    });
  });
});
