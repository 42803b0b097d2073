import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { apiOperations } from "../../src/api/api.ts";
import type { Operation } from "../../src/api/operation.ts";
import { engines } from "../support/platform/archive.ts";
import { pathsTo, requiredFields, rowCounts, validBodies } from "../support/api/bodies.ts";
import type { Answer } from "../support/api/site.ts";
import { openWorld, type World } from "../support/api/world.ts";

const declared = apiOperations({ services: {} as never, origin: "http://127.0.0.1:3000" });
const withBody = declared
  .filter((operation) => operation.body)
  .map((operation) => [operation.id, operation] as const);
/** Fields for texts of more than 20,000 characters. */
const LONG = new Set(["blog", "links"]);
const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
const deep = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

describe.each(engines)("calls with bad bodies on %s", (engine) => {
  let world: World;
  let bodyOf: (operation: Operation) => Record<string, unknown>;
  let pathOf: (operation: Operation) => string;
  /** The responses that are not the expected refusal. */
  let wrong: string[];
  let before: Record<string, number>;

  beforeAll(async () => {
    world = await openWorld(engine);
    bodyOf = await validBodies(world.archive, world.admin.email);
    pathOf = await pathsTo(world.archive, world.admin.email);
    before = await rowCounts(world.archive);
  });
  beforeEach(() => {
    wrong = [];
  });
  afterAll(() => world.archive.close());

  const send = (
    operation: Operation,
    body: BodyInit,
    headers: Record<string, string> = { "content-type": "application/json" },
  ) => world.admin.send(pathOf(operation), { method: operation.method.toUpperCase(), headers, body });

  /** A refusal is a 4xx with a message; `field` is the field that it must name. */
  function refused(
    name: string,
    { status, body, text }: Answer,
    expected: number[] = [400],
    field?: string,
  ): void {
    const { code, message, fields } = body?.error ?? {};
    const says = typeof code === "string" && typeof message === "string" && message.length > 10;
    // A value inside a list or an object is named by its path.
    const named =
      field && Object.keys(fields ?? {}).find((one) => one === field || one.startsWith(`${field}.`));
    const problem = fields?.[named ?? field ?? ""];
    const names = field === undefined || (typeof problem === "string" && problem.length > 5);
    if (!expected.includes(status) || !says || !names) wrong.push(`${name}: ${status} ${text.slice(0, 300)}`);
  }

  /** Sends the operation's valid body with one field changed. */
  async function changed(
    operation: Operation,
    field: string,
    value: unknown,
    expected = [400],
  ): Promise<void> {
    const body = JSON.stringify({ ...bodyOf(operation), [field]: value });
    refused(
      `${field} = ${JSON.stringify(value)?.slice(0, 40)}`,
      await send(operation, body),
      expected,
      expected.includes(413) ? undefined : field,
    );
  }

  /**
   * The wrong responses and the current tables, then the expected values: no wrong response and unchanged
   * tables.
   */
  async function outcome() {
    const found = { wrong, counts: await rowCounts(world.archive), faults: world.site.faults };
    return [found, { wrong: [], counts: before, faults: [] }] as const;
  }

  test.each(withBody)("%s refuses a body that is not a JSON object", async (_id, operation) => {
    const texts = [
      "{",
      '{"a":',
      "{'a':1}",
      '{"a":1}}',
      "nul",
      "NaN",
      "\u0000",
      deep(100_000).slice(1),
      "--",
      '{"a":"\n"}',
    ];
    if (!operation.body?.safeParse(undefined).success) texts.push("");
    for (const text of texts) refused(text.slice(0, 20), await send(operation, text));
    for (const text of [
      "[]",
      "null",
      '"x"',
      "1",
      "true",
      deep(100_000),
      `[${JSON.stringify(bodyOf(operation))}]`,
    ]) {
      refused(text.slice(0, 20), await send(operation, text), [400], "");
    }
    const bytes = (text: string) => Buffer.from(text, "latin1");
    for (const text of [
      '{"a":"\xff"}',
      '{"a":"\xc0\x80"}',
      '{"a":"\xed\xa0\x80"}',
      '{"a":"\xf0\x28\x8c\x28"}',
      "\xff\xfe{\x00}\x00",
    ]) {
      refused(JSON.stringify(text), await send(operation, bytes(text)));
    }
    const [found, none] = await outcome();
    expect(found).toEqual(none);
  });

  test.each(withBody)("%s refuses unknown fields", async (_id, operation) => {
    for (const name of [
      "extra",
      "__proto__",
      "constructor",
      "prototype",
      "toString",
      "hasOwnProperty",
      "_id",
      "role",
      "",
      "a.b",
      "ক",
    ]) {
      const [open, ...rest] = JSON.stringify({ first: 1, ...bodyOf(operation) }).split('"first":1');
      const text = `${open}${JSON.stringify(name)}:1${rest.join("")}`;
      refused(name, await send(operation, text), [400], name);
    }
    refused("deep", await send(operation, `{"extra":${deep(100_000)}}`), [400], "extra");
    const [found, none] = await outcome();
    expect(found).toEqual(none);
  });

  test.each(withBody)(
    "%s refuses fields that are missing, blank or of the wrong type",
    async (_id, operation) => {
      const body = bodyOf(operation);
      for (const field of requiredFields(operation, body)) {
        const { [field]: _left, ...rest } = body;
        refused(`no ${field}`, await send(operation, JSON.stringify(rest)), [400], field);
        // At login a blank password is a wrong password, not a missing one.
        const blanks =
          field === "password" ? [""] : ["", "   ", "\n\t", "\u00a0\u2003", "\u200b\u200d", "\u3164"];
        for (const blank of blanks) await changed(operation, field, blank);
      }
      for (const field of Object.keys(body)) {
        for (const value of [null, true, [], {}, ["x"], { a: 1 }]) {
          // Objects of values, and ids that no row has any more, have the right type.
          if (field === "values" ? isObject(value) : field === "rows" && JSON.stringify(value) === '["x"]')
            continue;
          // `sendPile` without rows only stores the choice about the rest.
          if (operation.id === "sendPile" && Array.isArray(value) && value.length === 0) continue;
          await changed(operation, field, value);
        }
        const text = JSON.stringify({ ...body, [field]: "DEEP" }).replace('"DEEP"', deep(100_000));
        refused(`deep ${field}`, await send(operation, text), [400], field);
      }
      const [found, none] = await outcome();
      expect(found).toEqual(none);
    },
  );

  test.each(withBody)("%s refuses texts that are too long or can't be shown", async (_id, operation) => {
    for (const field of Object.keys(bodyOf(operation))) {
      await changed(operation, field, "x".repeat(1_100_000), [400, 413]);
      await changed(operation, field, "ক".repeat(400_000), [400, 413]);
      if (!LONG.has(field)) await changed(operation, field, "x".repeat(20_000));
      for (const text of [
        "a\u0000b",
        "\u0000",
        "a\u0007b",
        "\u001b[31m",
        "a\u0085b",
        "\ud800",
        "a\udfffb",
        "\udc00\ud800",
      ])
        await changed(operation, field, text);
    }
    const [found, none] = await outcome();
    expect(found).toEqual(none);
  });

  test.each(withBody)(
    "%s refuses a number in a text field and a text in a number field",
    async (_id, operation) => {
      const numeric = new Set([
        "version",
        "year",
        "edition",
        "semester",
        "set",
        "solveNumber",
        "roll",
        "rating",
      ]);
      for (const field of Object.keys(bodyOf(operation))) {
        if (!numeric.has(field)) await changed(operation, field, 5);
      }
      const years = [1949, 3000, -2019, 2019.5, 1e300, "19", "year", "2019x", "0x7E3"];
      if ("year" in bodyOf(operation)) for (const year of years) await changed(operation, "year", year);
      if ("rating" in bodyOf(operation))
        for (const rating of [0, 0.5, 1.25, 5.5, -1, "6", "1e0", "five"])
          await changed(operation, "rating", rating);
      const [found, none] = await outcome();
      expect(found).toEqual(none);
    },
  );

  test.each(withBody.filter(([, operation]) => operation.id.endsWith("StatusUpdate")))(
    "%s refuses an unknown status",
    async (_id, operation) => {
      for (const status of [
        "Done",
        "Approve",
        "approvedd",
        "Approved,Pending",
        "0",
        "__proto__",
        "constructor",
      ])
        await changed(operation, "status", status);
      const [found, none] = await outcome();
      expect(found).toEqual(none);
    },
  );

  test.each(withBody)("%s refuses invalid links, emails and choices", async (_id, operation) => {
    const body = bodyOf(operation);
    const links = [
      "javascript:alert(1)",
      "http://drive.google.com/file/d/x/view",
      "https://localhost/x",
      "https://10.0.0.1/x",
      "drive",
      "https://a:b@example.edu/",
      "https://drive.google.com/drive/folders/1",
      "data:text/html,x",
      "//example.edu/a",
    ];
    for (const field of ["driveLink", "solveDriveLink", "blogImg"]) {
      if (field in body) for (const link of links) await changed(operation, field, link);
    }
    if ("photoURL" in body)
      for (const link of [
        "javascript:alert(1)",
        "http://example.edu/a.png",
        "me.png",
        "https://a:b@example.edu/",
      ])
        await changed(operation, "photoURL", link);
    if ("blogImg" in body)
      for (const data of [
        "data:image/svg+xml;base64,PHN2Zz4=",
        "data:image/png;base64,AAAA",
        "data:image/png;base64,****",
        "data:,",
        `data:image/png;base64,${"A".repeat(2_799_000)}`,
      ])
        await changed(operation, "blogImg", data);
    if ("email" in body)
      for (const email of [
        "a",
        "a@b",
        "@example.edu",
        "a@@example.edu",
        "a b@example.edu",
        "a@example.edu, b@example.edu",
        "a@example.edu\u0000",
        `${"a".repeat(250)}@example.edu`,
        "<a@example.edu>",
      ])
        await changed(operation, "email", email);
    if ("examType" in body)
      for (const type of ["oral", "Final,Mid"]) await changed(operation, "examType", type);
    if ("term" in body) for (const term of ["monsoon", "Fall,Spring"]) await changed(operation, "term", term);
    if ("set" in body) for (const set of ["ABC", "A,B", "-"]) await changed(operation, "set", set);
    if ("questionId" in body)
      for (const id of ["a b", "../x", "'; drop table resource", "x".repeat(65)])
        await changed(operation, "questionId", id);
    const [found, none] = await outcome();
    expect(found).toEqual(none);
  });
});
