import { afterAll, beforeAll, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { sqlitePath } from "../../src/server/platform/db/open.ts";
import {
  openWritePause,
  type WritePauseLease,
} from "../../src/server/platform/db/sqlite/sqlite-write-pause.ts";
import { type Call, matrixCalls } from "../support/api/authorization-calls.ts";
import { pageCalls } from "../support/api/authorization-page-calls.ts";
import { pageTable } from "../support/api/authorization-pages.ts";
import { type Cell, nameOf, principals, type Row } from "../support/api/authorization-rows.ts";
import { table } from "../support/api/authorization-table.ts";
import { changes, type MatrixWorld, openMatrixWorld } from "../support/api/authorization-world.ts";

const MINUTE = 60_000;

let world: MatrixWorld;
let calls: Record<string, Call>;
let pause: WritePauseLease;
beforeAll(async () => {
  world = await openMatrixWorld(await builtPages());
  calls = { ...matrixCalls(world), ...pageCalls(world, pageTable) };
  pause = openWritePause(sqlitePath(world.archive.env.PROSHNO_DATA), 60 * MINUTE);
});
// Unfinished: the run of 22 November did not end within 200 s; find out why before this test counts.
afterAll(async () => {
  pause.close();
  await world.archive.close();
});

const isRefusal = (cell: Cell | undefined) => (typeof cell === "number" && cell >= 400) || cell === "login";

/** Makes the call of a row as each principal while the archive is read-only. */
async function observe(row: Row): Promise<{ cells: Cell[]; changed: string[] }> {
  await world.revive();
  const acts: (() => Promise<Cell>)[] = [];
  for (const name of principals) acts.push(await (calls[nameOf(row)] as Call)(world.people[name]));
  await world.revive();
  pause.begin("move");
  pause.renew("move", "copying");
  try {
    const before = await world.snapshot();
    const cells: Cell[] = [];
    for (const act of acts) cells.push(await act());
    return { cells, changed: changes(before, await world.snapshot()) };
  } finally {
    pause.end();
  }
}

/** What a principal gets: the usual refusal, or 503 for a write. */
function problemOf(row: Row, cell: Cell, index: number): string | undefined {
  const expected = row.expected[index];
  const isWrite = row.writes.some(
    (write) => !write.includes(":") || write.startsWith(`${principals[index]}:`),
  );
  const isFine = cell === 503 || (cell === expected && (!isWrite || isRefusal(expected)));
  return isFine ? undefined : `${principals[index]}: ${cell}`;
}

const all = [...table, ...pageTable].map((row) => [nameOf(row), row] as const);
/** Rows of calls that only read; a login reads and writes. */
const ACTS =
  /^(?:POST|PUT|PATCH|DELETE) |^(?:sign|give|confirm|put|post|update|make|revoke|suspend|reinstate|add)|Update$/;
const reads = ({ operation, writes }: Row) => writes.length === 0 && !ACTS.test(operation);

test.each(all.filter(([, row]) => !reads(row)))(
  "%s changes nothing while the archive is read-only",
  async (_name, row) => {
    const { cells, changed } = await observe(row);
    expect(changed).toEqual([]);
    expect(cells.flatMap((cell, index) => problemOf(row, cell, index) ?? [])).toEqual([]);
  },
);

test.each(all.filter(([, row]) => reads(row)))(
  "%s still answers while the archive is read-only",
  async (_name, row) => {
    const { cells, changed } = await observe(row);
    expect(changed).toEqual([]);
    expect(cells).toEqual(row.expected);
  },
);

test("a form that can't be saved keeps what its sender typed, and says when to try again", async () => {
  pause.begin("move");
  pause.renew("move", "copying");
  const body = new URLSearchParams({
    name: "Rahim",
    email: "rahim@example.edu",
    sub: "A subject",
    mess: "A long message that took ten minutes",
  });
  const answer = await world.site.as("").send("/contact", { method: "POST", body });
  pause.end();
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("60");
  expect(answer.text).toContain("A long message that took ten minutes");
  expect(answer.text).toContain("Reading still works.");
});

test("no call caused a server error while the archive was read-only", () => {
  expect(world.site.faults).toEqual([]);
});
