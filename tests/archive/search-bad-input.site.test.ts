import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSearchRepo } from "../../src/server/library/search/search.repo.ts";
import { createSearchService } from "../../src/server/library/search/search.service.ts";
import { insertOneOfEach } from "../support/archive/factories.ts";
import { engines } from "../support/platform/archive.ts";
import { openWorld, type World } from "../support/api/world.ts";

/** Syntax of both search engines, and unusual texts. */
const odd: [name: string, text: string][] = [
  ["an empty text", ""],
  ["white space", " \t "],
  ["one letter", "a"],
  ["one Bangla sign", "\u09bf"],
  ["punctuation", "!@#$%^&*()_+-=[]{};':\",./<>?`~|\\"],
  ["an open quote", '"data'],
  ["quotes in quotes", '"""data""" OR "x'],
  ["FTS5 operators", "data AND OR NOT NEAR(a b, 5) ^x col:y words:z -w * (("],
  ["tsquery operators", "data & | ! <-> :* 'x' a:b:A \\"],
  ["tokens of the index", "seen=1 kind=question status=Pending page=x run11=0 initials=dsa"],
  ["LIKE patterns", "%_\\ d%t_a"],
  ["SQL", "'; drop table resource; --"],
  ["emoji", "📚👩‍🏫 data 🏳️‍🌈"],
  ["right-to-left text", "هياكل البيانات \u05de\u05d1\u05e0\u05d9"],
  ["only combining marks", "\u0301\u0300 \u09cd\u09cd"],
  ["a letter with a hundred marks", `a${"\u0301".repeat(100)}`],
  ["other scripts", "数据结构 データ 데이터 โครงสร้าง 𝒳𝒴 𞤀𞤣𞤤𞤢𞤥"],
  ["letters of recent Unicode versions", "\u{10d4a}\u{16ea0}\u{1e5d0}"],
  ["zero-width characters", "\u200b\u200c\u200d\ufeff"],
  ["a very long code", `cse${"1".repeat(200)}`],
  ["500 letters", "x".repeat(500)],
  ["250 words", "a ".repeat(249)],
];
/** Texts that are too long for the parameter or contain forbidden characters. */
const refused: [name: string, text: string][] = [
  ["10 kB of text", "data structures ".repeat(640)],
  ["10,000 words", Array.from({ length: 10_000 }, (_, index) => `w${index}`).join(" ")],
  ["control characters", "data\u0000\u0007\u001b"],
];

const pathsOf = (text: string) =>
  ["/api/search", "/api/suggest", "/api/allQuestions", "/api/allNotes"].map(
    (path) => `${path}?search=${encodeURIComponent(text)}`,
  );

describe.each(engines)("unusual searches on %s", (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(engine);
    await insertOneOfEach(world.archive);
  });
  afterAll(() => world.archive.close());
  test.each(odd)("a search for %s gets a response", async (_name, text) => {
    for (const path of pathsOf(text)) expect((await world.visitor.get(path)).status, path).toBe(200);
    const { total, isMore } = await world.archive.services.search.find(undefined, { text });
    expect(total).toBeLessThan(10);
    expect(isMore).toBe(false);
  });

  test.each(refused)(
    "the API refuses a search for %s, and the service finds nothing",
    async (_name, text) => {
      for (const path of pathsOf(text)) expect((await world.visitor.get(path)).status, path).toBe(400);
      await expect(world.archive.services.search.find(undefined, { text })).resolves.toMatchObject({
        rows: [],
      });
    },
  );

  test("a search for any typed text gets a response", async () => {
    const pieces = fc.constantFrom(
      ..."data কি ্ \u200d ' \" ( ) * : & | ! < > - = % \\ 19 cse2 \u{1f4da}".split(" "),
      " ",
    );
    const text = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 60 }),
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.array(pieces, { maxLength: 20 }).map((all) => all.join("")),
    );
    await fc.assert(
      fc.asyncProperty(text, async (typed) => {
        const { search } = world.archive.services;
        const found = await search.find(undefined, { text: typed });
        expect(found.rows.length).toBeLessThanOrEqual(10);
        expect((await search.suggest(undefined, typed)).suggestions.length).toBeLessThanOrEqual(8);
      }),
      { numRuns: engine === "sqlite" ? 400 : 150 },
    );
  });

  test("a search without any time left returns no items and says that it is incomplete", async () => {
    const search = createSearchService({
      courses: world.archive.services.courses,
      searchRepo: createSearchRepo(world.archive.db),
      clock: Date.now,
      patience: 0,
    });
    const cut = { rows: [], total: 0, isCut: true };
    expect(await search.find(undefined, { text: "data structures 2019" })).toMatchObject(cut);
    expect(await search.inList(undefined, { text: "data", kind: "question" })).toMatchObject(cut);
    expect(await search.suggest(undefined, "data")).toEqual({ suggestions: [], isCut: true });
  });

  test("the server logged no errors", () => expect(world.site.faults).toEqual([]));
});
