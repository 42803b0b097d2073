import type { BrowserContextOptions } from "playwright-core";
import { describe, expect, test } from "vitest";
import { box, cards, countOfQuestions, found, visitList } from "../support/archive/live-filters.ts";
import { browserSite } from "../support/web/browser-site.ts";

const wide = { width: 1280, height: 800 };
const scripting = [{ javaScriptEnabled: true }, { javaScriptEnabled: false }];

const site = browserSite();

const visit = (path: string, options: BrowserContextOptions = {}) =>
  visitList(site.browser, site.server, path, options);
const countOf = (query: string) => countOfQuestions(site.server, query);

describe("filters beside a list", () => {
  test("reload the list when they change, and keep the focus, the scroll position and the typed text", async () => {
    const { page, complaints, close } = await visit("/allQuestions", { viewport: wide });
    await page.fill(".search-row input[type=search]", "half a wor");
    const before = await cards(page);
    const year = page.locator("#filter-year");
    await year.focus();
    await page.evaluate(() => scrollTo(0, 100));
    await page.selectOption("#filter-year", "2023");
    await page.waitForURL(/\?year=2023$/);
    await expect.poll(() => found(page)).toBe(await countOf("year=2023"));
    await expect.poll(() => cards(page)).not.toEqual(before);
    await expect.poll(() => page.locator(".chips").innerText()).toContain("2023");
    await expect.poll(() => year.evaluate((select) => select === document.activeElement)).toBe(true);
    expect(await page.evaluate(() => scrollY)).toBe(100);
    await expect.poll(() => page.inputValue(".search-row input[type=search]")).toBe("half a wor");
    await expect
      .poll(() => page.getAttribute("link[rel=canonical]", "href"))
      .toBe(`${site.server.origin}/allQuestions?year=2023`);
    await expect.poll(() => page.textContent("#found")).toBe(await page.textContent(".count"));
    // A later search keeps the filter.
    await page.fill(".search-row input[type=search]", "data");
    await page.locator("main .search-row button").click();
    await page.waitForURL(/search=data/);
    await expect.poll(() => new URL(page.url()).searchParams.get("year")).toBe("2023");
    expect(complaints).toEqual([]);
    await close();
  });

  test("load the list once for several quick changes, such as with the arrow keys", async () => {
    const { page, close } = await visit("/allQuestions", { viewport: wide });
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/allQuestions?")) asked.push(request.url());
    });
    await page.locator("#filter-year").focus();
    for (let years = 0; years < 4; years++) await page.keyboard.press("ArrowDown");
    const year = await page.inputValue("#filter-year");
    await page.waitForURL(new RegExp(`\\?year=${year}$`));
    expect(asked).toHaveLength(1);
    await box(page, "CSE").focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.waitForURL(/department=CSE&department=ece&year=/);
    expect(asked).toHaveLength(2);
    await expect
      .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value))
      .toBe("ece");
    await close();
  });

  test("are undone with the browser's Back button, and their boxes change back", async () => {
    const { page, close } = await visit("/find-questions", { viewport: wide });
    await box(page, "CSE").check();
    await page.waitForURL(/\/find-questions\?department=CSE$/);
    await page.locator("section[data-live]:not([aria-busy])").waitFor();
    await page.goBack();
    await page.waitForFunction(() => document.querySelectorAll(".chips").length === 0);
    await expect.poll(() => page.url()).toBe(`${site.server.origin}/find-questions`);
    await expect.poll(() => found(page)).toBe(await countOf(""));
    await expect.poll(() => box(page, "CSE").isChecked()).toBe(false);
    await expect.poll(() => box(page, "").isChecked()).toBe(true);
    await close();
  });

  test("add one history entry for several changes of one select, and no entry for an unchanged address", async () => {
    const { page, close } = await visit("/allQuestions", { viewport: wide });
    const entries = () => page.evaluate(() => history.length);
    const before = await entries();
    const answered = page.waitForResponse(/allQuestions\?/);
    await box(page, "CSE").check();
    await box(page, "CSE").uncheck();
    await answered;
    await page.locator("#filters.counted").waitFor();
    expect(await entries()).toBe(before);
    for (const year of ["2023", "2022"]) {
      await page.selectOption("#filter-year", year);
      await page.waitForURL(new RegExp(`year=${year}$`));
    }
    expect(await entries()).toBe(before + 1);
    await box(page, "CSE").check();
    await page.waitForURL(/department=CSE&year=2022$/);
    expect(await entries()).toBe(before + 2);
    await page.selectOption("#filter-year", "2023");
    await page.waitForURL(/department=CSE&year=2023$/);
    expect(await entries()).toBe(before + 3);
    await close();
  });

  test("on a phone reload the list when the reader closes the sheet, without another request", async () => {
    const { page, close } = await visit("/allQuestions");
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/allQuestions?")) asked.push(request.url());
    });
    const cse = await countOf("department=CSE");
    await page.getByRole("button", { name: "Filters" }).click();
    await page.locator("#filters").getByText("CSE", { exact: true }).click();
    await page.getByRole("button", { name: `Show ${cse}`, exact: true }).click();
    await page.waitForURL(/\?department=CSE$/);
    await expect.poll(() => page.locator("#filters").isVisible()).toBe(false);
    await expect.poll(() => found(page)).toBe(cse);
    expect(asked).toHaveLength(1);
    await page.getByRole("button", { name: "Filters" }).click();
    await page.locator("#filters").getByText("All", { exact: true }).click();
    await page.keyboard.press("Escape");
    await page.waitForURL(`${site.server.origin}/allQuestions`);
    await expect.poll(() => found(page)).toBe(await countOf(""));
    await close();
  });

  test("let the reader open previews in the reloaded list", async () => {
    const { page, close } = await visit("/allQuestions?code=NONE&department=Law", { viewport: wide });
    await expect.poll(() => page.locator(".item-card").count()).toBe(0);
    await page.evaluate(() => document.querySelector("#filters [name=code]")?.remove());
    await box(page, "").check();
    await page.waitForURL(`${site.server.origin}/allQuestions`);
    await page.locator(".item-card .item-viewer summary").first().press("Enter");
    await page.frameLocator("iframe").getByText("The paper").waitFor();
    await close();
  });

  test.each(scripting)(
    "clear the departments when the reader chooses All, with JavaScript: $javaScriptEnabled",
    async (options) => {
      const { page, close } = await visit("/allQuestions", { ...options, viewport: wide });
      const choose = async (department: string) => {
        await box(page, department).click();
        if (!options.javaScriptEnabled) await page.locator(".list-sheet-foot button").click();
      };
      await expect.poll(() => box(page, "").isChecked()).toBe(true);
      await choose("CSE");
      await page.waitForURL(/department=CSE/);
      expect([await box(page, "").isChecked(), await box(page, "CSE").isChecked()]).toEqual([false, true]);
      await expect.poll(() => found(page)).toBe(await countOf("department=CSE"));
      await choose("");
      await page.waitForURL((url) =>
        options.javaScriptEnabled ? url.search === "" : url.search.includes("All"),
      );
      expect([await box(page, "").isChecked(), await box(page, "CSE").isChecked()]).toEqual([true, false]);
      await expect.poll(() => found(page)).toBe(await countOf(""));
      await expect.poll(() => page.locator(".chips").count()).toBe(0);
      await close();
    },
  );
});
