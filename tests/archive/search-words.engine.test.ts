import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createSearchRepo } from "../../src/server/library/search/search.repo.ts";
import { createSearchService, type SearchService } from "../../src/server/library/search/search.service.ts";
import type { User } from "../../src/shared/people/policy.ts";
import { insertItem, insertItems, payloadOf } from "../support/archive/factories.ts";
import {
  bothEngines,
  openTestArchive,
  SEARCH_PATIENCE,
  type TestArchive,
  VISIT,
} from "../support/platform/archive.ts";

describe.each(bothEngines)("the words that a process knows on %s", (engine) => {
  let archive: TestArchive;
  let search: SearchService;
  let now: number;
  beforeEach(async () => {
    archive = await openTestArchive(engine);
    now = Date.UTC(2026, 0);
    search = createSearchService({
      courses: archive.services.courses,
      searchRepo: createSearchRepo(archive.db),
      clock: () => now,
      patience: SEARCH_PATIENCE,
    });
  });
  afterEach(() => archive.close());

  const correct = async (text = "hidrology reservoirs") =>
    (await search.find(undefined, { text })).corrected?.text;
  const prune = () => archive.services.pruneWords.run();
  const book = (bookName: string, options: Parameters<typeof insertItem>[2] = {}) =>
    insertItem(archive, "book", { ...options, fields: { bookName } });
  /** The stored words that are not forgotten. */
  const known = async () => {
    const { rows } = await sql<{ word: string }>`select distinct word from "searchWord"
      where not "isForgotten" order by word`.execute(archive.db.read);
    return rows.map(({ word }) => word);
  };

  test("the known words include a word that was stored after many others", async () => {
    const { db } = archive;
    await book("Hydrology of reservoirs");
    const late = await db.write
      .deleteFrom("searchWord")
      .where("word", "=", "hydrology")
      .returningAll()
      .execute();
    const others = Array.from({ length: 300 }, (_, at) => ({
      word: `other${String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))}`,
    }));
    await db.write.insertInto("searchWord").values(others).execute();
    expect(await correct()).toBeUndefined();
    await db.write.insertInto("searchWord").values(late).execute();
    now += 60_000;
    expect(await correct()).toBe("hydrology reservoirs");
  });

  test("thousands of words load between searches, and a search says that it is incomplete until all are known", async () => {
    const letters = (at: number) =>
      [...at.toString(26).padStart(3, "0")].map((digit) => "qwertyuiopasdfghjklzxcvbnm"[parseInt(digit, 26)]);
    const others = Array.from({ length: 6_000 }, (_, at) => ({ word: `zz${letters(at).join("")}` }));
    for (let from = 0; from < others.length; from += 500)
      await archive.db.write
        .insertInto("searchWord")
        .values(others.slice(from, from + 500))
        .execute();
    await book("Hydrology of reservoirs");
    const asked = async () => search.find(undefined, { text: "hidrology reservoirs" });
    const first = await asked();
    // The search may already know "reservoirs"; then it leaves out the other word and finds the book.
    expect(first.isCut).toBe(true);
    let searches = 0;
    for (let answer = first; answer.isCut; answer = await asked()) searches += 1;
    expect(searches).toBeLessThan(60);
    expect(await correct()).toBe("hydrology reservoirs");
  });

  /** A search service that counts the statements that read new words, and the words. */
  function countedSearch() {
    const repo = createSearchRepo(archive.db);
    const counts = { statements: 0, words: 0 };
    const changesAfter: typeof repo.words.changesAfter = async (...asked) => {
      counts.statements += 1;
      const changes = await repo.words.changesAfter(...asked);
      counts.words += changes.length;
      return changes;
    };
    const searchRepo = { ...repo, words: { ...repo.words, changesAfter } };
    const { find } = createSearchService({
      courses: archive.services.courses,
      searchRepo,
      clock: () => now,
      patience: SEARCH_PATIENCE,
    });
    return { counts, find: (text: string) => find(undefined, { text }) };
  }
  const addWords = async (from: number, to: number) => {
    for (let at = from; at < to; at += 500) {
      const words = Array.from({ length: Math.min(500, to - at) }, (_, index) => ({
        word: `new${at + index}`,
      }));
      await archive.db.write.insertInto("searchWord").values(words).execute();
    }
  };

  test("a search reads two thousand new words with one statement, because other work runs between two statements", async () => {
    await addWords(0, 1_999);
    const { counts, find } = countedSearch();
    expect((await find("new7")).isCut).toBe(false);
    expect(counts).toEqual({ statements: 1, words: 1_999 });
  });

  test("a process reads new words between searches, so that the next search finds them known", async () => {
    const { counts, find } = countedSearch();
    await find("anything");
    await addWords(0, 1_000);
    await expect.poll(() => counts.words, { timeout: 20_000 }).toBe(1_000);
    expect((await find("new7")).isCut).toBe(false);
    expect(counts.words).toBe(1_000);
  });

  test("the search knows the words of approved items only, and finds pending items by their exact words", async () => {
    await book("Hydrology of reservoirs", { status: "Pending" });
    await book("Hydraulics of estuaries", { status: "Cancelled" });
    const words = await known();
    for (const word of ["hydrology", "reservoirs", "hydraulics", "estuaries"])
      expect(words).not.toContain(word);
    expect(await correct()).toBeUndefined();
    const admin: User = (await archive.signUp("Admin", "admin")).actor;
    expect((await search.find(admin, { text: "hydrology reservoirs" })).total).toBe(1);
    expect((await search.find(admin, { text: "hydraulics of estuaries" })).total).toBe(1);
    expect((await search.find(undefined, { text: "hydrology" })).total).toBe(0);
  });

  test("the search learns words when an item, or the question of an answer, is approved", async () => {
    const { resources } = archive.services;
    const { actor: admin } = await archive.signUp("Admin", "admin");
    const id = await book("Hydrology of reservoirs", { status: "Pending" });
    await resources.setStatus(admin, "book", id, { status: "Approved" });
    expect(await correct()).toBe("hydrology reservoirs");
    const question = await insertItem(archive, "question", { status: "Pending" });
    const answer = await insertItem(archive, "answer", { parentId: question });
    // Answers have no text field yet.
    await archive.db.write
      .updateTable("resource")
      .set({ searchText: " sedimentation " })
      .where("id", "=", answer)
      .execute();
    expect(await known()).not.toContain("sedimentation");
    await resources.setStatus(admin, "question", question, { status: "Approved" });
    expect(await known()).toContain("sedimentation");
    await resources.setStatus(admin, "question", question, { status: "Cancelled" });
    expect(await prune()).toBe(true);
    expect(await known()).not.toContain("sedimentation");
  });

  describe("a forgotten word", () => {
    test.each([
      ["when its last item is cancelled", (id: string, admin: User) => cancel(id, admin)],
      ["when its last item is removed", (id: string, admin: User) => remove(id, admin)],
      ["when its last item is deleted", (id: string) => erase(id)],
      ["when its last item is edited", (id: string, admin: User) => rename(id, admin)],
    ])("every process forgets a word %s", async (_when, hide) => {
      const { actor: admin } = await archive.signUp("Admin", "admin");
      const [first, second] = [await book("Hydrology one"), await book("Hydrology of reservoirs")];
      // The search still knows the other word, because an approved item has it.
      await book("Reservoirs");
      expect(await correct()).toBe("hydrology reservoirs");
      await hide(second, admin);
      expect(await prune()).toBe(true);
      expect(await known()).toContain("hydrology");
      await hide(first, admin);
      expect(await prune()).toBe(true);
      expect(await known()).not.toContain("hydrology");
      expect(await known()).toContain("reservoirs");
      await book("Hydrology of reservoirs");
      expect(await correct()).toBe("hydrology reservoirs");
    });

    const cancel = (id: string, admin: User) =>
      archive.services.resources.setStatus(admin, "book", id, { status: "Cancelled" });
    const remove = (id: string, admin: User) => archive.services.removal.remove(admin, { id });
    const erase = (id: string) => archive.db.write.deleteFrom("resource").where("id", "=", id).execute();
    const rename = (id: string, admin: User) =>
      archive.services.resources.edit(
        admin,
        id,
        payloadOf("book", { bookName: "Other", version: 1 }),
        VISIT.client,
      );
  });

  test("a rebuild forgets words that no item has and learns missing ones", async () => {
    await book("Hydrology of reservoirs");
    await archive.db.write.deleteFrom("searchWord").where("word", "=", "hydrology").execute();
    await archive.db.write
      .insertInto("searchWord")
      .values([{ word: "hidrologi" }, { word: "nobodys" }])
      .execute();
    const { searchRebuild } = archive.services;
    await searchRebuild.order({ again: true });
    await searchRebuild.run();
    const words = await known();
    expect(words).toContain("hydrology");
    expect(words).not.toContain("hidrologi");
    expect(words).not.toContain("nobodys");
    expect(await correct()).toBe("hydrology reservoirs");
  });

  test("a process that had no search for a long time compares all words", async () => {
    await book("Hydrology of reservoirs");
    expect(await correct()).toBe("hydrology reservoirs");
    // The archive is in this state after the record of a forgotten word is deleted.
    await archive.db.write.deleteFrom("searchWord").where("word", "=", "hydrology").execute();
    now += 60_000;
    expect(await correct()).toBeUndefined();
  });

  test("the server checks the words of an archive from an earlier version once", async () => {
    await insertItems(
      archive,
      "book",
      Array.from({ length: 3 }, () => ({ fields: { bookName: "Hydrology of reservoirs" } })),
    );
    // An earlier version left the archive in this state.
    await archive.db.write
      .insertInto("searchWord")
      .values(Array.from({ length: 250 }, (_, at) => ({ word: `zz${at.toString(26).replace(/\d/g, "x")}` })))
      .execute();
    await sql`insert into "searchDoubt" (word) select distinct word from "searchWord"`.execute(
      archive.db.write,
    );
    expect(await prune()).toBe(true);
    const words = await known();
    expect(words).toContain("hydrology");
    expect(words.filter((word) => word.startsWith("zz"))).toEqual([]);
  });
});

test.each(bothEngines)(
  "the search stores and finds a word of 100 kB by its first 40 letters on %s",
  async (engine) => {
    const archive = await openTestArchive(engine);
    const endless = "ab𐵊".repeat(30_000);
    const id = await insertItem(archive, "blog", { fields: { blog: endless } });
    const titled = await insertItem(archive, "note", { fields: { topic: "কখ".repeat(100) } });
    const found = async (text: string) =>
      (await archive.services.search.find(undefined, { text })).rows.map((row) => row.id);
    expect(await found(endless)).toEqual([id]);
    expect(await found("কখ".repeat(100))).toEqual([titled]);
    expect(await found("কখ".repeat(20))).toEqual([titled]);
    const { rows } = await sql<{ text: string }>`select "searchText" as text from resource`.execute(
      archive.db.read,
    );
    const longest = Math.max(
      ...rows.flatMap(({ text }) => text.split(" ").map((token) => [...token.replace(/^\w+=/, "")].length)),
    );
    expect(longest).toBe(40);
    await archive.close();
  },
);

test("PostgreSQL keeps a word that an open transaction approves again", async () => {
  const archive = await openTestArchive("postgres");
  const { db, services } = archive;
  const first = await insertItem(archive, "book", { fields: { bookName: "Hydrology" } });
  const second = await insertItem(archive, "book", { status: "Pending", fields: { bookName: "Hydrology" } });
  await db.write.updateTable("resource").set({ status: "Cancelled" }).where("id", "=", first).execute();
  await db.transaction(async (trx) => {
    await trx.updateTable("resource").set({ status: "Approved" }).where("id", "=", second).execute();
    expect(await services.pruneWords.run()).toBe(false);
  });
  expect(await services.pruneWords.run()).toBe(true);
  const words = await db.read.selectFrom("searchWord").select("word").execute();
  expect(words.map(({ word }) => word)).toContain("hydrology");
  await archive.close();
});
