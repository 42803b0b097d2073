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

/** Sends a syllabus, which has few fields. @returns the list it then stands in */
async function sendSyllabus(page: Page, name: string) {
  await page.fill("#syllabusName", name);
  await page.fill("#driveLink", driveLink());
  await page.click("main form > button");
  await page.waitForURL("**/dashboard/my-syllabus");
  return page.locator("tbody tr", { hasText: name });
}

describe("where scripts run", () => {
  test.each(forms)(
    "the year of %s is chosen in the panel, and the form sends what the input shows",
    async (form) => {
      const { page, complaints, close } = await visit(form);
      await chooseYear(page, "#year", 2019);
      await expect.poll(() => page.inputValue("#year")).toBe("2019");
      // The browser shows nobody a body with a file control; the refusal brings back what was sent.
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
    },
  );

  test("Today is sent too", async () => {
    const { page, close } = await visit("add-syllabus");
    await page.locator("#year[readonly]").click();
    await page.getByRole("button", { name: "Today" }).click();
    const row = await sendSyllabus(page, "Syllabus of today");
    await expect.poll(() => row.textContent()).toContain(String(presentYear));
    await close();
  });

  test("an empty year is a problem at the input, to which the error summary leads", async () => {
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

  test("what was typed before the scripts ran stays", async () => {
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
    "with the panel open at $width px, $colorScheme: axe finds nothing, nothing scrolls sideways",
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

describe("without scripts", () => {
  test.each(forms)("the year of %s is typed, and kept where the form is refused", async (form) => {
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

  test("the year that was typed is sent", async () => {
    const { page, close } = await visit("add-syllabus", { javaScriptEnabled: false });
    await page.fill("#year", "2018");
    const row = await sendSyllabus(page, "Syllabus by hand");
    await expect.poll(() => row.textContent()).toContain("2018");
    await close();
  });
});
