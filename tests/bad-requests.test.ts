import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { apiOperations } from "../src/api/api.ts";
import type { Operation } from "../src/api/operation.ts";
import { kinds } from "../src/shared/kinds/index.ts";
import { insertOneOfEach } from "./factories.ts";
import { engines } from "./support/archive.ts";
import { pathsTo, rowCounts, validBodies } from "./support/bodies.ts";
import type { Answer } from "./support/site.ts";
import { openWorld, type World } from "./support/world.ts";

const declared = apiOperations({ services: {} as never, origin: "http://127.0.0.1:3000" });
const named = declared.map((operation) => [operation.id, operation] as const);
const withBody = named.filter(([, operation]) => operation.body);
const KB = 1_024;

describe.each(engines)("bad requests on %s", (engine) => {
  let world: World;
  let bodyOf: (operation: Operation) => Record<string, unknown>;
  let pathOf: (operation: Operation) => string;
  let before: Record<string, number>;
  let wrong: string[];

  beforeAll(async () => {
    world = await openWorld(engine);
    bodyOf = await validBodies(world.archive, world.admin.email);
    pathOf = await pathsTo(world.archive, world.admin.email);
  });
  beforeEach(async () => {
    wrong = [];
    before = await rowCounts(world.archive);
  });
  afterAll(() => world.archive.close());

  function expectAnswer(
    name: string,
    { status, body, text }: Answer,
    expected: number,
    field?: string,
  ): void {
    const { message, fields } = body?.error ?? {};
    const says = expected < 400 || (typeof message === "string" && message.length > 10);
    const names = field === undefined || (typeof fields?.[field] === "string" && fields[field].length > 5);
    if (status !== expected || !says || !names) wrong.push(`${name}: ${status} ${text.slice(0, 300)}`);
  }

  /** What went wrong, against what was to be: nothing, and the tables as they were. */
  async function outcome() {
    const found = { wrong, counts: await rowCounts(world.archive), faults: world.site.faults };
    return [found, { wrong: [], counts: before, faults: [] }] as const;
  }

  /** A body of unknown length, in pieces. */
  const streamed = (bytes: Uint8Array): RequestInit & { duplex: "half" } => ({
    duplex: "half",
    body: new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 64 * KB)
          controller.enqueue(bytes.subarray(at, at + 64 * KB));
        controller.close();
      },
    }),
  });

  test.each(withBody)("%s: wrong content types", async (_id, operation) => {
    const [method, body] = [operation.method.toUpperCase(), JSON.stringify(bodyOf(operation))];
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/jsonx",
      "text/json",
      "json",
    ]) {
      expectAnswer(
        type,
        await world.admin.send(pathOf(operation), { method, body, headers: { "content-type": type } }),
        415,
      );
    }
    expectAnswer("none", await world.admin.send(pathOf(operation), { method, body: Buffer.from(body) }), 415);
    const [found, none] = await outcome();
    expect(found).toEqual(none);
  });

  test.each(withBody)("%s: bodies that are too large, announced or streamed", async (_id, operation) => {
    const [method, headers] = [operation.method.toUpperCase(), { "content-type": "application/json" }];
    for (const size of [4_096 * KB, (operation.maxBody ?? 256 * KB) + 1]) {
      const body = Buffer.from(`"${"x".repeat(size - 2)}"`);
      const announced = { ...headers, "content-length": String(size) };
      expectAnswer(
        `${size} announced`,
        await world.admin.send(pathOf(operation), { method, headers: announced, body }),
        413,
      );
      expectAnswer(
        `${size} streamed`,
        await world.admin.send(pathOf(operation), { method, headers, ...streamed(body) }),
        413,
      );
    }
    for (const text of ["{", "[1]"]) {
      const bad = { method, headers, ...streamed(Buffer.from(text)) };
      expectAnswer(`${text} streamed`, await world.admin.send(pathOf(operation), bad), 400);
    }
    const [found, none] = await outcome();
    expect(found).toEqual(none);
  });

  test("a streamed body that is right is taken", async () => {
    for (const [, operation] of withBody.filter(([id]) => !/sign/i.test(id))) {
      const init = {
        method: operation.method.toUpperCase(),
        headers: { "content-type": "Application/JSON; charset=utf-8" },
      };
      const answer = await world.admin.send(pathOf(operation), {
        ...init,
        ...streamed(Buffer.from(JSON.stringify(bodyOf(operation)))),
      });
      expectAnswer(operation.id, answer, operation.status ?? 200);
    }
    expect(wrong).toEqual([]);
  });

  test.each(named)("%s: wrong methods are told the right ones", async (_id, operation) => {
    for (const path of operation.paths) {
      const address = `/api${path.replace("{email}", "a@example.edu").replace("{id}", "0".repeat(24))}`;
      const right = new Set(
        declared.filter(({ paths }) => paths.includes(path)).map(({ method }) => method.toUpperCase()),
      );
      if (right.has("GET")) right.add("HEAD");
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].filter(
        (candidate) => !right.has(candidate),
      )) {
        // The address of a person whose e-mail is "admin".
        if (address === "/api/users/admin" && method === "GET") continue;
        const answer = await world.admin.send(address, { method });
        expectAnswer(`${method} ${path}`, answer, 405);
        const allow = answer.headers.get("allow")?.split(", ").toSorted();
        if (String(allow) !== String([...right].toSorted()))
          wrong.push(`${method} ${path}: Allow ${String(allow)}`);
      }
    }
    const [found, none] = await outcome();
    expect(found).toEqual(none);
  });

  test("unknown ids, those of another kind and those that are none", async () => {
    const ids = await insertOneOfEach(world.archive);
    before = await rowCounts(world.archive);
    const malformed = [
      "..",
      "%2e%2e",
      "%00",
      "a%20b",
      "x".repeat(65),
      "x".repeat(5_000),
      "'%3B--",
      "%F0%28",
      "__proto__",
      "%E0%A6%95",
      "1%0A",
    ];
    for (const [id, operation] of named) {
      const path = operation.paths[0] as string;
      if (!path.includes("{id}")) continue;
      const owner = kinds.find((kind) => kind.words.en.many === operation.tag)?.name ?? "";
      const mine = operation.id === "questionSolve" ? "question" : owner;
      const foreign = Object.keys(ids)
        .filter((kind) => kind !== mine)
        .map((kind) => ids[kind] as string);
      const init = operation.body
        ? { method: "PUT", headers: { "content-type": "application/json" }, body: '{"status":"Approved"}' }
        : {};
      for (const given of ["0".repeat(24), ...malformed, ...foreign]) {
        const answer = await world.admin.send(`/api${path.replace("{id}", given)}`, init);
        // A browser takes ".." as a way up.
        const leads = given === ".." || given === "%2e%2e" ? answer.status : 404;
        expectAnswer(`${id} ${given.slice(0, 30)}`, answer, leads);
      }
    }
    const [found, none] = await outcome();
    expect(found).toEqual(none);
  });

  test("e-mails that are none, for those who may ask for any", async () => {
    for (const path of declared.flatMap(({ paths }) => paths).filter((one) => one.includes("{email}"))) {
      for (const email of [
        "%00",
        "a%00@example.edu",
        "%E0%A4%A",
        "%F0%28%8C%28",
        "a",
        "'",
        "x".repeat(5_000),
        "__proto__",
        "%ED%A0%80@example.edu",
      ]) {
        expectAnswer(
          `${path} ${email.slice(0, 30)}`,
          await world.admin.get(`/api${path.replace("{email}", email)}`),
          404,
        );
      }
    }
    const [found, none] = await outcome();
    expect(found).toEqual(none);
  });

  test("cookies that are none", async () => {
    for (const cookie of [
      "proshno=",
      "proshno=x",
      "proshno=%E0%A4%A",
      "proshno=a.b",
      "=;=;",
      "proshno",
      `proshno=${"x".repeat(8_000)}`,
      "proshno=\u00e9",
      '__Host-proshno="',
    ]) {
      const answer = await world.site.as(cookie).get(`/api/users/${world.admin.email}`);
      expectAnswer(cookie.slice(0, 30), answer, 404);
    }
    const [found, none] = await outcome();
    expect(found).toEqual(none);
  });

  test("addresses that are none", async () => {
    for (const path of [
      "/api/nothing",
      "/api/users",
      "/api//",
      "/api/allBooks/extra",
      "/api/%00",
      "/api/%E0%A4%A",
      "/api/ALLBOOKS",
      "/api/auth/sign-in",
      "/api/auth/get-session",
      "/api/auth/admin/impersonate-user",
      "/files/x",
      "/files/%00",
    ]) {
      const { status, body } = await world.admin.get(path);
      if (![404, 405].includes(status) || !body?.error?.message) wrong.push(`${path}: ${status}`);
    }
    const [found, none] = await outcome();
    expect(found).toEqual(none);
  });
});
