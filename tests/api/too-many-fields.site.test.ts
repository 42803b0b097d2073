import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { payloadOf } from "../support/archive/factories.ts";
import { openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { manyFields, VISITOR_FORMS } from "../support/api/many-fields.ts";
import { type Answer, type Client, openSite } from "../support/api/site.ts";

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const JSON_TYPE = { "content-type": "application/json" };

let archive: TestArchive;
let site: ReturnType<typeof openSite>;
let student: Client;
let visitor: Client;

beforeAll(async () => {
  archive = await openTestArchive("sqlite");
  site = openSite(archive, await builtPages());
  student = site.as((await archive.signUp("Student")).cookie);
  visitor = site.as();
});
afterAll(async () => {
  expect(site.faults).toEqual([]);
  await archive.close();
});

const post = (
  who: Client,
  path: string,
  body: BodyInit,
  headers: Record<string, string> = {},
): Promise<Answer> => who.send(path, { method: "POST", body, headers });

describe.each(VISITOR_FORMS)("the form %s", (path) => {
  test("refuses 40,000 fields from a visitor, and 140,000 because of their size, with a short response", async () => {
    const fields = await post(visitor, path, manyFields(40_000), FORM);
    expect(fields.status).toBe(400);
    expect(fields.text.length).toBeLessThan(100_000);
    const size = await post(visitor, path, manyFields(140_000), FORM);
    expect(size.status).toBe(413);
    expect(size.text.length).toBeLessThan(100_000);
  });
});

test("a student's form of 25 MB with 300,000 parts is refused with a short response", async () => {
  const part = (index: number) =>
    `--b\r\nContent-Disposition: form-data; name="${index.toString(36)}"\r\n\r\n\r\n`;
  const body = Array.from({ length: 300_000 }, (_, index) => part(index)).join("");
  const answer = await post(student, "/dashboard/add-notes", body, {
    "content-type": "multipart/form-data; boundary=b",
  });
  expect(answer.status).toBe(400);
  expect(answer.text.length).toBeLessThan(100_000);
});

test("a call refuses more than 100 keys at any depth, and accepts strings with colons", async () => {
  const keys = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join()}}`;
  const many = await post(student, "/api/postBlogs", keys(200_000), JSON_TYPE);
  expect([many.status, many.body.error.code]).toEqual([400, "too_many_fields"]);
  const nested = await post(student, "/api/postBlogs", `{"blog":[${keys(101)}]}`, JSON_TYPE);
  expect(nested.body.error.code).toBe("too_many_fields");
  const blog = { ...payloadOf("blog"), blog: 'a: "b:" \\"c: d\\":'.repeat(1_000) };
  expect((await post(student, "/api/postBlogs", JSON.stringify(blog), JSON_TYPE)).status).toBe(201);
});

test("a response names at most 20 problems", async () => {
  const body = Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`unknown${index}`, "x"]));
  const { status, body: answer } = await post(student, "/api/postBlogs", JSON.stringify(body), JSON_TYPE);
  expect(status).toBe(400);
  expect(Object.keys(answer.error.fields)).toHaveLength(20);
});

test("a refused form shows its own fields again, and drops unknown fields", async () => {
  const typed = "name=Rahima&email=nobody&sub=Canary&mess=&hidden=UNKNOWNCANARY";
  const { status, text } = await post(visitor, "/contact", typed, FORM);
  expect(status).toBe(400);
  expect(text).toContain('value="Rahima"');
  expect(text).toContain('value="Canary"');
  expect(text).not.toContain("UNKNOWNCANARY");
});
