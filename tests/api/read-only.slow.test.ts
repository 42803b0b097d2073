import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
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
import {
  type Cell,
  nameOf,
  type Principal,
  principals,
  type Row,
} from "../support/api/authorization-rows.ts";
import { table } from "../support/api/authorization-table.ts";
import { type MatrixWorld, openMatrixWorld } from "../support/api/authorization-world.ts";

const MINUTE = 60_000;

let world: MatrixWorld;
let calls: Record<string, Call>;
let pause: WritePauseLease;
beforeAll(async () => {
  world = await openMatrixWorld(await builtPages());
  calls = { ...matrixCalls(world), ...pageCalls(world, pageTable) };
  pause = openWritePause(sqlitePath(world.archive.env.PROSHNO_DATA), 60 * MINUTE);
});
afterAll(async () => {
  pause.close();
  await world.archive.close();
});

const isRefusal = (cell: Cell | undefined) => (typeof cell === "number" && cell >= 400) || cell === "login";

/** Changes with each commit of another connection. */
async function dataVersion(): Promise<unknown> {
  return (await sql`pragma data_version`.execute(world.archive.db.read)).rows[0];
}

/** Makes the archive read-only during some work. */
async function paused<T>(work: () => Promise<T>): Promise<T> {
  pause.begin("move");
  pause.renew("move", "copying");
  try {
    return await work();
  } finally {
    pause.end();
  }
}

/** One principal for each expected cell of a row: the others would get the same page from the same code. */
const chosen = ({ expected }: Row): number[] =>
  expected.flatMap((cell, index) => (expected.indexOf(cell) === index ? [index] : []));

/** Makes the call of a row while the archive is read-only. */
async function observe(row: Row): Promise<{ cells: Cell[]; isChanged: boolean }> {
  await world.revive();
  const acts: (() => Promise<Cell>)[] = [];
  for (const index of chosen(row)) {
    const name = principals[index] as Principal;
    acts.push(await (calls[nameOf(row)] as Call)(world.people[name]));
  }
  await world.revive();
  const seen = await paused(async () => {
    const before = await dataVersion();
    const cells: Cell[] = [];
    for (const act of acts) cells.push(await act());
    return { cells, isChanged: !isDeepStrictEqual(await dataVersion(), before) };
  });
  // A read-only archive can't remove them.
  await world.removeUploads();
  return seen;
}

/** A sentence if a principal gets neither the usual refusal nor 503. */
function problemOf({ expected, writes }: Row, index: number, cell: Cell | undefined): string | undefined {
  const usual = expected[index];
  const isWrite = writes.some((write) => !write.includes(":") || write.startsWith(`${principals[index]}:`));
  const isFine = cell === 503 || (cell === usual && (!isWrite || isRefusal(usual)));
  return isFine ? undefined : `The ${principals[index]} gets ${cell}.`;
}

const all = [...table, ...pageTable];
/** Rows of calls that may write; a login, a resumed upload and a claim also write what `writes` doesn't list. */
const ACTS =
  /^(?:POST|PUT|PATCH|DELETE) |^GET \/(?:logout|uploads)|^(?:sign|give|confirm|put|post|update|make|revoke|suspend|reinstate|add|ask|follow|deskNext|claim|release)|Update$/;
const reads = ({ operation, writes }: Row) => writes.length === 0 && !ACTS.test(operation);

test("no call of a row that writes changes anything while the archive is read-only", async () => {
  const wrong: string[] = [];
  for (const row of all.filter((one) => !reads(one))) {
    const { cells, isChanged } = await observe(row);
    if (isChanged) wrong.push(`${nameOf(row)}: it changed the database.`);
    for (const [nth, index] of chosen(row).entries()) {
      const problem = problemOf(row, index, cells[nth]);
      if (problem) wrong.push(`${nameOf(row)}: ${problem}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("each call of a row that reads still answers while the archive is read-only", async () => {
  const wrong: string[] = [];
  for (const row of all.filter(reads)) {
    const { cells, isChanged } = await observe(row);
    if (isChanged) wrong.push(`${nameOf(row)}: it changed the database.`);
    const usual = chosen(row).map((index) => row.expected[index]);
    if (!isDeepStrictEqual(cells, usual))
      wrong.push(`${nameOf(row)}: ${cells.join(" ")} instead of ${usual.join(" ")}`);
  }
  expect(wrong).toEqual([]);
});

test("a form that can't be saved keeps what its sender typed, and says when to try again", async () => {
  const body = new URLSearchParams({
    name: "Rahim",
    email: "rahim@example.edu",
    sub: "A subject",
    mess: "A long message that took ten minutes",
  });
  const answer = await paused(() => world.site.as("").send("/contact", { method: "POST", body }));
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("60");
  expect(answer.text).toContain("A long message that took ten minutes");
  expect(answer.text).toContain("Reading still works.");
});

test("no call caused a server error while the archive was read-only", () => {
  expect(world.site.faults).toEqual([]);
});
