import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enInsight } from "../../src/shared/messages/en-insight.ts";
import { insertItem } from "../support/archive/factories.ts";
import { approvedItems, contributeNote, saveRules } from "../support/archive/trust-world.ts";
import { openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { startServer, type TestServer } from "../support/process/server.ts";
import { cookiesOf, launchBrowser, openPage, pageFaults } from "../support/web/browser.ts";

const HOUR = 3_600_000;

let archive: TestArchive;
let server: TestServer;
let browser: Browser;
let cookie: string;

beforeAll(async () => {
  archive = await openTestArchive("sqlite");
  const admin = await archive.signUp("Ayesha", "admin");
  ({ cookie } = admin);
  const student = (await archive.signUp("Rahim")).actor;
  await saveRules(archive, admin.actor);
  await approvedItems(archive, admin.actor, student);
  await archive.services.trust.trust(admin.actor, { email: student.email });
  await contributeNote(archive, student);
  for (const reason of ["The photo is too dark to read. Please take it again.", ""]) {
    const id = await insertItem(archive, "note", { status: "Pending", createdAt: Date.now() - 30 * HOUR });
    await archive.services.resources.setStatus(admin.actor, "note", id, { status: "Cancelled", reason });
  }
  const question = await insertItem(archive, "question", { createdAt: Date.now() - 9 * HOUR });
  await insertItem(archive, "answer", { parentId: question, createdAt: Date.now() - HOUR });
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
])("the pages for moderators at $width px in $colorScheme colours", ({ width, colorScheme }) => {
  const open = async (path: string, javaScriptEnabled: boolean) => {
    const window = { viewport: { width, height: 800 }, colorScheme, javaScriptEnabled };
    const opened = await openPage(browser, window);
    await opened.page.context().addCookies(cookiesOf(cookie, server.origin));
    await opened.page.goto(`${server.origin}/admin-dashboard/${path}`);
    return opened;
  };

  test("shows each chart and its table without JavaScript, and has no faults", async () => {
    const { page, close } = await open("insight", false);
    for (const summary of await page.locator("main summary").all()) await summary.click();
    for (const title of [enInsight.waits, enInsight.decisions, enInsight.firstAnswers])
      expect(await page.getByRole("img", { name: title }).isVisible()).toBe(true);
    for (const title of [enInsight.waits, enInsight.decisions, enInsight.reasons, enInsight.firstAnswers])
      expect(await page.getByRole("table", { name: title }).isVisible()).toBe(true);
    await close();
    const scripted = await open("insight", true);
    for (const summary of await scripted.page.locator("main summary").all()) await summary.click();
    expect(await pageFaults(scripted.page)).toEqual([]);
    expect(scripted.complaints).toEqual([]);
    await scripted.close();
  });

  test.each(["not-checked", "trusted-contributors?email=rahim@example.edu"])(
    "%s has no faults",
    async (path) => {
      const { page, complaints, close } = await open(path, true);
      for (const summary of await page.locator("main summary").all()) await summary.click();
      expect(await pageFaults(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await close();
    },
  );
});
