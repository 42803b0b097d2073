import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiOperations } from "../../src/api/api.ts";
import routes from "../../src/web/routes.ts";
import { matrixCalls } from "../support/api/authorization-calls.ts";
import {
  allRows,
  type AuthorizationCheck,
  openAuthorizationCheck,
  tellingPrincipals,
} from "../support/api/authorization-check.ts";
import { pageCalls } from "../support/api/authorization-page-calls.ts";
import { pageTable } from "../support/api/authorization-pages.ts";
import { nameOf } from "../support/api/authorization-rows.ts";
import { reachedBy } from "../support/api/authorization-reached-by.ts";
import { table } from "../support/api/authorization-table.ts";
import type { MatrixWorld } from "../support/api/authorization-world.ts";

const TABLE = "tests/support/api/authorization-table.ts";
const REACHED_BY = "tests/support/api/authorization-reached-by.ts";
const PAGES = "tests/support/api/authorization-pages.ts or authorization-admin-pages.ts";
const CALLS = "tests/support/api/authorization-*-calls.ts";

let check: AuthorizationCheck;
let world: MatrixWorld;
beforeAll(async () => {
  check = await openAuthorizationCheck();
  world = check.world;
});
afterAll(() => check.close());

const operationsOf = () => apiOperations({ services: world.archive.services, origin: world.archive.origin });
const functionsOf = () =>
  Object.entries(world.archive.services).flatMap(([service, members]) =>
    Object.keys(members).map((name) => `${service}.${name}`),
  );

/** `tests/api/authorization-matrix.slow.test.ts` makes the requests of the rows as every principal. */
describe("the authorization table", () => {
  test("has a row for every operation and service function, and no other rows", () => {
    const operations = operationsOf().map(({ id }) => id);
    const known = new Set([...table.map(({ operation }) => operation), ...Object.keys(reachedBy)]);
    const named = [...operations, ...functionsOf()];
    expect(
      operations.filter((name) => !known.has(name)),
      `Add rows for these calls to ${TABLE}, with the tables that a success changes.`,
    ).toEqual([]);
    expect(
      functionsOf().filter((name) => !known.has(name)),
      `Add these functions to ${REACHED_BY}, with the call or page that uses them. Add rows to ${TABLE} for a function that no call or page uses.`,
    ).toEqual([]);
    expect(
      [...known].filter((name) => !named.includes(name)),
      `Remove these names from ${TABLE}: no call and no service function has them.`,
    ).toEqual([]);
  });

  test("has a row for every page route", () => {
    interface Node {
      path?: string;
      index?: boolean;
      children?: Node[];
    }
    const paths = (nodes: Node[], base = ""): string[] =>
      nodes.flatMap(({ path, children = [] }) => {
        const full = path ? `${base}/${path.replace(/^\//, "")}` : base;
        return [full || "/", ...paths(children, full)];
      });
    const asked = new Set(pageTable.map((row) => row.operation));
    expect(
      paths(routes).filter((path) => !asked.has(`GET ${path}`)),
      `Add a row "GET <page> | opens" for these pages to ${PAGES}, and a row for each form that they send.`,
    ).toEqual([]);
  });

  test("has a row for every address of the site that is not a page", () => {
    const called = operationsOf().flatMap(({ method, paths }) =>
      paths.map((path) => `${method.toUpperCase()} /api${path === "/" ? "" : path}`),
    );
    const known = new Set([
      ...called.map((call) => call.replace(/\{(\w+)\}/g, ":$1")),
      ...pageTable.map((row) => row.operation),
    ]);
    const answered = world.site.app.routes
      .filter(({ method }) => method !== "ALL")
      .map(({ method, path }) => `${method} ${path}`);
    expect(
      answered.filter((address) => !known.has(address)),
      `Add a row for these addresses to otherPaths in tests/support/api/authorization-pages.ts.`,
    ).toEqual([]);
  });

  test("names each row once, and has a request for it", () => {
    const names = [...table, ...pageTable].map(nameOf);
    expect(
      names.filter((name, index) => names.indexOf(name) !== index),
      `These rows are in ${TABLE} or ${PAGES} more than once. Give each row another text.`,
    ).toEqual([]);
    const calls = Object.keys({ ...matrixCalls(world), ...pageCalls(world, pageTable) });
    expect(
      names.filter((name) => !calls.includes(name)),
      `Add the request of these rows to a file of ${CALLS}, under the name of the row.`,
    ).toEqual([]);
    expect(
      calls.filter((name) => !names.includes(name)),
      `Add a row for these requests to ${TABLE}, or remove them from ${CALLS}.`,
    ).toEqual([]);
  });

  test("is true for a visitor, for the strongest principal that a row refuses, and for one that it allows", async () => {
    expect(await check.wrongCells(allRows, tellingPrincipals)).toEqual([]);
    expect(world.site.faults).toEqual([]);
  });
});
