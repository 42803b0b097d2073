import { afterAll, beforeAll, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { driveLink, insertItem, payloadOf } from "../support/archive/factories.ts";
import { openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { openSite } from "../support/api/site.ts";
import { en } from "../../src/shared/messages/en.ts";

let archive: TestArchive;
let visitor: ReturnType<ReturnType<typeof openSite>["as"]>;
let student: typeof visitor;
let admin: typeof visitor;
let uploader: Awaited<ReturnType<TestArchive["signUp"]>>["actor"];

beforeAll(async () => {
  archive = await openTestArchive("sqlite");
  const site = openSite(archive, await builtPages());
  uploader = (await archive.signUp("Rahim")).actor;
  visitor = site.as("");
  student = site.as((await archive.signUp("Karim")).cookie);
  admin = site.as((await archive.signUp("Admin", "admin")).cookie);
});
afterAll(() => archive.close());

const ADD = "/dashboard/add-books";
const post = (who: typeof student, path: string, fields: Record<string, unknown>) =>
  who.send(path, { method: "POST", body: new URLSearchParams(fields as Record<string, string>) });
const book = (status: "Pending" | "Approved", link: string) =>
  insertItem(archive, "book", { status, uploader, fields: { bookName: "The Very Book", driveLink: link } });
const fileIn = (link: string) => link.slice(32, 65);

test("the form shows the duplicate of a known link before it stores anything, and the student can send the form anyway", async () => {
  const link = driveLink();
  const id = await book("Approved", link);
  const fields = payloadOf("book", {
    bookName: "Chapter <4>",
    driveLink: `https://drive.google.com/open?id=${fileIn(link)}`,
  });
  const asked = await post(student, ADD, fields);
  expect(asked.status).toBe(409);
  expect(asked.text).toContain(en.similar.title);
  expect(asked.text).toContain(`<a href="/book-details/${id}">The Very Book · 2019</a>`);
  expect(asked.text).toMatch(/<button[^>]* value="similar" name="confirmed">Send anyway/);
  expect(asked.text).toContain('value="Chapter &lt;4&gt;"');
  expect((await student.get("/dashboard/my-books")).text).not.toContain("Chapter");

  const sent = await post(student, ADD, { ...fields, confirmed: "similar" });
  expect([sent.status, sent.headers.get("location")]).toEqual([303, "/dashboard/my-books"]);
  expect((await student.get("/dashboard/my-books")).text).toContain("Chapter");
  const queue = await admin.get("/admin-dashboard/manage-questions");
  const [, compare = ""] =
    /href="(\/admin-dashboard\/compare\/[^"]+)"[^>]*>1 possible duplicate/.exec(queue.text) ?? [];
  const beside = (await admin.get(compare)).text;
  expect(beside).toContain("The same link (sure)");
  expect(beside).toContain(`<a href="/book-details/${id}">The Very Book</a>`);
});

test("a student who sends the link of a pending item learns only that it is waiting", async () => {
  const link = driveLink();
  const id = await book("Pending", link);
  const asked = await post(student, ADD, payloadOf("book", { driveLink: link }));
  expect(asked.status).toBe(409);
  expect(asked.text).toContain("Their contribution is waiting for a moderator.");
  expect(asked.text).not.toContain("The Very Book");
  expect(asked.text).not.toContain(id);
});

test("the form shows invalid fields before duplicates, and only its button confirms a duplicate", async () => {
  const link = driveLink();
  await book("Approved", link);
  const fields = payloadOf("book", { driveLink: link });
  const wrong = await post(student, ADD, { ...fields, year: "soon" });
  expect(wrong.status).toBe(400);
  expect(wrong.text).not.toContain(en.similar.title);
  expect((await post(student, ADD, { ...fields, confirmed: "yes" })).status).toBe(409);
});

test("the API call accepts a known link without a confirmation", async () => {
  const link = driveLink();
  await book("Approved", link);
  const sent = await student.send("/api/postBooks", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(payloadOf("book", { driveLink: link })),
  });
  expect(sent.status).toBe(201);
});

test("a button beside Download reports a broken link, and a second press adds no report", async () => {
  const id = await book("Approved", driveLink());
  const page = `/book-details/${id}`;
  const shown = await visitor.get(page);
  expect(shown.text).toMatch(
    new RegExp(
      `<form action="${page}" method="post"><button[^>]* value="brokenLink" name="act">${en.brokenLink.button}`,
    ),
  );
  for (const words of [en.brokenLink.detail.noted, en.brokenLink.detail.again]) {
    const response = await post(visitor, page, { act: "brokenLink" });
    expect([response.status, response.headers.get("location")]).toEqual([303, page]);
    const cookie = response.headers.getSetCookie().find((line) => line.includes("toast")) ?? "";
    const after = await visitor.send(page, { headers: { cookie: cookie.split(";")[0] as string } });
    expect(after.text).toContain(en.brokenLink.title);
    expect(after.text).toContain(words);
  }
});

test("an item that has no link or is not public has no button for a broken link", async () => {
  const blog = await insertItem(archive, "blog");
  const pending = await book("Pending", driveLink());
  for (const path of [`/blog-details/${blog}`, `/book-details/${pending}`]) {
    const shown = await admin.get(path);
    expect(shown.status).toBe(200);
    expect(shown.text).not.toContain("brokenLink");
  }
});
