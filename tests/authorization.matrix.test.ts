import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiOperations } from "../src/api/api.ts";
import { policy, type PolicyName } from "../src/shared/policy.ts";
import { type Call, matrixCalls } from "./support/authorization-calls.ts";
import { nameOf, principals, type Row } from "./support/authorization-rows.ts";
import { table } from "./support/authorization-table.ts";
import { changes, type MatrixWorld, openMatrixWorld } from "./support/authorization-world.ts";

/** Set by scripts/invert-policies.ts: what this policy allows is then forbidden, and the reverse. */
const inverted = process.env["INVERT_POLICY"] as PolicyName | undefined;

let world: MatrixWorld;
let calls: Record<string, Call>;
const figures = { cells: 0, wrong: 0 };

beforeAll(async () => {
  world = await openMatrixWorld();
  calls = matrixCalls(world);
  if (inverted) {
    const policies: Record<string, (...args: never[]) => boolean> = policy;
    const decide = policies[inverted];
    if (!decide) throw new Error(`No policy ${inverted}`);
    policies[inverted] = (...args) => !decide(...args);
  }
});

afterAll(async () => {
  console.log(`authorization matrix: ${figures.cells} cells, ${figures.wrong} wrong`);
  await world.archive.close();
});

/** Asks as each principal: what they meet, and what it changed. */
async function observe(row: Row): Promise<string[]> {
  const cells: string[] = [];
  const call = calls[nameOf(row)];
  if (!call) throw new Error(`Nothing asks ${nameOf(row)}`);
  for (const name of principals) {
    await world.revive();
    const act = await call(world.people[name]);
    const before = await world.snapshot();
    const cell = await act();
    cells.push([name, cell, ...changes(before, await world.snapshot())].join(" "));
  }
  return cells;
}

const expectedOf = ({ expected, writes }: Row): string[] =>
  expected.map((cell, index) =>
    [principals[index], cell, ...(typeof cell === "number" && cell >= 400 ? [] : writes)].join(" "),
  );

describe("every row, as every principal", () => {
  test.each(table.map((row) => [nameOf(row), row] as const))("%s", async (_name, row) => {
    const [observed, expected] = [await observe(row), expectedOf(row)];
    figures.cells += expected.length;
    figures.wrong += expected.filter((cell, index) => observed[index] !== cell).length;
    expect(observed).toEqual(expected);
  });
});

test("every operation has a row, and every row an operation or a service function", () => {
  const operations = apiOperations({ services: world.archive.services, origin: world.archive.origin }).map(
    ({ id }) => id,
  );
  const functions = Object.entries(world.archive.services).flatMap(([service, members]) =>
    Object.keys(members).map((name) => `${service}.${name}`),
  );
  const inTable = new Set(table.map((row) => row.operation));
  expect(operations.filter((id) => !inTable.has(id))).toEqual([]);
  expect([...inTable].filter((id) => !operations.includes(id) && !functions.includes(id))).toEqual([]);
});

test("no row stands twice, and nothing is asked that has no row", () => {
  const names = table.map(nameOf);
  expect(names).toEqual([...new Set(names)]);
  expect(Object.keys(calls).filter((name) => !names.includes(name))).toEqual([]);
});

test("nothing of this was a fault of ours", () => expect(world.site.faults).toEqual([]));
