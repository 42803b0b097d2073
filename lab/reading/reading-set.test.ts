import { expect, test } from "vitest";
import { type Half, halves } from "./set/courses.ts";
import { cameras, faxes, scanners } from "./set/devices.ts";
import { layouts } from "./set/layouts.ts";
import { FONTS } from "./set/page-html.ts";
import { testPages } from "./set/pages.ts";
import { errorsOf } from "./error-rate.ts";
import { verdictOf } from "./score.ts";
import { asciiDigits, normalizeCode } from "../../src/shared/text/words.ts";

const pages = halves.flatMap((half) => testPages(half));
const [ours, theirs] = halves;

test("the set has at least 200 pages, half of them held out", () => {
  expect(pages.length).toBeGreaterThanOrEqual(200);
  expect(pages.filter(({ half }) => half === theirs)).toHaveLength(pages.length / 2);
});

test("the same pages are made each time", () => {
  expect(halves.flatMap((half) => testPages(half))).toEqual(pages);
});

test("no two pages are the same", () => {
  expect(new Set(pages.map(({ html }) => html.join())).size).toBe(pages.length);
});

test("each half has at least six layouts, and each layout of a half is used", () => {
  for (const half of halves) {
    const used = new Set(pages.filter((page) => page.half === half).map(({ layout }) => layout));
    expect([...used].sort()).toEqual(layouts[half].map(({ name }) => name).sort());
    expect(used.size).toBeGreaterThanOrEqual(6);
  }
});

test("the halves share no layout, font, device or university", () => {
  const partsOf = (half: Half): string[] => [
    ...layouts[half].map(({ name }) => name),
    ...FONTS[half].latin,
    ...FONTS[half].bangla,
    ...[...cameras[half], ...scanners[half], ...faxes[half]].map(({ name }) => name),
    ...pages.filter((page) => page.half === half).map(({ truth }) => truth.university as string),
  ];
  expect(partsOf(ours).filter((part) => partsOf(theirs).includes(part))).toEqual([]);
});

test("every university is plainly a sample", () => {
  for (const { truth } of pages) expect(truth.university).toMatch(/Sample|নমুনা/);
});

test.each(pages)(
  "$name prints its code, year, title, department and university in its heading",
  ({ html, truth }) => {
    const [, heading = ""] = /<header>(.*)<\/header>/s.exec(html[0] as string) ?? [];
    const text = asciiDigits(heading.replaceAll(/<[^>]*>/g, "").replaceAll("&amp;", "&"));
    expect(normalizeCode(text)).toContain(normalizeCode(truth.code as string));
    if (truth.year) expect(text).toContain(truth.year.slice(2));
    for (const printed of [truth.subject, truth.department, truth.university])
      if (printed) expect(text).toContain(printed);
  },
);

test("a detail that is not printed is right only without a proposal, or with a tolerated one", () => {
  const page = { truth: {}, tolerated: { year: ["2020"] } };
  expect(verdictOf(page, "year")).toBe("right");
  expect(verdictOf(page, "year", "2020")).toBe("right");
  expect(verdictOf(page, "year", "2019")).toBe("wrong");
  expect(verdictOf(page, "examType", "final")).toBe("wrong");
});

test("a printed detail is right in any spelling of the same value", () => {
  const page = { truth: { code: "CSE 2103", semester: "L-2 T-1", subject: "Law & Society" }, tolerated: {} };
  expect(verdictOf(page, "code", "cse-2103")).toBe("right");
  expect(verdictOf(page, "semester", "2nd Year 1st Semester")).toBe("right");
  expect(verdictOf(page, "subject", "Law and society")).toBe("right");
  expect(verdictOf(page, "code")).toBe("absent");
  expect(verdictOf(page, "code", "CSE 2108")).toBe("wrong");
});

test("the error rate counts wrong, missing and added letters, but not spaces", () => {
  expect(errorsOf("CSE 2103", "C SE2108")).toEqual({ errors: 1, length: 7 });
  expect(errorsOf("কোড", "কোডড")).toEqual({ errors: 1, length: 3 });
});
