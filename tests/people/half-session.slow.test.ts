import { afterAll, beforeAll, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import type { SessionTable } from "../../src/server/platform/db/schema/schema.ts";
import { type Call, matrixCalls } from "../support/api/authorization-calls.ts";
import { pageCalls } from "../support/api/authorization-page-calls.ts";
import { pageTable } from "../support/api/authorization-pages.ts";
import { nameOf, type Principal, principals, type Row, writesOf } from "../support/api/authorization-rows.ts";
import { table } from "../support/api/authorization-table.ts";
import {
  changes,
  type MatrixWorld,
  openMatrixWorld,
  type Person,
} from "../support/api/authorization-world.ts";
import { enrol } from "../support/people/second-factor.ts";

/** Rows about the second factor. They differ on purpose for a person who must still enter a code. */
const ownRows = new Set([
  "giveSignInCode | no login is waiting",
  "GET /login/second-factor | opens",
  "POST /login/second-factor | a wrong code",
]);
const toEnrolment = /^\/dashboard\/second-factor\?from=%2Fadmin-dashboard/;

let world: MatrixWorld;
let calls: Record<string, Call>;
let kept: SessionTable[];
let half: Person;
let unenrolled: Person;

beforeAll(async () => {
  world = await openMatrixWorld(await builtPages(), "sqlite", { adminsNeedSecondFactor: true });
  calls = { ...matrixCalls(world), ...pageCalls(world, pageTable) };
  const { archive, site, people } = world;
  const enrolled = await enrol(archive, Date.now, "admin");
  const headers = await enrolled.half();
  half = { ...site.as(headers.get("cookie") as string), name: "visitor", email: enrolled.email, headers };
  unenrolled = people.admin;
  kept = await archive.db.read.selectFrom("session").selectAll().execute();
});
afterAll(() => world.archive.close());

/** Restores the sessions that a row ended or renewed. */
async function revive(): Promise<void> {
  await world.archive.db.write
    .insertInto("session")
    .values(kept)
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet((eb) => ({ tokenHash: eb.ref("excluded.tokenHash") })),
    )
    .execute();
}

/** The response that a person gets, and the changes that the request made in the database. */
async function observe(row: Row, me: Person): Promise<string> {
  await revive();
  const act = await (calls[nameOf(row)] as Call)(me);
  const before = await world.snapshot();
  const cell = await act();
  return [cell, ...changes(before, await world.snapshot())].join(" ");
}

function expected({ expected: cells, writes }: Row, as: Principal): string {
  const cell = cells[principals.indexOf(as)];
  const isRefusal = (typeof cell === "number" && cell >= 400) || cell === "login";
  return [cell, ...(isRefusal ? [] : writesOf(as, writes))].join(" ");
}

const rows = [...table, ...pageTable].filter((row) => !ownRows.has(nameOf(row)));
// Scripts of a page request the other addresses and get the status.
const isGuarded = ({ operation }: Row) =>
  /^GET \/admin-dashboard(?!.*\.data|\/\*|\/manage-questions\/)/.test(operation);

/** Makes the calls of rows. @returns a line for each response that differs from the expected one */
async function differences(all: Row[], me: Person, expectedOf: (row: Row) => string): Promise<string[]> {
  const wrong: string[] = [];
  for (const row of all) {
    const [observed, wanted] = [await observe(row, me).catch(String), expectedOf(row)];
    if (observed !== wanted) wrong.push(`${nameOf(row)}: "${observed}" instead of "${wanted}"`);
  }
  return wrong;
}

test("an admin who gave the password but not the code gets the same responses as a visitor", async () => {
  expect(await differences(rows, half, (row) => expected(row, "visitor"))).toEqual([]);
});

test("an admin without the required second factor gets the same responses as a student", async () => {
  const as = (row: Row) => {
    // If a student is refused, this admin is redirected to the setup of a second factor.
    const isLed = row.operation.startsWith("POST /admin-dashboard") && expected(row, "student") === "403";
    if (!isLed) return expected(row, "student");
    return row.operation.endsWith(".data") ? "202" : "302";
  };
  const unguarded = rows.filter((row) => !isGuarded(row));
  expect(await differences(unguarded, unenrolled, as)).toEqual([]);
});

test("an admin without the required second factor is redirected to its setup from each page of the admin area", async () => {
  const paths = rows.filter(isGuarded).map(({ operation }) => operation.replace("GET ", ""));
  expect(paths.length).toBeGreaterThan(10);
  for (const path of paths) {
    const { status, headers } = await unenrolled.send(path);
    expect([path, status, headers.get("location")]).toEqual([path, 302, expect.stringMatching(toEnrolment)]);
  }
});

test("the server logged no errors", () => expect(world.site.faults).toEqual([]));
