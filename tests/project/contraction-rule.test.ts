import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseReleases } from "../../src/cli/upgrade/releases.ts";
import { contractions } from "../../src/server/platform/db/contractions.ts";
import { contractionProblems, isInSchemaOf } from "../support/platform/contraction-rule.ts";

const document = readFileSync(new URL("../../docs/releases.md", import.meta.url), "utf8");
const [first] = parseReleases(document);
const release = (version: string, newestMigration: string) => ({
  ...(first as NonNullable<typeof first>),
  version,
  newestMigration,
});
const three = [release("0.1.0", "2026a"), release("0.2.0", "2026c"), release("0.3.0", "2026e")];
const drop = (since: string) => ({ things: ["column audit.details"], since });

test("no migration contracts a thing that the release before it still used", () => {
  expect(contractionProblems(contractions, parseReleases(document), isInSchemaOf)).toEqual([]);
});

test("refuses a new contraction of a thing that the newest release still uses", () => {
  expect(contractionProblems({ "2026f": drop("0.4.0") }, three, () => false)).toEqual([
    "2026f: docs/releases.md has no release 0.4.0.",
  ]);
  expect(contractionProblems({ "2026f": drop("0.3.0") }, three, isInSchemaOf)).toEqual([
    "2026f: release 0.3.0 still uses the column audit.details.",
  ]);
});

test("refuses a contraction in the release that stops using the thing", () => {
  expect(contractionProblems({ "2026d": drop("0.3.0") }, three, () => false)).toEqual([
    "2026d: release 0.2.0 is older than 0.3.0, which stopped using its things.",
  ]);
});

test("accepts a contraction one release after the code stopped using the thing", () => {
  expect(contractionProblems({ "2026d": drop("0.2.0"), "2026f": drop("0.3.0") }, three, () => false)).toEqual(
    [],
  );
});

test("a table and a column count as used while the types of the schema name them", () => {
  const commit = first?.commit as string;
  const used = ["table audit", "column audit.details"].map((thing) => isInSchemaOf(commit, thing));
  expect(used).toEqual([true, true]);
  const unused = ["table nothing", "column audit.nothing", "trigger nothing"];
  expect(unused.map((thing) => isInSchemaOf(commit, thing))).toEqual([false, false, false]);
});
