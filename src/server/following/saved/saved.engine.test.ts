import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { insertItem, insertItems } from "../../../../tests/support/archive/factories.ts";
import {
  engines,
  openTestArchive,
  TEST_PASSWORD,
  type TestArchive,
  VISIT,
} from "../../../../tests/support/platform/archive.ts";
import type { User } from "../../../shared/people/policy.ts";
import { MAX_SAVED_ITEMS, MAX_SAVED_LISTS } from "../../../shared/courses/saved-lists.ts";
import { limitRates } from "../../platform/limits/rates.ts";

const CANARY = "Saved canary";

describe.each(engines)("saved lists on %s", (engine) => {
  let archive: TestArchive;
  let reader: User;
  let other: User;
  let admin: User;
  const rates = { ...limitRates, saved: { account: { tries: 10_000, per: 3_600_000 } } };

  beforeAll(async () => {
    archive = await openTestArchive(engine, { rates });
    reader = (await archive.signUp("Reader")).actor;
    other = (await archive.signUp("Other")).actor;
    admin = (await archive.signUp("Admin", "admin")).actor;
  });
  beforeEach(() => archive.db.write.deleteFrom("savedList").execute());
  afterAll(() => archive.close());

  const saved = () => archive.services.saved;
  const make = (name = "Before the final") => saved().create(reader, { name });
  const note = (topic = CANARY) => insertItem(archive, "note", { fields: { topic } });
  const ids = async (list: string) => (await saved().list(reader, list)).rows.map(({ id }) => id);
  const fill = async (list: string, count: number) => {
    const items: string[] = [];
    for (let n = 0; n < count; n += 1) {
      const itemId = await note();
      await saved().add(reader, list, { itemId });
      items.push(itemId);
    }
    return items as [string, string, string];
  };

  test("a person creates, renames and deletes a list, and nobody else finds it", async () => {
    const id = await make();
    expect(await saved().lists(reader)).toEqual([{ id, name: "Before the final", count: 0 }]);
    await saved().rename(reader, id, { name: "  After   the final " });
    expect((await saved().list(reader, id)).name).toBe("After the final");
    for (const actor of [other, admin]) {
      expect(await saved().lists(actor)).toEqual([]);
      await expect(saved().list(actor, id)).rejects.toMatchObject({ code: "not_found" });
      await expect(saved().rename(actor, id, { name: "Mine" })).rejects.toMatchObject({ code: "not_found" });
      await expect(saved().deleteList(actor, id)).rejects.toMatchObject({ code: "not_found" });
      await expect(saved().add(actor, id, { itemId: await note() })).rejects.toMatchObject({
        code: "not_found",
      });
    }
    await expect(saved().lists(undefined)).rejects.toMatchObject({ code: "sign_in_required" });
    await saved().deleteList(reader, id);
    expect(await saved().lists(reader)).toEqual([]);
  });

  test("a second list with the same name is refused, also by a rename", async () => {
    await make("Final");
    const id = await make("Mid");
    const taken = { code: "conflict", fields: { name: { code: "listNameTaken" } } };
    await expect(make("FINAL")).rejects.toMatchObject(taken);
    await expect(saved().rename(reader, id, { name: "final" })).rejects.toMatchObject(taken);
    await saved().rename(reader, id, { name: "MID" });
    await saved().create(other, { name: "Final" });
  });

  test("adding an item twice changes nothing, and its order stays", async () => {
    const list = await make();
    const [a, b] = await fill(list, 2);
    expect(await saved().add(reader, list, { itemId: a })).toBe(false);
    expect(await ids(list)).toEqual([a, b]);
    expect(await saved().removeItem(reader, list, { itemId: a })).toBe(true);
    expect(await saved().removeItem(reader, list, { itemId: a })).toBe(false);
    expect(await ids(list)).toEqual([b]);
  });

  test("an item moves past its neighbour, and past a hidden neighbour as well", async () => {
    const list = await make();
    const [a, b, c] = await fill(list, 3);
    const move = (itemId: string, direction: string) => saved().move(reader, list, { itemId, direction });
    expect(await move(c, "up")).toBe(true);
    expect(await ids(list)).toEqual([a, c, b]);
    expect(await move(a, "up")).toBe(false);
    expect(await move(b, "down")).toBe(false);
    await archive.services.resources.setStatus(admin, "note", c, { status: "Cancelled" });
    expect(await move(b, "up")).toBe(true);
    expect(await ids(list)).toEqual([b, a]);
    await archive.services.resources.setStatus(admin, "note", c, { status: "Approved" });
    expect(await ids(list)).toHaveLength(3);
    expect((await ids(list))[0]).toBe(b);
  });

  test("a hidden item vanishes from list and count, and returns when it is visible again", async () => {
    const list = await make();
    const [a, b] = await fill(list, 2);
    const status = (value: string) =>
      archive.services.resources.setStatus(admin, "note", a, { status: value });
    await status("Cancelled");
    expect(await ids(list)).toEqual([b]);
    expect((await saved().lists(reader))[0]?.count).toBe(1);
    await expect(saved().choices(reader, a)).rejects.toMatchObject({ code: "not_found" });
    await expect(saved().add(reader, list, { itemId: a })).rejects.toMatchObject({ code: "not_found" });
    await status("Approved");
    expect(await ids(list)).toEqual([a, b]);
    expect((await saved().lists(reader))[0]?.count).toBe(2);
  });

  test("an answer can't be saved, because it has no page of its own", async () => {
    const list = await make();
    const parentId = await insertItem(archive, "question");
    const itemId = await insertItem(archive, "answer", { parentId });
    await expect(saved().add(reader, list, { itemId })).rejects.toMatchObject({ code: "not_found" });
  });

  test("choosing lists adds the item to them, takes it out of the lists without a tick, and can create a list", async () => {
    const [a, b] = [await make("A"), await make("B")];
    const foreign = await saved().create(other, { name: "Foreign" });
    const itemId = await note();
    const choose = (lists: string[], had: string[], name = "") =>
      saved().choose(reader, itemId, { lists, had, name });
    await saved().add(other, foreign, { itemId });
    expect((await choose([a], [foreign], "C")).count).toBe(2);
    expect((await saved().list(other, foreign)).rows).toHaveLength(1);
    await saved().removeItem(other, foreign, { itemId });
    expect((await choose([a, foreign], [a])).count).toBe(2);
    expect((await saved().list(other, foreign)).rows).toEqual([]);
    const { lists } = await saved().choices(reader, itemId);
    expect(lists.map(({ name, hasItem }) => [name, hasItem])).toEqual([
      ["A", true],
      ["B", false],
      ["C", true],
    ]);
    expect((await choose([b], [a])).count).toBe(2);
    expect(await ids(a)).toEqual([]);
    await expect(choose([a], [b], "B")).rejects.toMatchObject({ code: "conflict" });
    expect(await ids(a)).toEqual([]);
    expect(await ids(b)).toEqual([itemId]);
  });

  test("choosing lists changes no list that the page did not show with a tick", async () => {
    const [a, late] = [await make("A"), await make("Made in another tab")];
    const itemId = await note();
    await saved().add(reader, late, { itemId });
    expect((await saved().choose(reader, itemId, { lists: [a], had: [], name: "" })).count).toBe(2);
    expect(await ids(late)).toEqual([itemId]);
  });

  test("lists and their items are limited, also if requests arrive together", async () => {
    const names = Array.from({ length: MAX_SAVED_LISTS + 5 }, (_, n) => `List ${n}`);
    const made = await Promise.allSettled(names.map((name) => make(name)));
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(MAX_SAVED_LISTS);
    await expect(make("One more")).rejects.toMatchObject({ fields: { list: { code: "tooManyLists" } } });
    const [{ id: list = "" } = { id: "" }] = await saved().lists(reader);
    const items = await insertItems(
      archive,
      "note",
      Array.from({ length: MAX_SAVED_ITEMS }, () => ({})),
    );
    await archive.db.write
      .insertInto("savedItem")
      .values(items.slice(1).map((itemId, index) => ({ listId: list, itemId, position: index, addedAt: 1 })))
      .execute();
    const late = await Promise.allSettled(
      [items[0], await note()].map((itemId) => saved().add(reader, list, { itemId })),
    );
    expect(late.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const page = await saved().list(reader, list, 24);
    expect(page.count).toBe(MAX_SAVED_ITEMS);
    expect(page.rows).toHaveLength(20);
  });

  test("a list is deleted with its account", async () => {
    const leaver = (await archive.signUp(`Leaver${engine}`)).actor;
    const leaving = { contributions: "keep", passwordNow: TEST_PASSWORD };
    const list = await saved().create(leaver, { name: "Mine" });
    await saved().add(leaver, list, { itemId: await note() });
    await archive.services.deletion.deleteAccount(leaver, leaving, VISIT);
    const left = archive.db.write.selectFrom("savedList").select("id").where("userId", "=", leaver.id);
    expect(await left.execute()).toEqual([]);
    const items = archive.db.write.selectFrom("savedItem").select("itemId").where("listId", "=", list);
    expect(await items.execute()).toEqual([]);
  });
});
