import { afterAll, beforeAll, describe, expect, test } from "vitest";
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

describe("an admin who gave the password but not the code", () => {
  test.each(rows.map((row) => [nameOf(row), row] as const))(
    "gets the same response as a visitor: %s",
    async (_name, row) => {
      expect(await observe(row, half)).toBe(expected(row, "visitor"));
    },
  );
});

describe("an admin without the required second factor", () => {
  // Scripts of a page request the other addresses and get the status.
  const isGuarded = ({ operation }: Row) =>
    /^GET \/admin-dashboard(?!.*\.data|\/\*|\/manage-questions\/)/.test(operation);

  test.each(rows.filter((row) => !isGuarded(row)).map((row) => [nameOf(row), row] as const))(
    "gets the same response as a student: %s",
    async (_name, row) => {
      const observed = await observe(row, unenrolled);
      // If a student is refused, this admin is redirected to the setup of a second factor.
      const isLed = row.operation.startsWith("POST /admin-dashboard") && expected(row, "student") === "403";
      expect(observed).toBe(
        isLed ? (row.operation.endsWith(".data") ? "202" : "302") : expected(row, "student"),
      );
    },
  );

  test.each(rows.filter(isGuarded).map(({ operation }) => operation.replace("GET ", "")))(
    "is redirected from %s to the setup of a second factor",
    async (path) => {
      const { status, headers } = await unenrolled.send(path);
      expect([status, headers.get("location")]).toEqual([302, expect.stringMatching(toEnrolment)]);
    },
  );
});

test("the server logged no errors", () => expect(world.site.faults).toEqual([]));
