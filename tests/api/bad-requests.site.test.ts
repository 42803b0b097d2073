import { describe, expect, test } from "vitest";
import { apiOperations } from "../../src/api/api.ts";
import { kinds } from "../../src/shared/kinds/index.ts";
import { insertOneOfEach } from "../support/archive/factories.ts";
import { engines } from "../support/platform/archive.ts";
import { rowCounts } from "../support/api/bodies.ts";
import { useRefusals } from "../support/api/refusals.ts";
import { KB, MB } from "../../src/shared/text/bytes.ts";

const declared = apiOperations({ services: {} as never, origin: "http://127.0.0.1:3000" });
const named = declared.map((operation) => [operation.id, operation] as const);
const withBody = named.filter(([, operation]) => operation.body);

describe.each(engines)("malformed requests on %s", (engine) => {
  const { here, expectAnswer, outcome } = useRefusals(engine);

  /** A body of unknown length, sent in pieces. */
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

  test.each(withBody)("%s refuses every content type except JSON", async (_id, operation) => {
    const [method, body] = [operation.method.toUpperCase(), JSON.stringify(here.bodyOf(operation))];
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
        await here.world.admin.send(here.pathOf(operation), {
          method,
          body,
          headers: { "content-type": type },
        }),
        415,
      );
    }
    expectAnswer(
      "none",
      await here.world.admin.send(here.pathOf(operation), { method, body: Buffer.from(body) }),
      415,
    );
    const [found, none] = await outcome();
    expect(found).toEqual(none);
  });

  test.each(withBody)(
    "%s refuses bodies that are too large, with and without a declared length",
    async (_id, operation) => {
      const [method, headers] = [operation.method.toUpperCase(), { "content-type": "application/json" }];
      for (const size of [4 * MB, (operation.maxBody ?? 256 * KB) + 1]) {
        const body = Buffer.from(`"${"x".repeat(size - 2)}"`);
        const announced = { ...headers, "content-length": String(size) };
        expectAnswer(
          `${size} announced`,
          await here.world.admin.send(here.pathOf(operation), { method, headers: announced, body }),
          413,
        );
        expectAnswer(
          `${size} streamed`,
          await here.world.admin.send(here.pathOf(operation), { method, headers, ...streamed(body) }),
          413,
        );
      }
      for (const text of ["{", "[1]"]) {
        const bad = { method, headers, ...streamed(Buffer.from(text)) };
        expectAnswer(`${text} streamed`, await here.world.admin.send(here.pathOf(operation), bad), 400);
      }
      const [found, none] = await outcome();
      expect(found).toEqual(none);
    },
  );

  test("every call accepts a valid streamed body", async () => {
    for (const [, operation] of withBody.filter(([id]) => !/sign/i.test(id))) {
      const init = {
        method: operation.method.toUpperCase(),
        headers: { "content-type": "Application/JSON; charset=utf-8" },
      };
      const answer = await here.world.admin.send(here.pathOf(operation), {
        ...init,
        ...streamed(Buffer.from(JSON.stringify(here.bodyOf(operation)))),
      });
      expectAnswer(operation.id, answer, operation.status ?? 200);
    }
    expect(here.wrong).toEqual([]);
  });

  test.each(named)(
    "%s answers a wrong method with 405 and a list of the allowed methods",
    async (_id, operation) => {
      for (const path of operation.paths) {
        const address = `/api${path.replace("{email}", "a@example.edu").replace("{id}", "0".repeat(24))}`;
        const right = new Set(
          declared.filter(({ paths }) => paths.includes(path)).map(({ method }) => method.toUpperCase()),
        );
        if (right.has("GET")) right.add("HEAD");
        for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].filter(
          (candidate) => !right.has(candidate),
        )) {
          // GET reads these addresses as those of people with the email "admin" or "moderator".
          if (/^\/api\/users\/(?:admin|moderator)$/.test(address) && method === "GET") continue;
          const answer = await here.world.admin.send(address, { method });
          expectAnswer(`${method} ${path}`, answer, 405);
          const allow = answer.headers.get("allow")?.split(", ").toSorted();
          if (String(allow) !== String([...right].toSorted()))
            here.wrong.push(`${method} ${path}: Allow ${String(allow)}`);
        }
      }
      const [found, none] = await outcome();
      expect(found).toEqual(none);
    },
  );

  test("calls answer 404 to unknown ids, ids of a different kind and malformed ids", async () => {
    const ids = await insertOneOfEach(here.world.archive);
    here.before = await rowCounts(here.world.archive);
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
      // The release of an item that the moderator doesn't hold changes nothing, whatever its id is.
      if (!path.includes("{id}") || id === "releaseDeskItem") continue;
      const owner = kinds.find((kind) => kind.words.en.many === operation.tag)?.name ?? "";
      const mine = operation.id === "questionSolve" ? "question" : owner;
      // The desk has items of every kind.
      const isDesk = operation.tag === "Desk";
      const foreign = Object.keys(ids)
        .filter((kind) => kind !== mine && !isDesk)
        .map((kind) => ids[kind] as string);
      const body =
        isDesk && operation.body ? JSON.stringify(here.bodyOf(operation)) : '{"status":"Approved"}';
      const init = operation.body ? { headers: { "content-type": "application/json" }, body } : {};
      for (const given of ["0".repeat(24), ...malformed, ...foreign]) {
        const method = operation.method.toUpperCase();
        const answer = await here.world.admin.send(`/api${path.replace("{id}", given)}`, { ...init, method });
        // A browser resolves ".." before it sends the address.
        const leads = given === ".." || given === "%2e%2e" ? answer.status : 404;
        expectAnswer(`${id} ${given.slice(0, 30)}`, answer, leads);
      }
    }
    const [found, none] = await outcome();
    expect(found).toEqual(none);
  });

  test("an admin gets 404 or an empty list for a malformed email", async () => {
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
          await here.world.admin.get(`/api${path.replace("{email}", email)}`),
          path.startsWith("/my") ? 200 : 404,
        );
      }
    }
    const [found, none] = await outcome();
    expect(found).toEqual(none);
  });

  test("a malformed cookie is ignored", async () => {
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
      const answer = await here.world.site.as(cookie).get(`/api/users/${here.world.admin.email}`);
      expectAnswer(cookie.slice(0, 30), answer, 404);
    }
    const [found, none] = await outcome();
    expect(found).toEqual(none);
  });

  test("unknown addresses get 404 or 405 with an error message", async () => {
    for (const path of [
      "/api/nothing",
      "/api/users",
      "/api//",
      "/api/allBooks/extra",
      "/api/%00",
      "/api/%E0%A4%A",
      "/API/Nothing",
      "/api/auth/sign-in",
      "/api/auth/get-session",
      "/api/auth/admin/impersonate-user",
      "/files/x",
      "/files/%00",
    ]) {
      const { status, body } = await here.world.admin.get(path);
      if (![404, 405].includes(status) || !body?.error?.message) here.wrong.push(`${path}: ${status}`);
    }
    const [found, none] = await outcome();
    expect(found).toEqual(none);
  });
});
