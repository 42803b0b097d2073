import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { createSearchRepo, type SearchRepo } from "../../src/server/archive/search/search.repo.ts";
import { createSearchService } from "../../src/server/archive/search/search.service.ts";
import { en } from "../../src/shared/messages/en.ts";
import { insertItem, insertOneOfEach } from "../support/archive/factories.ts";
import { openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { openSite } from "../support/api/site.ts";

/** In ms; short, because these tests wait until it ends. */
const PATIENCE = 50;

let archive: TestArchive;
beforeEach(async () => {
  archive = await openTestArchive("postgres", { searchPatience: PATIENCE });
});
afterEach(() => archive.close());

/** Locks the search index, so that no search finds anything in its time. @returns opens it again */
async function lockIndex(): Promise<() => Promise<void>> {
  const trx = await archive.db.write.startTransaction().execute();
  await sql`lock table "searchEntry" in access exclusive mode`.execute(trx);
  return async () => void (await trx.commit().execute());
}

/** A search service that tells of each reading of the index: its time in ms. */
function searchTelling(onRead: (ms: number) => unknown, patience = PATIENCE) {
  const repo = createSearchRepo(archive.db);
  const read: SearchRepo["read"] = async (ms, work) => {
    await onRead(ms);
    return repo.read(ms, work);
  };
  return createSearchService({ searchRepo: { ...repo, read }, clock: Date.now, patience });
}

/** Tries until it succeeds, as a reader does whose machine is busy. */
const tryAgain = (attempt: () => Promise<void>) => vi.waitFor(attempt, { timeout: 30_000 });

test("the API refuses a search that found nothing in its time, and the client may try again", async () => {
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

test("no cache keeps the suggestions of a search that found nothing in its time", async () => {
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
  "%s says that the search took too long, and offers to try it again",
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

test("a search that found nothing in its time gets longer, and answers", async () => {
  const id = await insertItem(archive, "note", { fields: { topic: "Data structures" } });
  const unlock = await lockIndex();
  const times: number[] = [];
  // Six times as long is enough on a busy machine, too.
  const search = searchTelling(async (ms) => {
    times.push(ms);
    if (times.length === 2) await unlock();
  }, 1_000);
  const { rows, isCut } = await search.find(undefined, { text: "data" });
  expect(times).toEqual([1_000, 6_000]);
  expect(rows.map((row) => row.id)).toEqual([id]);
  expect(isCut).toBe(false);
});

test("only one search of a process gets longer at a time", async () => {
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
