import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { kinds } from "../../src/shared/kinds/index.ts";
import { insertItem, insertPerson } from "../support/archive/factories.ts";
import { type Engine, TEST_PASSWORD } from "../support/platform/archive.ts";
import { type MatrixWorld, openMatrixWorld } from "../support/api/authorization-world.ts";
import { type Principal, principals } from "../support/api/authorization-rows.ts";
import { insertList } from "../support/api/bodies.ts";
import type { Schema } from "../support/api/openapi-arbitraries.ts";
import {
  documentedOperations,
  type Documented,
  type GeneratedRequest,
  type Known,
  requestsTo,
} from "../support/api/openapi-requests.ts";
import type { Answer } from "../support/api/site.ts";

/** `npm run lab -- openapi` uses more requests and both engines. */
const total = Number(process.env["OPENAPI_REQUESTS"] ?? 1_800);
const seed = Number(process.env["OPENAPI_SEED"] ?? 20_261_121);
const engines = (process.env["OPENAPI_ENGINES"] ?? "sqlite").split(",") as Engine[];
/** The least number of successes of each operation. */
const successes = total >= 5_000 ? 10 : 1;
/**
 * This operation needs a login that waits for its code, which no principal has. A test in tests/people
 * covers it.
 */
const WAITING = "giveSignInCode";
/**
 * The calls for one pile need a pile of the requester with papers. tests/archive/pile-uploads.site.test.ts and the
 * authorization matrix cover them.
 */
const OF_PILE = "/piles/{id}";
/**
 * A decision needs the current version of an item, the calls for one decision need a decision of the requester, and a
 * preview needs exactly the fields of its action, with either items or a filter, which random bodies almost never have.
 * src/server/moderating/desk and the authorization matrix cover them.
 */
const OF_DESK = /^\/desk\/(?:items\/\{id\}\/decide|decisions|preview)/;

async function known({ archive, people, targets }: MatrixWorld): Promise<Known> {
  const candidates = [];
  for (let index = 0; index < 20; index += 1)
    candidates.push(await insertPerson(archive, `candidate${index}`));
  // No request changes this question's status, so answers to it can always succeed.
  const answerable = await insertItem(archive, "question");
  const course = { university: "Sample University", code: "API 101" };
  await insertItem(archive, "question", { fields: course });
  const lists: Partial<Record<Principal, string>> = {};
  for (const name of principals)
    if (name !== "visitor") lists[name] = await insertList(archive, people[name].email);
  return {
    course,
    idsOf: (tag, principal) => {
      if (tag === "Saved lists") return [lists[principal] ?? ""];
      if (tag === "Desk") return [targets.Pending["question"] ?? "", targets.Approved["question"] ?? ""];
      const kind = kinds.find(({ words }) => words.en.many === tag)?.name ?? "";
      return Object.values(targets).map((ids) => ids[kind] ?? "");
    },
    questionIds: [...Object.values(targets).map((ids) => ids["question"] ?? ""), answerable],
    emailOf: (principal) => people[principal].email,
    candidates,
    password: TEST_PASSWORD,
  };
}

/** Parses a response with the schema that the document has for its status. */
function responseChecks(errors: Schema): (operation: Documented, answer: Answer) => string | undefined {
  const parsers = new Map<Schema, z.ZodType>();
  return ({ responses }, { status, body, text }) => {
    const described = responses[String(status)];
    if (status < 400 && !described) return `${status} is not in the document`;
    const schema = described?.content["application/json"].schema ?? errors;
    const parser = parsers.get(schema) ?? z.fromJSONSchema(schema as never);
    parsers.set(schema, parser);
    const parsed = parser.safeParse(body);
    return parsed.success
      ? undefined
      : `${status} ${text.slice(0, 300)}: ${parsed.error.message.slice(0, 300)}`;
  };
}

/** A number of the operation, so that a new operation doesn't change the requests to the others. */
const seedOf = (operationId: string): number =>
  [...operationId].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_000, 0);

function send(
  { people }: MatrixWorld,
  { operation, as, path, body, contentType }: GeneratedRequest,
): Promise<Answer> {
  const headers: Record<string, string> =
    body === undefined || contentType === "" ? {} : { "content-type": contentType };
  return people[as].send(path, {
    method: operation.method,
    headers,
    ...(body === undefined ? {} : { body: Buffer.from(body) }),
  });
}

test("the schema check finds an extra field, a missing field and a wrong type", () => {
  const text = { type: "string" };
  const schema = { type: "object", properties: { a: text }, required: ["a"], additionalProperties: false };
  const operation = {
    responses: { 200: { content: { "application/json": { schema: { type: "array", items: schema } } } } },
  };
  const problem = (body: unknown, status = 200) =>
    responseChecks(schema)(operation as unknown as Documented, {
      status,
      body,
      text: "",
      headers: new Headers(),
    });
  expect(problem([{ a: "x" }])).toBeUndefined();
  for (const body of [[{ a: "x", b: 1 }], [{}], [{ a: 1 }], { a: "x" }, undefined])
    expect(problem(body)).toBeDefined();
  expect(problem([], 201)).toBeDefined();
});

describe.each(engines)("requests from the OpenAPI document on %s", (engine) => {
  test(
    `answers at least ${total / engines.length} requests of all principals as documented, never with a 5xx`,
    { timeout: 600_000 },
    async () => {
      const world = await openMatrixWorld(undefined, engine);
      const document = (await world.visitor.get("/api/openapi.json")).body;
      const operations = documentedOperations(document);
      const people = await known(world);
      const check = responseChecks(document.components.schemas.Error);
      const each = Math.ceil(total / engines.length / operations.length);
      const classes: Record<string, number> = {};
      const succeeded: Record<string, number> = {};
      const wrong: string[] = [];

      const ask = async (operation: Documented, round: number) => {
        const sampled = { seed: seed + seedOf(operation.operationId) + round, numRuns: each };
        for (const request of fc.sample(requestsTo(operation, people), sampled)) {
          const answer = await send(world, request);
          const problem = answer.status >= 500 ? `${answer.status} ${answer.text}` : check(operation, answer);
          if (problem)
            wrong.push(
              `${operation.method} ${request.path.slice(0, 200)} as ${request.as}, ${request.body?.slice(0, 300)}: ${problem}`,
            );
          const group = `${Math.floor(answer.status / 100)}xx`;
          classes[group] = (classes[group] ?? 0) + 1;
          succeeded[operation.operationId] =
            (succeeded[operation.operationId] ?? 0) + (answer.status < 300 ? 1 : 0);
          // A logout makes the principal a visitor, and a confirmed login changes its token.
          if (["signOut", "confirmSignIn"].includes(operation.operationId)) await world.revive();
        }
      };
      const isTested = ({ path, operationId }: Documented) =>
        operationId !== WAITING && !path.startsWith(OF_PILE) && !OF_DESK.test(path);
      for (const operation of operations) {
        await ask(operation, 0);
        // A few requests can all miss by chance.
        for (
          let round = 1;
          round <= 3 && isTested(operation) && !succeeded[operation.operationId];
          round += 1
        )
          await ask(operation, round);
      }
      console.log(report(engine, classes, succeeded));
      expect(wrong).toEqual([]);
      expect(world.site.faults).toEqual([]);
      const few = operations.filter(
        (operation) => isTested(operation) && (succeeded[operation.operationId] ?? 0) < successes,
      );
      expect(few.map(({ operationId }) => operationId)).toEqual([]);
      await world.archive.close();
    },
  );
});

function report(engine: string, classes: Record<string, number>, succeeded: Record<string, number>): string {
  const groups = Object.entries(classes)
    .toSorted()
    .map(([group, count]) => `${count} ${group}`)
    .join(", ");
  const sum = Object.values(classes).reduce((all, count) => all + count, 0);
  const each = Object.entries(succeeded)
    .map(([id, count]) => `${id} ${count}`)
    .join(", ");
  return `openapi requests on ${engine}, seed ${seed}: ${sum} requests: ${groups}\n2xx of each operation: ${each}`;
}
