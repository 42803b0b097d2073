import { afterAll, beforeAll, expect, test } from "vitest";
import { policy, type PolicyName } from "../../src/shared/people/policy.ts";
import {
  allRows,
  type AuthorizationCheck,
  openAuthorizationCheck,
} from "../support/api/authorization-check.ts";
import { principals } from "../support/api/authorization-rows.ts";
import { table } from "../support/api/authorization-table.ts";

/**
 * lab/accounts/policies.ts sets this: the policy then allows what it forbids, and forbids what it allows.
 */
const inverted = process.env["INVERT_POLICY"] as PolicyName | undefined;

/** A second call undoes the first one. */
function invert(): void {
  if (!inverted) return;
  const policies: Record<string, (...args: never[]) => boolean> = policy;
  const decide = policies[inverted];
  if (!decide) throw new Error(`No policy ${inverted}`);
  policies[inverted] = (...args) => !decide(...args);
}

/** Thousands of requests, on a busy machine. In ms. */
const LONG = 1_800_000;

let check: AuthorizationCheck;
// The second test needs a new world, because the first one fills lists and uses up limits.
const openCheck = async () => {
  check = await openAuthorizationCheck();
  invert();
};
const closeCheck = async () => {
  invert();
  await check.close();
};

beforeAll(openCheck);
afterAll(closeCheck);

test(
  "each row of the authorization table gives each principal the expected response",
  async () => {
    const wrong = await check.wrongCells(allRows, () => principals);
    console.log(`authorization matrix: ${check.cells()} cells, ${wrong.length} wrong`);
    expect(wrong).toEqual([]);
    expect(check.world.site.faults).toEqual([]);
  },
  LONG,
);

test(
  "a different letter case in the path of a call gives each principal the same response",
  async () => {
    await closeCheck();
    await openCheck();
    check.world.recase(true);
    const byPath = table.filter(({ operation }) => !operation.includes(".") && !operation.includes(" "));
    expect(await check.wrongCells(byPath, () => principals)).toEqual([]);
    expect(check.world.site.faults).toEqual([]);
  },
  LONG,
);
