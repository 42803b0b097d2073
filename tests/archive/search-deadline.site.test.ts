import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { createSearchRepo, type SearchRepo } from "../../src/server/library/search/search.repo.ts";
import { createSearchService } from "../../src/server/library/search/search.service.ts";
import { en } from "../../src/shared/messages/en.ts";
import { insertItem, insertOneOfEach } from "../support/archive/factories.ts";
import { openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { openSite } from "../support/api/site.ts";

/** The time limit of a search, in ms. It is short, because these tests wait until it ends. */
const PATIENCE = 50;

let archive: TestArchive;
beforeEach(async () => {
  archive = await openTestArchive("postgres", { searchPatience: PATIENCE });
});
afterEach(() => archive.close());

/** Locks the search index, so that every search reaches its deadline. @returns a function that unlocks it */
async function lockIndex(): Promise<() => Promise<void>> {
  const trx = await archive.db.write.startTransaction().execute();
  await sql`lock table "searchEntry" in access exclusive mode`.execute(trx);
  return async () => void (await trx.commit().execute());
}

/** A search service that calls `onRead` before each read of the index, with the time limit in ms. */
function searchTelling(onRead: (ms: number) => unknown, patience = PATIENCE) {
  const repo = createSearchRepo(archive.db);
  const read: SearchRepo["read"] = async (ms, work) => {
    await onRead(ms);
    return repo.read(ms, work);
  };
  return createSearchService({
    courses: archive.services.courses,
    searchRepo: { ...repo, read },
    clock: Date.now,
    patience,
  });
}

/** Repeats an attempt until it succeeds, because a busy machine can be too slow. */
const tryAgain = (attempt: () => Promise<void>) => vi.waitFor(attempt, { timeout: 30_000 });

test("the API answers 503 to a search that reached its deadline, and the client can try again", async () => {
  await insertOneOfEach(archive);
  const visitor = openSite(archive).as();
  const unlock = await lockIndex();
  for (const path of ["search", "allQuestions", "allNotes"]) {
    const { status, headers, body } = await visitor.get(`/api/${path}?search=data`);
    expect(status, path).toBe(503);
    expect(headers.get("retry-after"), path).toBe("1");
    expect(headers.get("cache-control"), path).toContain("no-store");
    expect(body.error.code, path).toBe("unavailable");
  }
  await unlock();
  await tryAgain(async () => expect((await visitor.get("/api/search?search=data")).status).toBe(200));
});

test("no cache stores the suggestions of a search that reached its deadline", async () => {
  await insertOneOfEach(archive);
  const visitor = openSite(archive).as();
  const unlock = await lockIndex();
  const { status, headers, body } = await visitor.get("/api/suggest?search=data");
  expect(status).toBe(200);
  expect(headers.get("cache-control")).toContain("no-store");
  expect(body).toEqual([]);
  await unlock();
  await tryAgain(async () => {
    const later = await visitor.get("/api/suggest?search=data");
    expect(later.headers.get("cache-control")).not.toContain("no-store");
  });
});

test.each(["/search", "/allNotes"])(
  "the page %s says that the search took too long, and offers to try again",
  async (path) => {
    await insertItem(archive, "note", { fields: { topic: "Data structures" } });
    const visitor = openSite(archive, await builtPages()).as();
    const unlock = await lockIndex();
    const late = await visitor.get(`${path}?search=data`);
    expect(late.text).toContain(en.searchPage.unanswered);
    expect(late.text).toContain(`<a href="${path}?search=data">${en.searchPage.retry}</a>`);
    expect(late.text).not.toContain(en.searchPage.nothingHint);
    await unlock();
    await tryAgain(async () => {
      const again = await visitor.get(`${path}?search=data`);
      expect(again.text).not.toContain(en.searchPage.unanswered);
      expect(again.text).toContain("Data structures");
    });
  },
);

test("a search that finds nothing before its deadline gets more time and then answers", async () => {
  const id = await insertItem(archive, "note", { fields: { topic: "Data structures" } });
  const unlock = await lockIndex();
  const times: number[] = [];
  // Six times this limit is enough, even on a busy machine.
  const search = searchTelling(async (ms) => {
    times.push(ms);
    if (times.length === 2) await unlock();
  }, 1_000);
  const { rows, isCut } = await search.find(undefined, { text: "data" });
  expect(times).toEqual([1_000, 6_000]);
  expect(rows.map((row) => row.id)).toEqual([id]);
  expect(isCut).toBe(false);
});

test("only one search of a process can have more time at any moment", async () => {
  await insertItem(archive, "note", { fields: { topic: "Data structures" } });
  const unlock = await lockIndex();
  const times: number[] = [];
  let second: Promise<{ isCut: boolean }> | undefined;
  const search = searchTelling((ms) => {
    times.push(ms);
    if (ms > PATIENCE) second = search.find(undefined, { text: "data" });
  });
  await search.find(undefined, { text: "data" });
  expect((await second)?.isCut).toBe(true);
  expect(times).toEqual([PATIENCE, 6 * PATIENCE, PATIENCE]);
  await unlock();
});
