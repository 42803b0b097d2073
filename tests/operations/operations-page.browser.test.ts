import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enOperations } from "../../src/shared/messages/en-operations.ts";
import { openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { startServer, type TestServer } from "../support/process/server.ts";
import { cookiesOf, launchBrowser, openPage, overflow, pageFaults } from "../support/web/browser.ts";

const { operations: words } = enOperations;
const MINUTE = 60_000;

let archive: TestArchive;
let server: TestServer;
let browser: Browser;
let cookie: string;

beforeAll(async () => {
  archive = await openTestArchive("sqlite");
  ({ cookie } = await archive.signUp("Ayesha", "admin"));
  await archive.db.write.insertInto("operationsSample").values(samples()).execute();
  server = await startServer(archive.env);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  await archive.close();
});

/** One measurement in half an hour for a day, with a gap of five hours. */
function samples() {
  const now = Date.now() - (Date.now() % MINUTE);
  return Array.from({ length: 46 }, (_, index) => ({
    at: now - (45 - index) * 30 * MINUTE,
    machine: "one",
    requests: 200 + Math.round(150 * Math.sin(index / 7)),
    errors: index % 9 === 0 ? index : 0,
    p95Ms: 40 + (index % 5) * 30,
    cacheHits: 60 + index,
    cacheLookups: 120,
    queued: index % 4,
    dead: index > 30 ? 2 : 0,
    pagesWaiting: Math.max(0, 30 - index),
    diskFree: 12_000_000_000 - index * 50_000_000,
    memory: 300_000_000 + index * 1_000_000,
  })).filter((_, index) => index < 10 || index >= 20);
}

describe.each([
  { width: 360, colorScheme: "light" as const },
  { width: 360, colorScheme: "dark" as const },
  { width: 1280, colorScheme: "light" as const },
  { width: 1280, colorScheme: "dark" as const },
])("the page about operations at $width px in $colorScheme colours", ({ width, colorScheme }) => {
  const open = async (javaScriptEnabled: boolean) => {
    const window = { viewport: { width, height: 800 }, colorScheme, javaScriptEnabled };
    const opened = await openPage(browser, window);
    await opened.page.context().addCookies(cookiesOf(cookie, server.origin));
    await opened.page.goto(`${server.origin}/admin-dashboard/operations`);
    await opened.page.getByText(words.table).click();
    return opened;
  };

  test("has no fault, with its table open", async () => {
    const { page, complaints, close } = await open(true);
    expect([...(await pageFaults(page)), ...complaints]).toEqual([]);
    await close();
  });

  test("shows its charts and its table without JavaScript", async () => {
    const { page, close } = await open(false);
    expect(await page.getByRole("img", { name: words.highest("") }).count()).toBe(7);
    expect(await page.getByRole("row").count()).toBeGreaterThan(30);
    expect(await overflow(page)).toBe(0);
    await close();
  });
});
