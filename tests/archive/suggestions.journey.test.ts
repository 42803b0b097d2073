import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../support/process/server.ts";
import { adminSession, axeFindings, launchBrowser, openPage, overflow } from "../support/web/browser.ts";

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

describe("suggestions", () => {
  test("start after React has hydrated the page, and only in the search box of the archive", async () => {
    const { page, complaints, close } = await openPage(browser, {
      viewport: { width: 1280, height: 800 },
      storageState: await adminSession(browser, server),
    });
    const { promise: mayCome, resolve: come } = Promise.withResolvers<void>();
    await page.route("**/assets/entry.client-*", async (route) => {
      await mayCome;
      await route.continue();
    });
    const island = page.waitForResponse("**/assets/suggest-*");
    await page.goto(`${server.origin}/admin-dashboard/users`, { waitUntil: "commit" });
    await (await island).finished();
    const box = page.locator(".site-search input");
    const people = page.locator("main input[type=search]");
    for (const one of [people, box]) {
      await one.focus();
      await one.pressSequentially("cse 21");
    }
    come();
    await page.locator(".site-search input[data-suggest]").waitFor();
    await box.press("0");
    await page.getByRole("listbox").waitFor();
    expect([await people.inputValue(), await people.getAttribute("role")]).toEqual(["cse 21", null]);
    expect(complaints).toEqual([]);
    await close();
  });

  test("appear while a visitor types, and the keys or a click choose one", async () => {
    const { page, complaints, close } = await openPage(browser, { viewport: { width: 1280, height: 800 } });
    await page.goto(`${server.origin}/forum`);
    const box = page.locator(".site-search input");
    await box.pressSequentially("cse 21");
    const list = page.getByRole("listbox");
    await list.waitFor();
    await expect.poll(() => box.getAttribute("aria-expanded")).toBe("true");
    const first = list.getByRole("option").first();
    const count = await list.getByRole("option").count();
    await expect.poll(() => page.locator("#suggested").innerText()).toContain(`${count - 1} suggestions`);
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => box.inputValue()).toBe("CSE 2103 Data Structures");
    await expect.poll(() => box.getAttribute("aria-activedescendant")).toBe(await first.getAttribute("id"));
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => box.inputValue()).toBe("cse 21");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Escape");
    await expect.poll(() => list.isVisible()).toBe(false);
    await expect.poll(() => box.inputValue()).toBe("cse 21");
    await box.pressSequentially("0");
    await list.waitFor();
    await first.click();
    await page.waitForURL("**/course/*/cse2103");
    await page.goBack();
    await box.fill("data");
    await list.waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/search?*");
    await expect.poll(() => new URL(page.url()).searchParams.get("search")).toBe("data");
    expect(complaints).toEqual([]);
    await close();
  });

  test("ignore a scrolling finger, keep a chosen text, and are requested again after an error", async () => {
    const { page, close } = await openPage(browser, { viewport: { width: 1280, height: 800 } });
    await page.goto(`${server.origin}/forum`);
    const box = page.locator(".site-search input");
    const list = page.getByRole("listbox");
    await page.route("**/api/suggest?*", (route) => route.fulfill({ status: 503, body: "" }), { times: 1 });
    const refused = page.waitForResponse((answer) => answer.status() === 503);
    await box.pressSequentially("data");
    await refused;
    await box.press("Backspace");
    await list.waitFor();
    const again = page.waitForResponse(
      (answer) => answer.url().endsWith("search=data") && answer.status() === 200,
    );
    await box.press("a");
    await again;
    const option = list.getByRole("option").first();
    await option.dispatchEvent("pointerdown");
    await option.dispatchEvent("pointercancel");
    await expect.poll(() => new URL(page.url()).pathname).toBe("/forum");
    await expect.poll(() => list.isVisible()).toBe(true);
    await page.keyboard.press("ArrowDown");
    const chosen = await box.inputValue();
    expect(chosen).not.toBe("data");
    await page.keyboard.press("Tab");
    await expect.poll(() => box.inputValue()).toBe(chosen);
    await expect.poll(() => page.locator("#suggested").innerText()).toBe("");
    await close();
  });

  test("lead to last year's final with one tap after a short name, and to its course", async () => {
    const { page, complaints, close } = await openPage(browser, {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
    });
    const openFrom = async (option: RegExp, path: string) => {
      await page.goto(server.origin);
      await page.locator("main input[data-suggest]").pressSequentially("dsa");
      await page.getByRole("option", { name: option }).first().tap();
      await page.waitForURL(path);
    };
    await openFrom(/^Final 2025 Paper/, "**/question-details/*");
    await expect.poll(() => page.locator("h1").innerText()).toMatch(/^Final 2025/);
    await openFrom(/^CSE 2103 Data Structures Course/, "**/course/*/cse2103");
    await openFrom(/^Search for “dsa”/, "**/search?*");
    expect(complaints).toEqual([]);
    await close();
  });

  test("fit the window of a phone", async () => {
    const { page, close } = await openPage(browser, { viewport: { width: 320, height: 640 } });
    await page.goto(`${server.origin}/search`);
    await page.locator("main input[name=search]").pressSequentially("data");
    await page.getByRole("listbox").waitFor();
    expect(await overflow(page)).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await close();
  });
});
