import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { driveLink } from "../support/archive/factories.ts";
import { standaloneKinds } from "../../src/shared/kinds/index.ts";
import {
  adminSession,
  axeFindings,
  chooseYear,
  launchBrowser,
  openPage,
  overflow,
} from "../support/web/browser.ts";
import { startServer, type TestServer } from "../support/process/server.ts";

const forms = standaloneKinds.filter(({ fields }) => fields["year"]).map(({ pages }) => pages.add as string);
const presentYear = new Date().getFullYear();

let server: TestServer;
let browser: Browser;
let storageState: Awaited<ReturnType<typeof adminSession>>;

beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
  storageState = await adminSession(browser, server);
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

async function visit(form: string, options: Parameters<typeof openPage>[1] = {}) {
  const opened = await openPage(browser, { storageState, ...options });
  await opened.page.goto(`${server.origin}/dashboard/${form}`);
  return opened;
}

/** Sends a syllabus, which has few fields. @returns its row in the student's list */
async function sendSyllabus(page: Page, name: string) {
  await page.fill("#syllabusName", name);
  await page.fill("#driveLink", driveLink());
  await page.click("main form > button");
  await page.waitForURL("**/dashboard/my-syllabus");
  return page.locator("tbody tr", { hasText: name });
}

describe("a year field with JavaScript", () => {
  test.each(forms)("sends the year that a student chose in the panel of %s", async (form) => {
    const { page, complaints, close } = await visit(form);
    await chooseYear(page, "#year", 2019);
    await expect.poll(() => page.inputValue("#year")).toBe("2019");
    // The browser hides the body of a form with a file control, but the refused form repeats the values.
    const refusal = Promise.withResolvers<string>();
    await page.route("**/dashboard/**", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      const response = await route.fetch();
      refusal.resolve(await response.text());
      await route.fulfill({ response });
    });
    await page.click("main form > button");
    expect(await refusal.promise).toContain('"2019"');
    await page.waitForSelector(".error-summary");
    await expect.poll(() => page.inputValue("#year")).toBe("2019");
    expect(complaints).toEqual([]);
    await close();
  });

  test("sends the year that Today shows", async () => {
    const { page, close } = await visit("add-syllabus");
    await page.locator("#year[readonly]").click();
    await page.getByRole("button", { name: "Today" }).click();
    const row = await sendSyllabus(page, "Syllabus of today");
    await expect.poll(() => row.textContent()).toContain(String(presentYear));
    await close();
  });

  test("shows an error at an empty year, and the error summary links to it", async () => {
    const { page, close } = await visit("add-syllabus");
    await page.locator("#year[readonly]").waitFor();
    await page.click("main form > button");
    await page.click('.error-summary a:has-text("Year is required")');
    const input = page.getByRole("combobox", { name: "Year" });
    await expect.poll(() => input.evaluate((element) => element === document.activeElement)).toBe(true);
    await expect.poll(() => input.getAttribute("aria-invalid")).toBe("true");
    await expect.poll(() => page.locator(".year-panel").count()).toBe(0);
    await page.keyboard.press("Enter");
    await page.waitForSelector(".year-panel");
    await close();
  });

  test("keeps a year that was typed before the scripts ran", async () => {
    const { page, complaints, close } = await openPage(browser, { storageState });
    let letScriptsThrough = () => {};
    const typed = new Promise<void>((resolve) => (letScriptsThrough = resolve));
    await page.route("**/*.js", async (route) => {
      await typed;
      await route.continue();
    });
    await page.goto(`${server.origin}/dashboard/add-syllabus`, { waitUntil: "commit" });
    await page.fill("#year", "1999");
    await expect.poll(() => page.locator("#year[readonly]").count()).toBe(0);
    letScriptsThrough();
    await page.locator("#year[readonly]").click();
    await expect.poll(() => page.inputValue("#year")).toBe("1999");
    await expect.poll(() => page.locator('[aria-selected="true"]').textContent()).toBe("1999");
    const row = await sendSyllabus(page, "Syllabus of before");
    await expect.poll(() => row.textContent()).toContain("1999");
    expect(complaints).toEqual([]);
    await close();
  });

  test.each([
    { width: 320, colorScheme: "light" as const },
    { width: 1280, colorScheme: "dark" as const },
  ])(
    "passes axe and doesn't scroll sideways with an open panel at $width px in $colorScheme colours",
    async ({ width, colorScheme }) => {
      const { page, close } = await visit("add-question", { viewport: { width, height: 740 }, colorScheme });
      await chooseYear(page, "#year", presentYear - 1);
      await page.click("#year");
      await page.waitForSelector('.year-panel [aria-selected="true"]');
      expect(await axeFindings(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
      await close();
    },
  );
});

describe("a year field without JavaScript", () => {
  test.each(forms)("keeps the typed year of %s if the form is refused", async (form) => {
    const { page, close } = await visit(form, { javaScriptEnabled: false });
    await expect.poll(() => page.locator("#year").getAttribute("placeholder")).toBeNull();
    await expect.poll(() => page.locator("#year").getAttribute("role")).toBeNull();
    await expect.poll(() => page.locator(".year-clear").count()).toBe(0);
    await page.fill("#year", "12");
    await page.click("main form > button");
    await expect.poll(() => page.textContent("#year-problem")).toContain("Year must be from 1950");
    await expect.poll(() => page.inputValue("#year")).toBe("12");
    await close();
  });

  test("sends the typed year", async () => {
    const { page, close } = await visit("add-syllabus", { javaScriptEnabled: false });
    await page.fill("#year", "2018");
    const row = await sendSyllabus(page, "Syllabus by hand");
    await expect.poll(() => row.textContent()).toContain("2018");
    await close();
  });
});
