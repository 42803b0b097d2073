import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const folder = new URL("../../docs/decisions/", import.meta.url);
const records = readdirSync(folder).filter((name) => name !== "README.md");
const numbers = records.map((name) => name.slice(0, 3));
/** The numbers in the list of all records. */
const listed = [...readFileSync(new URL("README.md", folder), "utf8").matchAll(/^\| \[?(\d{3})\b/gm)].map(
  ([, number]) => number,
);

describe("the decision records", () => {
  test.each(records)("%s has its number in its title, and the four headings in their order", (name) => {
    const text = readFileSync(new URL(name, folder), "utf8");
    expect(name).toMatch(/^\d{3}-[a-z0-9-]+\.md$/);
    expect(text.startsWith(`# ${name.slice(0, 3)} `)).toBe(true);
    expect(text.match(/^## .*$/gm)).toEqual([
      "## Context",
      "## Decision",
      "## Consequences",
      "## Considered instead",
    ]);
  });

  test.each(records)("%s has at most 250 words", (name) => {
    const words = readFileSync(new URL(name, folder), "utf8").split(/\s+/).filter(Boolean);
    expect(words.length).toBeLessThanOrEqual(250);
  });

  test("have different numbers", () => {
    expect(numbers).toEqual([...new Set(numbers)]);
  });

  test("are all in the list, which also has every unused number", () => {
    const highest = Number(numbers.toSorted().at(-1));
    const expected = Array.from({ length: highest }, (_, index) => String(index + 1).padStart(3, "0"));
    expect(expected.filter((number) => !listed.includes(number))).toEqual([]);
  });
});
