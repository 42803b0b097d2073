import type { BrowserContextOptions } from "playwright-core";
import { expect, test } from "vitest";
import { adminSession, openPage } from "../support/web/browser.ts";
import { browserSite } from "../support/web/browser-site.ts";
import { en } from "../../src/shared/messages/en.ts";

const wide = { width: 1280, height: 800 };
const phone = { width: 360, height: 740 };

const site = browserSite();

const visit = (viewport: typeof wide, storageState?: BrowserContextOptions["storageState"]) =>
  openPage(site.browser, storageState ? { viewport, storageState } : { viewport });

test("forms and error pages have a footer of one line, and public pages have the full footer", async () => {
  const forms = ["/login", "/register", "/forgot-password", "/check-mail", "/newsletter", "/copyright"];
  const { page, close } = await visit(wide);
  for (const path of [...forms, "/reset-password", "/verify-email", "/newsletter/confirm", "/nowhere"]) {
    await page.goto(site.server.origin + path);
    expect(await page.locator(".site-footer a").allTextContents(), path).toEqual([
      "Contact",
      "Privacy",
      en.frame.terms,
    ]);
    expect(await page.locator(".site-footer").evaluate(({ clientHeight }) => clientHeight)).toBeLessThan(72);
  }
  await page.setViewportSize(phone);
  expect(await page.locator(".site-footer").evaluate(({ clientHeight }) => clientHeight)).toBeLessThan(120);
  for (const path of [
    "/",
    "/allQuestions",
    "/contact",
    "/forum",
    "/privacy",
    "/terms",
    "/search?search=cse",
  ]) {
    await page.goto(site.server.origin + path);
    expect(await page.locator(".site-footer #newsletter-email").count(), path).toBe(1);
  }
  await close();
});

test("the dashboard and the admin area have a footer of one line that can switch the theme", async () => {
  const { page, close } = await visit(wide, await adminSession(site.browser, site.server));
  for (const path of ["/dashboard", "/dashboard/change-password", "/admin-dashboard"]) {
    await page.goto(site.server.origin + path);
    expect(await page.locator(".site-footer").evaluate(({ clientHeight }) => clientHeight)).toBeLessThan(72);
  }
  await page.getByRole("button", { name: "Dark" }).click();
  await page.waitForSelector('html[data-theme="dark"]');
  await close();
});

test.each([wide, phone])("each contact label is on the same line as its value at $width px", async (size) => {
  const { page, close } = await visit(size);
  await page.goto(`${site.server.origin}/contact`);
  const lines = await page.locator(".facts-list > *").evaluateAll((cells) =>
    cells.map((cell) => {
      const text = document.createRange();
      text.selectNodeContents(cell.querySelector("a") ?? cell);
      return Math.round(text.getClientRects()[0]?.top ?? NaN);
    }),
  );
  expect(lines).toHaveLength(8);
  for (let row = 0; row < lines.length; row += 2) expect(lines[row]).toBe(lines[row + 1]);
  await close();
});

test("the chart's numbers open as a table of thirteen rows, also on a phone", async () => {
  const { page, close } = await visit(phone, await adminSession(site.browser, site.server));
  await page.goto(`${site.server.origin}/admin-dashboard`);
  const table = page.locator(".admin-weeks table");
  await expect.poll(() => table.isVisible()).toBe(false);
  await page.getByText(en.statistics.asTable).click();
  await expect.poll(() => table.isVisible()).toBe(true);
  const tops = await table
    .locator("tr")
    .evaluateAll((rows) =>
      rows.map((row) => [...row.children].map((cell) => Math.round(cell.getBoundingClientRect().top))),
    );
  expect(tops).toHaveLength(13);
  for (const row of tops) expect(row).toEqual(Array.from({ length: 4 }, () => row[0]));
  expect(new Set(tops.map(([top]) => top)).size).toBe(13);
  await close();
});

test.each([wide, phone])("each group of a menu fits on one screen of $width px", async (size) => {
  const { page, close } = await visit(size, await adminSession(site.browser, site.server));
  for (const path of ["/dashboard/my-notes", "/admin-dashboard/admin-notes"]) {
    await page.goto(site.server.origin + path);
    if (size === phone) await page.locator(".site-menu > button").click();
    const groups = page.locator(".site-menu details");
    const count = await groups.count();
    expect(count).toBeGreaterThan(2);
    for (let at = 0; at < count; at++) {
      const group = groups.nth(at);
      if (!(await group.evaluate((one) => (one as HTMLDetailsElement).open)))
        await group.locator("summary").click();
      await expect.poll(() => page.locator(".site-menu details[open]").count()).toBe(1);
      const [inner, outer] = await page
        .locator("#area-menu")
        .evaluate((menu) => [menu.scrollHeight, menu.clientHeight] as const);
      expect(inner, `${path}, group ${at}`).toBeLessThanOrEqual(outer);
      expect(outer).toBeLessThan(size.height);
    }
  }
  await close();
});
