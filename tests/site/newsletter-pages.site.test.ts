import { afterAll, beforeAll, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import type { SubscribeJob } from "../../src/server/site/newsletter/newsletter.service.ts";
import { openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { type Client, openSite } from "../support/api/site.ts";
import { en } from "../../src/shared/messages/en.ts";

let archive: TestArchive;
let site: ReturnType<typeof openSite>;
let visitor: Client;

beforeAll(async () => {
  archive = await openTestArchive("sqlite", { verifiesEmail: true });
  site = openSite(archive, await builtPages());
  visitor = site.as();
});

afterAll(async () => {
  expect(site.faults).toEqual([]);
  await archive.close();
});

const post = (path: string, body: URLSearchParams | FormData, headers = {}) =>
  visitor.send(path, { method: "POST", body, headers });
const rows = () => archive.db.read.selectFrom("subscription").selectAll().execute();

/** The values of the mail to the last requester. Empties the queue of jobs. */
async function mailed() {
  const jobs = await archive.db.write.deleteFrom("job").returningAll().execute();
  const { id, payload } = jobs.at(-1)!;
  const mail = await archive.services.newsletter.newsletterMail(JSON.parse(payload) as SubscribeJob, id);
  return mail?.params as { token: string };
}

test("the newsletter form shows the same message for every address, and returns to its page", async () => {
  const subscribe = (email: string, from: string) =>
    post("/newsletter", new URLSearchParams({ email, from }));
  const unknown = await subscribe("rahim@example.edu", "/forum?a=b");
  expect([unknown.status, unknown.headers.get("location")]).toEqual([303, "/forum?a=b"]);
  await archive.services.newsletter.confirm((await mailed()).token);
  const known = await subscribe("rahim@example.edu", "/forum?a=b");
  expect([known.status, known.text]).toEqual([303, unknown.text]);
  expect(known.headers.getSetCookie()).toEqual(unknown.headers.getSetCookie());
  expect(decodeURIComponent(known.headers.get("set-cookie") as string)).toContain(en.newsletter.thanks);
  const away = await subscribe("karim@example.edu", "//evil.example");
  expect(away.headers.get("location")).toBe("/");
});

test("an invalid address returns the form with a problem at the field and the typed text", async () => {
  const { status, text } = await post(
    "/newsletter",
    new URLSearchParams({ email: "rahim@", from: "/forum" }),
  );
  expect(status).toBe(400);
  expect(text).toContain("Email must be an email address");
  expect(text).toMatch(/<input[^>]*id="email"[^>]*value="rahim@"/);
  expect(text).toContain('value="/forum"');
});

test("the mailed link shows a button, and the button confirms the subscription", async () => {
  await post("/newsletter", new URLSearchParams({ email: "salma@example.edu", from: "/" }));
  const { token } = await mailed();
  const page = await visitor.get(`/newsletter/confirm?token=${token}`);
  expect(page.text).toContain("salma@example.edu");
  const confirmed = async () =>
    (await rows()).some((row) => row.email === "salma@example.edu" && row.confirmedAt !== null);
  expect(await confirmed()).toBe(false);
  const { status } = await post("/newsletter/confirm", new URLSearchParams({ token }));
  expect(status).toBe(303);
  expect(await confirmed()).toBe(true);
  expect((await visitor.get(`/newsletter/confirm?token=${token}`)).text).toContain(
    en.newsletter.confirm.expired,
  );
});

test("a mail program unsubscribes with a POST in either encoding, also twice, and never with a GET", async () => {
  const [row] = await rows();
  const path = `/newsletter/unsubscribe?token=${row?.leaveToken}`;
  const before = (await rows()).length;
  expect((await visitor.get(path)).text).toContain(row?.email);
  expect((await rows()).length).toBe(before);
  const multipart = new FormData();
  multipart.set("List-Unsubscribe", "One-Click");
  for (const body of [multipart, new URLSearchParams({ "List-Unsubscribe": "One-Click" })]) {
    const { status, text } = await post(path, body);
    expect(status).toBe(200);
    expect(text).toContain(en.newsletter.unsubscribe.done);
    expect((await rows()).length).toBe(before - 1);
  }
});

test("another site can't make a browser unsubscribe a person", async () => {
  const [row] = await rows();
  const path = `/newsletter/unsubscribe?token=${row?.leaveToken}`;
  const { status } = await post(path, new URLSearchParams(), { origin: "https://evil.example" });
  expect(status).toBe(403);
  expect(await rows()).toContainEqual(row);
});
