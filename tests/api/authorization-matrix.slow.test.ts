import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { policy, type PolicyName } from "../../src/shared/policy.ts";
import { type Call, matrixCalls } from "../support/api/authorization-calls.ts";
import { pageCalls } from "../support/api/authorization-page-calls.ts";
import { pageTable } from "../support/api/authorization-pages.ts";
import {
  type Cell,
  nameOf,
  type Principal,
  principals,
  type Row,
  writesOf,
} from "../support/api/authorization-rows.ts";
import { table } from "../support/api/authorization-table.ts";
import { changes, type MatrixWorld, openMatrixWorld } from "../support/api/authorization-world.ts";

/**
 * scripts/invert-policies.ts sets this: the policy then allows what it forbids, and forbids what it allows.
 */
const inverted = process.env["INVERT_POLICY"] as PolicyName | undefined;
const allRows = [...table, ...pageTable];

let world: MatrixWorld;
let calls: Record<string, Call>;
const figures = { cells: 0, wrong: 0 };
const faults: unknown[] = [];

async function openWorld(): Promise<void> {
  world = await openMatrixWorld(await builtPages());
  calls = { ...matrixCalls(world), ...pageCalls(world, pageTable) };
}

async function closeWorld(): Promise<void> {
  faults.push(...world.site.faults);
  await world.archive.close();
}

/** A second call undoes the first one. */
function invert(): void {
  if (!inverted) return;
  const policies: Record<string, (...args: never[]) => boolean> = policy;
  const decide = policies[inverted];
  if (!decide) throw new Error(`No policy ${inverted}`);
  policies[inverted] = (...args) => !decide(...args);
}

beforeAll(async () => {
  await openWorld();
  invert();
});

afterAll(async () => {
  console.log(`authorization matrix: ${figures.cells} cells, ${figures.wrong} wrong`);
  await world.archive.close();
});

const isRefusal = (cell: Cell) => (typeof cell === "number" && cell >= 400) || cell === "login";
const written = (name: Principal, cell: Cell, writes: string[]) => [name, cell, ...writes].join(" ");

/** Makes the call of a row as each principal. @returns each response and the changes that the call made */
async function observe(row: Row): Promise<string[]> {
  const call = calls[nameOf(row)];
  if (!call)
    throw new Error(
      `Add the request of "${nameOf(row)}" to a file tests/support/api/authorization-*-calls.ts.`,
    );
  await world.revive();
  // All principals share an address, and its limits are not what the rows are about.
  await world.archive.db.write.deleteFrom("rateLimit").execute();
  const acts = [];
  for (const name of principals) acts.push({ name, act: await call(world.people[name]) });
  const cells: string[] = [];
  let before = await world.snapshot();
  for (const { name, act } of acts) {
    await world.revive();
    // Reviving restores the sessions after the last call.
    if (row.writes.length > 0) before = await world.snapshot();
    const cell = await act();
    // For a row that only reads, compare the database once, after its last cell.
    const isLast = name === principals.at(-1);
    const after = row.writes.length > 0 || isLast ? await world.snapshot() : before;
    cells.push(written(name, cell, changes(before, after)));
    before = after;
  }
  return cells;
}

async function compared(row: Row): Promise<{ observed: string[]; expected: string[] }> {
  const [observed, expected] = [await observe(row), expectedOf(row)];
  figures.cells += expected.length;
  figures.wrong += expected.filter((cell, index) => observed[index] !== cell).length;
  return { observed, expected };
}

const expectedOf = ({ expected, writes }: Row): string[] =>
  expected.map((cell, index) => {
    const name = principals[index] as Principal;
    return written(name, cell, isRefusal(cell) ? [] : writesOf(name, writes));
  });

describe("the rows of the authorization table", () => {
  test.each(allRows.map((row) => [nameOf(row), row] as const))(
    "%s gives each principal the expected response",
    async (_name, row) => {
      const { observed, expected } = await compared(row);
      expect(observed).toEqual(expected);
    },
  );
});

/** The rows that name a call of the API. */
const byPath = table.filter(({ operation }) => !operation.includes(".") && !operation.includes(" "));

describe("the calls with a different letter case in the path", () => {
  // Uses a new world, because the first pass filled lists and used up limits.
  beforeAll(async () => {
    await closeWorld();
    invert();
    await openWorld();
    invert();
    world.recase(true);
  });
  afterAll(() => world.recase(false));

  test.each(byPath.map((row) => [nameOf(row), row] as const))(
    "%s gives each principal the same response",
    async (_name, row) => {
      const { observed, expected } = await compared(row);
      expect(observed).toEqual(expected);
    },
  );
});

test("no call of the matrix caused a server error", () => {
  expect([...faults, ...world.site.faults]).toEqual([]);
});
