import { readFileSync } from "node:fs";
import { apiOperations } from "../../../src/api/api.ts";
import routes from "../../../src/web/routes.ts";
import { type Call, matrixCalls } from "../../../tests/support/api/authorization-calls.ts";
import { pageCalls } from "../../../tests/support/api/authorization-page-calls.ts";
import { pageTable } from "../../../tests/support/api/authorization-pages.ts";
import {
  type Cell,
  nameOf,
  type Principal,
  principals,
  type Row,
} from "../../../tests/support/api/authorization-rows.ts";
import { table } from "../../../tests/support/api/authorization-table.ts";
import type { MatrixWorld, Person } from "../../../tests/support/api/authorization-world.ts";
import { formRequest, type Prepared } from "../at-once.ts";
import { type Attacker, attackers } from "./table-options.ts";

/** One line of the table: what an attacker sends. */
export interface Line {
  /** The call or action, and the case. */
  name: string;
  attacker: Attacker;
  /** Prepares what the request is about. @returns the request; undefined if no request is known */
  prepare: () => Promise<Prepared | undefined>;
}

const isSuccess = (cell: Cell | undefined) =>
  cell !== undefined && cell !== "login" && !(typeof cell === "number" && cell >= 400);

/** Every call of the API and every action of a page, with the request of the authorization matrix for each attacker. */
export function allLines(world: MatrixWorld): Line[] {
  const { services, origin } = world.archive;
  const calls = { ...matrixCalls(world), ...pageCalls(world, pageTable) };
  const operations = apiOperations({ services, origin }).map(({ id }) => id);
  const acts = pageTable.map(({ operation }) => operation).filter((name) => !name.startsWith("GET "));
  const names = [...new Set([...operations, ...acts, ...actionRoutes()])];
  const rows = [...table, ...pageTable];
  return names.flatMap((operation) => {
    const own = rows.filter((row) => row.operation === operation);
    return attackers.map((attacker) => lineOf(world, calls, { operation, own, attacker }));
  });
}

interface Chosen {
  operation: string;
  own: Row[];
  attacker: Attacker;
}

function lineOf(world: MatrixWorld, calls: Record<string, Call>, { operation, own, attacker }: Chosen): Line {
  const people: Principal[] = attacker === "student" ? ["student", "owner"] : [attacker];
  const pairs = own.flatMap((row) => people.map((person) => ({ row, person })));
  const cellOf = ({ row, person }: (typeof pairs)[number]) => row.expected[principals.indexOf(person)];
  const good = pairs.filter((pair) => isSuccess(cellOf(pair)));
  const best = good.find(({ row }) => row.writes.length > 0) ?? good[0] ?? pairs[0];
  if (!best)
    return { name: operation, attacker, prepare: async () => emptyForm(operation, world.people[attacker]) };
  const call = calls[nameOf(best.row)] as Call;
  return {
    name: nameOf(best.row),
    attacker,
    prepare: () => recorded(call, world.people[best.person]),
  };
}

/** A form without fields, for an action that the matrix has no row of; undefined for a call. */
function emptyForm(operation: string, { headers }: Person): Prepared | undefined {
  const [method, path = ""] = operation.split(" ");
  return method === "POST"
    ? formRequest(path.replace("*", "nowhere"), headers.get("cookie") ?? "", {})
    : undefined;
}

class Recorded extends Error {}

/** The first request of a row, which is not sent. Requests that prepare the row are sent. */
async function recorded(call: Call, person: Person): Promise<Prepared | undefined> {
  const found: { request?: Prepared } = {};
  let isPrepared = false;
  async function send(path: string, init: RequestInit = {}) {
    if (!isPrepared) return person.send(path, init);
    found.request ??= await preparedOf(path, init, person.headers.get("cookie"));
    throw new Recorded();
  }
  const json = (method: string) => (path: string, body: unknown) =>
    send(path, {
      method,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const me: Person = { ...person, send, get: (path) => send(path), post: json("POST"), put: json("PUT") };
  const act = await call(me);
  isPrepared = true;
  await act().catch((error: unknown) => {
    if (!(error instanceof Recorded)) throw error;
  });
  return found.request;
}

async function preparedOf(path: string, init: RequestInit, cookie: string | null): Promise<Prepared> {
  const request = new Request(`http://127.0.0.1${path}`, init);
  const body = new Uint8Array(await request.arrayBuffer());
  const headers = { ...Object.fromEntries(request.headers), ...(cookie ? { cookie } : {}) };
  return { method: request.method, path, headers, body };
}

interface Node {
  path?: string;
  file?: string;
  children?: Node[];
}

/** `POST <path>` of every route whose module has an action. */
function actionRoutes(): string[] {
  const found = (nodes: Node[], base = ""): string[] =>
    nodes.flatMap(({ path, file, children = [] }) => {
      const full = path ? `${base}/${path.replace(/^\//, "")}` : base;
      const acts = file !== undefined && hasAction(file) ? [`POST ${full || "/"}`] : [];
      return [...acts, ...found(children, full)];
    });
  return found(routes);
}

function hasAction(file: string): boolean {
  const source = readFileSync(new URL(`../../../src/web/${file}`, import.meta.url), "utf8");
  return /export (?:const|function|async function) action\b|export \{[^}]*\baction\b/.test(source);
}
