import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enNotices } from "../../src/shared/messages/en-notices.ts";
import { insertItem } from "../support/archive/factories.ts";
import { insertConfirmedPerson, insertNotice, unsubscribeToken } from "../support/archive/notices.ts";
import { openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { startServer, type TestServer } from "../support/process/server.ts";
import { cookiesOf, launchBrowser, openPage, pageFaults } from "../support/web/browser.ts";

const DARK = "The photo is too dark to read. Please take it again.";
const LONG = `ছবিটি খুব অন্ধকার ${"unbroken".repeat(20)}`;

let archive: TestArchive;
let server: TestServer;
let browser: Browser;
let student: string;
let admin: string;
let returnedId: string;
let token: string;

beforeAll(async () => {
  archive = await openTestArchive("sqlite");
  const moderator = await archive.signUp("Ayesha", "admin");
  admin = moderator.cookie;
  const { actor, cookie } = await archive.signUp("Rahim");
  student = cookie;
  returnedId = await insertItem(archive, "note", { uploader: actor, status: "Pending" });
  const decision = { status: "Cancelled", reason: DARK, returned: true };
  await archive.services.resources.setStatus(moderator.actor, "note", returnedId, decision);
  // The notice would appear a minute after the decision, in the middle of a test that counts notices.
  await archive.db.write
    .updateTable("notice")
    .set(({ ref }) => ({ visibleAt: ref("createdAt") }))
    .execute();
  const about = { userId: actor.id, itemId: returnedId };
  await insertNotice(archive, { ...about, event: "returned", reason: LONG, returned: true });
  await insertNotice(archive, { ...about, event: "approved" });
  await archive.services.reasons.add(moderator.actor, { text: LONG });
  const removed = (await archive.services.reasons.list(moderator.actor))[0];
  await archive.services.reasons.remove(moderator.actor, { id: removed?.id });
  token = await unsubscribeToken(archive, await insertConfirmedPerson(archive), "answered");
  server = await startServer(archive.env);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  await archive.close();
});

describe.each([
  { width: 360, colorScheme: "light" as const },
  { width: 360, colorScheme: "dark" as const },
  { width: 1280, colorScheme: "light" as const },
  { width: 1280, colorScheme: "dark" as const },
])("at $width px in $colorScheme colours", ({ width, colorScheme }) => {
  const open = async (path: string, cookie: string) => {
    const opened = await openPage(browser, { viewport: { width, height: 800 }, colorScheme });
    if (cookie) await opened.page.context().addCookies(cookiesOf(cookie, server.origin));
    await opened.page.goto(server.origin + path);
    return opened;
  };

  test.each([
    ["the notices", () => "/dashboard/notices", () => student, LONG],
    [
      "the choice of mails",
      () => "/dashboard/notice-settings",
      () => student,
      enNotices.noticeSettings.title,
    ],
    ["a returned item", () => `/note-details/${returnedId}`, () => student, DARK],
    ["the reasons", () => "/admin-dashboard/reasons", () => admin, enNotices.reasons.removedTitle],
    [
      "the end of mails",
      () => `/notices/unsubscribe?token=${token}`,
      () => "",
      enNotices.noticeUnsubscribe.submit,
    ],
    ["a broken link", () => "/notices/unsubscribe", () => "", enNotices.noticeUnsubscribe.broken],
  ])("the page of %s has no faults", async (_name, path, cookie, shown) => {
    const { page, complaints, close } = await open(path(), cookie());
    expect(await page.textContent("main")).toContain(shown);
    expect(await pageFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
});

test("the button of a notice says which notice it marks as read, and the bell counts one less", async () => {
  const { page, complaints, close } = await openPage(browser, { viewport: { width: 360, height: 800 } });
  await page.context().addCookies(cookiesOf(student, server.origin));
  await page.goto(`${server.origin}/dashboard/notices`);
  const bell = page.locator(".site-bell");
  const before = Number(/\d+/.exec((await bell.textContent()) ?? "")?.[0]);
  const mark = page.getByRole("button", { name: new RegExp(`^${enNotices.notices.markRead}.*approved`) });
  await mark.focus();
  await page.keyboard.press("Enter");
  await page.locator(".toast", { hasText: enNotices.notices.marked }).waitFor();
  await expect.poll(() => bell.textContent()).toContain(`${before - 1} unread`);
  await expect.poll(() => mark.count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});
