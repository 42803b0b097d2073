import { expect, test } from "vitest";
import { asciiDigits, normalizeCode } from "../../../src/shared/text/words.ts";
import { type Half, halves } from "../set/courses.ts";
import { hardKindNames, hardPages } from "./hard-pages.ts";

const pages = halves.flatMap((half) => hardPages(half));
const [ours, theirs] = halves;

test.each(hardKindNames)("the kind %s has at least 30 pages, half of them held out", (name) => {
  const some = pages.filter(({ kind }) => kind === name);
  expect(some.length).toBeGreaterThanOrEqual(30);
  expect(some.filter(({ half }) => half === theirs)).toHaveLength(some.length / 2);
});

test("the same hard pages are made each time", () => {
  expect(halves.flatMap((half) => hardPages(half))).toEqual(pages);
});

test("no two hard pages have the same number for their randomness and the same HTML", () => {
  expect(new Set(pages.map(({ version }) => version)).size).toBe(pages.length);
});

test("the halves of the hard kinds share no layout, device or university", () => {
  const partsOf = (half: Half) =>
    pages
      .filter((page) => page.half === half)
      .flatMap(({ layout, drawing, truth }) => {
        const device =
          drawing && ("camera" in drawing ? drawing.camera : "scanner" in drawing ? drawing.scanner : "");
        return [layout, device, truth.university].filter(Boolean);
      });
  const theirParts = new Set(partsOf(theirs));
  expect(partsOf(ours).filter((part) => theirParts.has(part))).toEqual([]);
});

test.each(pages.filter(({ truth }) => truth.code))(
  "$name prints its code and university in its heading",
  ({ html, truth }) => {
    const [, heading = ""] = /<header>(.*?)<\/header>/s.exec(html[0] as string) ?? [];
    const text = asciiDigits(heading.replaceAll(/<[^>]*>/g, "").replaceAll("&amp;", "&"));
    expect(normalizeCode(text)).toContain(normalizeCode(truth.code as string));
    if (truth.university) expect(text).toContain(truth.university);
    if (truth.year) expect(text).toContain(truth.year.slice(2));
  },
);

test("later papers of a file start on later pages, or beside the first", () => {
  for (const { others = [], html, drawing } of pages)
    for (const { page } of others) {
      const isBeside = drawing?.as === "photo" || (drawing?.as === "pdf" && drawing.sheets === "both");
      expect(isBeside ? page === 1 : page > 1 && page <= html.length).toBe(true);
    }
});
