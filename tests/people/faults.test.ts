import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nameOf } from "../support/api/authorization-rows.ts";
import { table } from "../support/api/authorization-table.ts";
import { accountFaults } from "../support/people/account-faults.ts";
import { planted } from "../support/platform/fault.ts";

const root = new URL("../..", import.meta.url).pathname;

// `npm run lab -- account-faults` shows that each fault fails its test. This file checks that each fault can be planted and
// that its test exists.
test.each(accountFaults.map((fault) => [fault.name, fault] as const))(
  "the fault can be planted: %s",
  (_name, fault) => {
    for (const [file, text] of planted(root, fault))
      expect(text).not.toBe(readFileSync(join(root, file), "utf8"));
  },
);

const matrix = new Set(table.map(nameOf));
/** The part of a title before its first placeholder, for titles that vary. */
const BEFORE_PLACEHOLDER = /["`]([^"`\n]{10,}?)(?:%s|\$\{)/g;

test.each(accountFaults.map(({ name, test: [file, title] }) => [name, file, title] as const))(
  "the fault names an existing test: %s",
  (_name, file, title) => {
    const source = readFileSync(join(root, file), "utf8");
    const starts = [...source.matchAll(BEFORE_PLACEHOLDER)].map(([, start]) => start as string);
    const exists =
      source.includes(title) || matrix.has(title) || starts.some((start) => title.startsWith(start));
    expect({ title, exists }).toEqual({ title, exists: true });
  },
);

test("no fault is planted twice", () => {
  const names = accountFaults.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
