import { afterAll, beforeAll, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { insertItem, payloadOf } from "../support/archive/factories.ts";
import { openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { openSite } from "../support/api/site.ts";
import { en } from "../../src/shared/messages/en.ts";

let archive: TestArchive;
let student: ReturnType<ReturnType<typeof openSite>["as"]>;
let admin: typeof student;
let uploader: Awaited<ReturnType<TestArchive["signUp"]>>["actor"];

beforeAll(async () => {
  archive = await openTestArchive("sqlite");
  const site = openSite(archive, await builtPages());
  const signedUp = await archive.signUp("Rahim");
  uploader = signedUp.actor;
  student = site.as(signedUp.cookie);
  admin = site.as((await archive.signUp("Admin", "admin")).cookie);
});
afterAll(() => archive.close());

const post = (who: typeof student, path: string, fields: Record<string, unknown>) =>
  who.send(path, { method: "POST", body: new URLSearchParams(fields as Record<string, string>) });
const book = (status: "Pending" | "Approved" = "Pending") =>
  insertItem(archive, "book", { status, uploader, fields: { bookName: "The Book" } });
const MANAGE = "/admin-dashboard/admin-books";

test("cancelling without a reason shows the problem at the reason field of that row", async () => {
  const id = await book();
  const refused = await post(admin, MANAGE, { id, status: "Cancelled", reason: " ", version: "1" });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(`href="#reason-${id}"`);
  expect(refused.text).toContain(`id="reason-${id}-problem"`);
  expect(refused.text).toContain("Reason is required");
  const done = await post(admin, MANAGE, { id, status: "Cancelled", reason: "Blurred", version: "1" });
  expect([done.status, done.headers.get("location")]).toEqual([303, MANAGE]);
  for (const path of ["/dashboard", "/dashboard/my-books"])
    expect((await student.get(path)).text).toContain("Reason: Blurred");
});

test("deleting from the queue without a reason shows the problem in that row, which stays open", async () => {
  const id = await book();
  const path = "/admin-dashboard/manage-questions";
  const refused = await post(admin, path, { id, act: "delete", reason: " " });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(`href="#reason-${id}-delete">Reason is required`);
  expect(refused.text).toMatch(
    new RegExp(`<details class="admin-drop" open="">.*?id="reason-${id}-delete-problem"`, "s"),
  );
  expect(refused.text.match(/<details class="admin-drop" open="">/g)).toHaveLength(1);
});

test.each([
  [MANAGE, { status: "Approved" }],
  ["/admin-dashboard/manage-questions", { kind: "book", act: "approve" }],
])("%s refuses to approve an item that has changed, and shows its new version", async (path, fields) => {
  const id = await book();
  await post(student, `/dashboard/edit/${id}`, payloadOf("book", { bookName: `Changed at ${path}` }));
  const refused = await post(admin, path, { id, version: "1", ...fields });
  expect(refused.status).toBe(409);
  expect(refused.text).toContain(en.errors.changed_since);
  expect(refused.text).toContain(`Changed at ${path}`);
  expect((await post(admin, path, { id, version: "2", ...fields })).status).toBe(303);
});

test("an edit form shows the stored values, and shows the typed values again after a refusal", async () => {
  const id = await book("Approved");
  const form = await student.get(`/dashboard/edit/${id}`);
  expect(form.text).toContain('value="The Book"');
  expect(form.text).toContain("The approved version stays public until an admin decides on your change.");
  const fields = payloadOf("book", { bookName: "Typed", year: "soon", version: "1" });
  const refused = await post(student, `/dashboard/edit/${id}`, fields);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('value="Typed"');
  expect(refused.text).toContain("Year must be from 1950");
  const done = await post(student, `/dashboard/edit/${id}`, { ...fields, year: "2019" });
  expect([done.status, done.headers.get("location")]).toEqual([303, "/dashboard/my-books"]);
  expect((await student.get("/dashboard/my-books")).text).toContain(en.changes.approvedWaiting);
  const again = await student.get(`/dashboard/edit/${id}`);
  expect(again.text).toContain('value="Typed"');
  expect((await admin.get("/admin-dashboard/manage-questions")).text).toContain(en.changes.title);
});

test("a form does not overwrite a newer change from another tab, and keeps the typed text", async () => {
  const id = await book("Approved");
  const path = `/dashboard/edit/${id}`;
  const typed = (bookName: string) => ({ ...payloadOf("book", { bookName }), version: "1", change: "" });
  expect((await post(student, path, typed("One tab"))).status).toBe(303);
  const refused = await post(student, path, typed("Other tab"));
  expect(refused.status).toBe(409);
  expect(refused.text).toContain(en.errors.changed_since);
  expect(refused.text).toContain('value="Other tab"');
  const change = /name="change" value="(\w+)"/.exec(refused.text)?.[1];
  expect((await post(student, path, { ...typed("Other tab"), change })).status).toBe(303);
  const { text } = await admin.get(`/admin-dashboard/change/${id}`);
  expect(text).toContain("Other tab");
});

test("a contributor requests a deletion from the list, and an admin grants it and restores the item", async () => {
  const id = await book("Approved");
  expect((await post(student, "/dashboard/my-books", { id })).status).toBe(303);
  expect((await student.get("/dashboard/my-books")).text).toContain(en.removal.requested);
  expect((await admin.get("/admin-dashboard/delete-requests")).text).toContain("The Book");
  await post(admin, "/admin-dashboard/delete-requests", { id, outcome: "granted" });
  expect((await student.get("/dashboard/my-books")).text).toContain(en.removal.removed);
  expect((await post(admin, MANAGE, { id, act: "restore" })).status).toBe(303);
  expect((await admin.get(`/api/book/${id}`)).body.status).toBe("Approved");
});

test("the admin dashboard shows the weeks in a chart and in a table", async () => {
  const { text } = await admin.get("/admin-dashboard");
  expect(text).toContain("Hello, Admin");
  expect(text).toMatch(/<svg [^>]*role="img"[^>]*aria-label="Contributions in the last twelve/);
  expect(text.match(/<th scope="row">/g)).toHaveLength(12);
});
