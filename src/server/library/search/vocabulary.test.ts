import { describe, expect, test } from "vitest";
import { parseQuery } from "../../../shared/search/parse-query.ts";
import { queryWords } from "../../../shared/search/query-words.ts";
import { planSearch } from "./query-plan.ts";
import { createVocabulary, lookupsOf } from "./vocabulary.ts";

/** Invented words with the same consonants, so they sound alike. */
function alike(count: number, consonants: string): string[] {
  return Array.from({ length: count }, (_, at) => {
    let rest = at;
    return [...consonants]
      .map((letter) => {
        const vowel = "ai"[rest % 2] as string;
        rest = Math.floor(rest / 2);
        return letter + vowel;
      })
      .join("");
  });
}

const FLOOD = alike(4_000, "bdgklmnprstb");
const DOZEN = Array.from({ length: 12 }, (_, at) => `${FLOOD[at * 100]}o`);

function flooded() {
  const vocabulary = createVocabulary();
  vocabulary.add(FLOOD);
  return vocabulary;
}

describe("a vocabulary", () => {
  test("the vocabulary finds its other words as before after some words are removed", () => {
    const vocabulary = createVocabulary();
    const words = ["hydrology", "hydraulics", "গণিত", "গনিত", "ganit"];
    vocabulary.add([...words, "hidrology", "gonith"]);
    vocabulary.remove(["hidrology", "gonith", "unknown"]);
    const anew = createVocabulary();
    anew.add(words);
    expect(vocabulary.size).toBe(words.length);
    expect([...vocabulary.words()]).toEqual([...anew.words()]);
    for (const word of ["hydrologi", "ganit", "gonit", "গণীত", "hydra", "hidrology"]) {
      expect(vocabulary.near(word)).toEqual(anew.near(word));
      expect(vocabulary.starting(word)).toEqual(anew.starting(word));
      expect(vocabulary.sameFold(word)).toEqual(anew.sameFold(word));
    }
    vocabulary.remove(words);
    expect(vocabulary.size).toBe(0);
    expect(vocabulary.near("ganit")).toEqual([]);
    expect(vocabulary.near("hydrolog")).toEqual([]);
  });

  test("a lookup compares a word with the first words that sound like it, not with thousands", () => {
    const vocabulary = createVocabulary();
    vocabulary.add(["badagaka", ...alike(200, "bdgk"), ...FLOOD, "bodegaca"]);
    const before = vocabulary.near("budogoka").map(({ word }) => word);
    expect(before).toContain("badagaka");
    const flood = flooded();
    flood.add(["baadagakalamanaparasataba"]);
    // This word is the nearest, but thousands of words are in the list before it.
    expect(flood.near("boadagakalamanaparasataboo").map(({ word }) => word)).not.toContain(
      "baadagakalamanaparasataba",
    );
  });

  test("a lookup compares a word letter by letter with the first words that share its letters, not with thousands", () => {
    const vocabulary = flooded();
    const near = "badagakalamanaparasatxbx";
    vocabulary.add([near]);
    const slipped = `${near.slice(0, 23)}y`;
    expect(vocabulary.near(slipped).map(({ word }) => word)).not.toContain(near);
    vocabulary.remove(FLOOD);
    expect(vocabulary.near(slipped).map(({ word }) => word)).toEqual([near]);
  });

  test("a lookup returns at most sixteen Bangla words with the same folded form", () => {
    const vocabulary = createVocabulary();
    const letters = ["ন", "ণ"];
    const words = Array.from({ length: 64 }, (_, at) =>
      Array.from({ length: 6 }, (_none, place) => letters[(at >> place) & 1]).join(""),
    );
    vocabulary.add(words);
    expect(vocabulary.sameFold(words[63] as string)).toHaveLength(16);
  });
});

describe("a search for a dozen words", () => {
  const parts = parseQuery(queryWords(DOZEN.join(" ")), () => false, 2026);
  const beginnings = parseQuery(
    queryWords(Array.from({ length: 12 }, (_, at) => (FLOOD[at] as string).slice(0, 5)).join(" ")),
    () => false,
    2026,
  );

  test.each([
    ["unknown", parts],
    ["half-typed", beginnings],
  ])("a search for a dozen %s words looks up a bounded number of terms", (_what, asked) => {
    const { groups } = planSearch(asked, { vocabulary: flooded(), phrases: new Map(), loose: true });
    expect(groups).toHaveLength(12);
    expect(groups.flat().length).toBeLessThanOrEqual(12 * 40);
  });

  test("a search looks up no more words after its deadline", () => {
    let asked = 0;
    const lookups = lookupsOf(flooded(), () => (asked += 1) > 3);
    const found = DOZEN.map((word) => lookups.near(word).length > 0);
    expect(found).toEqual(DOZEN.map((_, at) => at < 3));
  });

  test("a search that is planned several times looks each word up once", () => {
    let asked = 0;
    const lookups = lookupsOf(flooded(), () => {
      asked += 1;
      return false;
    });
    for (let round = 0; round < 3; round++)
      planSearch(parts, { vocabulary: lookups, phrases: new Map(), loose: true });
    expect(asked).toBeLessThanOrEqual(4 * DOZEN.length);
  });
});
