import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestArchive, type TestArchive } from "../../../tests/support/platform/archive.ts";
import { renderMail } from "../../server/platform/mail/render-mail.ts";
import { createOutbox } from "../../server/platform/mail/outbox.ts";
import { createApp } from "../app.ts";

const ID = "65536f10aaaaaaaaaaaaaaaa";
let archive: TestArchive;
let folder: string;
beforeAll(async () => {
  archive = await openTestArchive("sqlite");
  folder = mkdtempSync(join(tmpdir(), "proshno-outbox-"));
  const params = {
    name: "Rahim",
    email: "rahim",
    sub: "<b>Hi</b>",
    mess: "<script>alert(1)</script> http://evil.test/",
  };
  const rendered = renderMail(ID, { to: "admin@example.edu", template: "contact", params }, archive.origin);
  await createOutbox(folder).transport({ name: "", address: "noreply@example.edu" }, "127.0.0.1")(rendered);
});
afterAll(async () => {
  await archive.close();
  rmSync(folder, { recursive: true });
});

function get(path: string, dev = true) {
  const app = createApp({
    services: archive.services,
    origin: archive.origin,
    assets: undefined,
    uploads: archive.uploads,
    spool: archive.spool,
    pages: async () => new Response("page", { status: 404 }),
    ...(dev ? { outbox: createOutbox(folder) } : {}),
    health: archive.services.operations.health,
    log: { request: () => {}, error: () => {} },
  });
  return app.request(archive.origin + path);
}

test("the outbox lists the mails with escaped text", async () => {
  const answer = await get("/dev/outbox");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const text = await answer.text();
  expect(text).toContain(`<a href="/dev/outbox/${ID}">Contact message: &lt;b&gt;Hi&lt;/b&gt;</a>`);
  expect(text).toContain("admin@example.edu");
});

test("the outbox shows a mail with escaped text, and with links only to the site itself", async () => {
  const text = await (await get(`/dev/outbox/${ID}`)).text();
  expect(text).toContain(`<a href="${archive.origin}/admin-dashboard/contact-messages">`);
  expect(text).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(text).not.toContain("<script>");
  expect(text).not.toContain('href="http://evil.test');
});

test("the outbox answers 404 to an unknown mail, and exists only in development", async () => {
  expect((await get(`/dev/outbox/${"0".repeat(24)}`)).status).toBe(404);
  expect((await get("/dev/outbox/..%2Fsecret")).status).toBe(404);
  expect(await (await get(`/dev/outbox/${ID}`, false)).text()).toBe("page");
  expect(await (await get("/dev/outbox", false)).text()).toBe("page");
});
