import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  hydrated,
  launchBrowser,
  openPage,
  overflow,
  pageFaults,
  sampleSession,
} from "../support/web/browser.ts";
import { startServer, type TestServer } from "../support/process/server.ts";
import { en } from "../../src/shared/messages/en.ts";

let server: TestServer;
let browser: Browser;
let state: Awaited<ReturnType<typeof sampleSession>>;
const LIST = "/dashboard/my-questions";

beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
  state = await sampleSession(browser, server, "student");
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

async function visit(path: string, width: number, javaScriptEnabled = true) {
  const options = { viewport: { width, height: 740 }, storageState: state, javaScriptEnabled };
  const opened = await openPage(browser, options);
  await opened.page.goto(server.origin + path);
  return opened;
}

const rowsOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".own-rows tbody tr")].map((row) => {
      const boxOf = (selector: string) =>
        row.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
      const [preview, name, status] = [".own-preview", ".item-name", ".stamp"].map(boxOf) as DOMRect[];
      const course = row.querySelector(".item-name small") as Element;
      const secondLine =
        course.getBoundingClientRect().height - parseFloat(getComputedStyle(course).lineHeight);
      // The course can take a second line, and a returned item has a reason below its stamp.
      const further = secondLine + boxOf(".item-status").height - (status as DOMRect).height;
      return {
        height: row.getBoundingClientRect().height - further,
        lines: Math.round((boxOf("strong").height || 0) / 24),
        isPreviewLeft: (preview as DOMRect).right < (name as DOMRect).left,
        isStatusBelow: (status as DOMRect).top >= (name as DOMRect).bottom,
        target: boxOf(".own-more").height,
      };
    }),
  );

test.each([320, 360])("a student's own list has compact rows on a phone of %i px", async (width) => {
  const { page, complaints, close } = await visit(LIST, width);
  const rows = await rowsOf(page);
  expect(rows).toHaveLength(10);
  for (const { height, lines, ...row } of rows) {
    expect(height).toBeLessThanOrEqual(100 + 24 * lines);
    expect(lines).toBeLessThanOrEqual(2);
    expect(row).toEqual({ isPreviewLeft: true, isStatusBelow: true, target: 48 });
  }
  expect(await pageFaults(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

test.each([true, false])(
  "a tap on a row opens the item on a phone, and a sheet contains the actions, with JavaScript: %s",
  async (javaScriptEnabled) => {
    const { page, complaints, close } = await visit(LIST, 360, javaScriptEnabled);
    if (javaScriptEnabled) await hydrated(page, ".own-more");
    const row = page.locator(".own-rows tbody tr").first();
    const request = row.getByRole("button", { name: /^Request To Delete/ });
    await expect.poll(() => request.isVisible()).toBe(false);
    await row.getByRole("button", { name: /^Actions/ }).click();
    expect((await request.boundingBox())?.height).toBe(48);
    await page.keyboard.press("Escape");
    await expect.poll(() => request.isVisible()).toBe(false);
    const address = await row.locator(".own-preview").getAttribute("href");
    const name = (await row.locator(".item-name").boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.click(name.x + 20, name.y + 10);
    await page.waitForURL(`**${address}`);
    expect(complaints).toEqual([]);
    await close();
  },
);

test("a request to delete closes the sheet, and the row says that the request is waiting", async () => {
  const { page, close } = await visit(`${LIST}?status=Approved`, 360);
  await hydrated(page, ".own-more");
  const row = page.locator(".own-rows tbody tr").last();
  await row.getByRole("button", { name: /^Actions/ }).click();
  await row.getByRole("button", { name: /^Request To Delete/ }).click();
  await page.locator(".toast", { hasText: "Request To Delete" }).waitFor();
  await expect.poll(() => page.locator(".own-actions:popover-open").count()).toBe(0);
  await expect.poll(() => row.innerText()).toContain(en.removal.requested);
  await expect.poll(() => new URL(page.url()).search).toBe("?status=Approved");
  await close();
});

test("a student's own list is a table with the actions in each row on a wide screen", async () => {
  const { page, close } = await visit(LIST, 1280);
  await expect
    .poll(() => page.locator(".own-rows th").allInnerTexts())
    .toEqual(["Number", "Details", "Preview", "Status", "Actions"]);
  const row = page.locator(".own-rows tbody tr").first();
  await expect.poll(() => row.getByRole("button", { name: /^Request To Delete/ }).isVisible()).toBe(true);
  await expect.poll(() => row.getByRole("button", { name: /^Actions/ }).isVisible()).toBe(false);
  expect(await overflow(page)).toBe(0);
  await close();
});

test.each([true, false])(
  "a tab shows only items with its status, with JavaScript: %s",
  async (javaScriptEnabled) => {
    const { page, close } = await visit(LIST, 360, javaScriptEnabled);
    if (javaScriptEnabled) await hydrated(page, ".own-tabs a");
    await page.locator(".own-tabs a", { hasText: "Cancelled" }).click();
    await page.waitForURL("**?status=Cancelled");
    const tab = page.locator(".own-tabs [aria-current=page]", { hasText: "Cancelled" });
    await tab.waitFor();
    const stamps = await page.locator(".own-rows .stamp").allInnerTexts();
    await expect.poll(() => tab.innerText()).toMatch(new RegExp(`${stamps.length}$`));
    expect(new Set(stamps)).toEqual(new Set(["Cancelled"]));
    await close();
  },
);
