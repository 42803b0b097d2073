import { builtPages } from "../../../src/process/pages.ts";
import { type Call, matrixCalls } from "./authorization-calls.ts";
import { pageCalls } from "./authorization-page-calls.ts";
import { pageTable } from "./authorization-pages.ts";
import { type Cell, nameOf, type Principal, principals, type Row, writesOf } from "./authorization-rows.ts";
import { table } from "./authorization-table.ts";
import { changes, openMatrixWorld } from "./authorization-world.ts";

export const isRefusal = (cell: Cell | undefined): boolean =>
  (typeof cell === "number" && cell >= 400) || cell === "login";

/** Returns the response and the changes that a row promises a principal, as `observe` writes them. */
export function expectedOf({ expected, writes }: Row, name: Principal): string {
  const cell = expected[principals.indexOf(name)];
  return [cell, ...(isRefusal(cell) ? [] : writesOf(name, writes))].join(" ");
}

export type AuthorizationCheck = Awaited<ReturnType<typeof openAuthorizationCheck>>;

/** Opens a world in which the calls of the authorization table are made and compared with the table. */
export async function openAuthorizationCheck() {
  const world = await openMatrixWorld(await builtPages());
  const calls: Record<string, Call> = { ...matrixCalls(world), ...pageCalls(world, pageTable) };
  let cells = 0;

  /** Makes the call of a row as each of these principals. @returns each response with the changes that it made */
  async function observe(row: Row, names: readonly Principal[]): Promise<string[]> {
    const call = calls[nameOf(row)];
    if (!call)
      throw new Error(
        `Add the request of "${nameOf(row)}" to a file tests/support/api/authorization-*-calls.ts.`,
      );
    await world.revive();
    // All principals share an address, and its limits are not what the rows are about.
    await world.archive.db.write.deleteFrom("rateLimit").execute();
    const acts = [];
    for (const name of names) acts.push({ name, act: await call(world.people[name]) });
    const observed: string[] = [];
    let before = await world.snapshot();
    for (const { name, act } of acts) {
      await world.revive();
      // Reviving restores the sessions after the last call.
      if (row.writes.length > 0) before = await world.snapshot();
      const cell = await act();
      // For a row that only reads, compare the database once, after its last cell.
      const isLast = name === names.at(-1);
      const after = row.writes.length > 0 || isLast ? await world.snapshot() : before;
      observed.push([cell, ...changes(before, after)].join(" "));
      before = after;
    }
    return observed;
  }

  return {
    world,
    /** @returns how many cells were compared */
    cells: () => cells,

    /**
     * Compares rows with the table.
     * @param namesOf the principals of a row
     * @returns a line for each wrong cell
     */
    async wrongCells(rows: Row[], namesOf: (row: Row) => readonly Principal[]): Promise<string[]> {
      const wrong: string[] = [];
      for (const row of rows) {
        const names = namesOf(row);
        // A failure of one request must not hide the other rows.
        const observed = await observe(row, names).catch((error: unknown) => names.map(() => String(error)));
        for (const [index, name] of names.entries()) {
          cells += 1;
          const expected = expectedOf(row, name);
          if (observed[index] !== expected)
            wrong.push(`${nameOf(row)}: ${name} gets "${observed[index]}" instead of "${expected}"`);
        }
      }
      return wrong;
    },

    async close(): Promise<void> {
      await world.archive.close();
    },
  };
}

/** All rows: the calls, the functions of services, and the pages. */
export const allRows: Row[] = [...table, ...pageTable];

/** The principals from the most permissions to the fewest. */
const BY_STRENGTH: readonly Principal[] = [
  "admin",
  "moderator",
  "outside",
  "owner",
  "other",
  "student",
  "exAdmin",
  "suspended",
  "expired",
];

/** A visitor, the strongest principal whom a row refuses, and the weakest other one whom it allows. */
export function tellingPrincipals({ expected }: Row): Principal[] {
  const cellOf = (name: Principal) => expected[principals.indexOf(name)];
  const refused = BY_STRENGTH.find((name) => isRefusal(cellOf(name)));
  const allowed = BY_STRENGTH.findLast((name) => !isRefusal(cellOf(name)));
  const names = new Set<Principal | undefined>(["visitor", refused, allowed]);
  return principals.filter((name) => names.has(name));
}
