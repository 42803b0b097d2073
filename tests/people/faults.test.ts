import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { accountFaults } from "../support/people/account-faults.ts";
import { planted } from "../support/platform/fault.ts";

const root = new URL("../..", import.meta.url).pathname;

// `npm run test:faults` shows that each fault fails its test. This file checks that each fault can be planted.
test.each(accountFaults.map((fault) => [fault.name, fault] as const))(
  "the fault can be planted: %s",
  (_name, fault) => {
    for (const [file, text] of planted(root, fault))
      expect(text).not.toBe(readFileSync(join(root, file), "utf8"));
  },
);

test("no fault is planted twice", () => {
  const names = accountFaults.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
