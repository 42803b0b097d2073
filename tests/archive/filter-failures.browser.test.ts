import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { pageFaults } from "../support/web/browser.ts";
import { box, cards, countOfQuestions, found, visitList } from "../support/archive/live-filters.ts";
import { browserSite } from "../support/web/browser-site.ts";
import { en } from "../../src/shared/messages/en.ts";

const wide = { width: 1280, height: 800 };

const site = browserSite();

const visit = (path: string, options: BrowserContextOptions = {}) =>
  visitList(site.browser, site.server, path, options);
const countOf = (query: string) => countOfQuestions(site.server, query);

describe("filters without a network", () => {
  const CONNECTION = en.list.failed;
  const failures = {
    "no answer": { answer: undefined, sentence: CONNECTION },
    "the login page of a network": { answer: { status: 200 }, sentence: CONNECTION },
    "an error": { answer: { status: 500 }, sentence: CONNECTION },
    "the answer of a busy server": {
      answer: { status: 503 },
      sentence: en.list.busy,
    },
  };
  type Answer = { status: number } | undefined;
  /** Responds instead of the server until the returned function is called. */
  async function fail(page: Page, answer: Answer) {
    const contentType = "text/html";
    await page.route("**/allQuestions?*", (route) =>
      answer ? route.fulfill({ ...answer, contentType, body: "<h1>Log in</h1>" }) : route.abort(),
    );
    return () => page.unroute("**/allQuestions?*");
  }

  test.each(Object.entries(failures))(
    "keep the list, show the reason and load again with the Try again button after %s",
    async (_, { answer, sentence }) => {
      const { page, close } = await visit("/allQuestions", { viewport: wide });
      const before = await cards(page);
      const mend = await fail(page, answer);
      await page.selectOption("#filter-year", "2023");
      const said = page.getByRole("status").filter({ hasText: sentence });
      await said.waitFor();
      const list = page.locator("section[data-live]");
      expect((await said.boundingBox())?.y).toBeLessThan((await list.boundingBox())?.y as number);
      await expect.poll(() => cards(page)).toEqual(before);
      await expect.poll(() => list.getAttribute("aria-busy")).toBe(null);
      await expect.poll(() => page.getByRole("button", { name: "Show", exact: true }).isVisible()).toBe(true);
      await expect.poll(() => page.inputValue("#filter-year")).toBe("2023");
      expect(await pageFaults(page)).toEqual([]);
      await mend();
      await page.getByRole("button", { name: en.list.retry }).press("Enter");
      await page.waitForURL(/year=2023/);
      await expect.poll(() => found(page)).toBe(await countOf("year=2023"));
      await expect.poll(() => page.getByRole("button", { name: en.list.retry }).count()).toBe(0);
      await expect.poll(() => page.textContent("#found")).toBe(await page.textContent(".count"));
      await expect.poll(() => list.evaluate((section) => section === document.activeElement)).toBe(true);
      await close();
    },
  );

  test("can be sent with the Show button after a list didn't load", async () => {
    const { page, close } = await visit("/allQuestions", { viewport: wide });
    const mend = await fail(page, undefined);
    await page.selectOption("#filter-year", "2023");
    await page.getByText(CONNECTION).waitFor();
    await mend();
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await page.waitForURL(/year=2023/);
    await expect.poll(() => found(page)).toBe(await countOf("year=2023"));
    await close();
  });

  test("show in the sheet of a phone that the list didn't load, and above the list after the sheet closes", async () => {
    const { page, close } = await visit("/allQuestions");
    const mend = await fail(page, undefined);
    await page.getByRole("button", { name: "Filters" }).click();
    await page.locator("#filters").getByText("CSE", { exact: true }).click();
    const said = page.getByRole("status").filter({ hasText: CONNECTION });
    await page.locator("#filters").getByRole("status").filter({ hasText: CONNECTION }).waitFor();
    expect(await pageFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.locator("#filters").waitFor({ state: "hidden" });
    await said.waitFor();
    await expect.poll(() => found(page)).toBe(await countOf(""));
    // In the sheet, the button loads the list in the background.
    await page.getByRole("button", { name: "Filters" }).click();
    await mend();
    await page.locator("#filters").getByRole("button", { name: en.list.retry }).press("Enter");
    const cse = await countOf("department=CSE");
    const show = page.getByRole("button", { name: `Show ${cse}`, exact: true });
    await show.waitFor();
    await expect.poll(() => show.evaluate((button) => button === document.activeElement)).toBe(true);
    await expect.poll(() => said.count()).toBe(0);
    await show.click();
    await page.waitForURL(/\?department=CSE$/);
    await expect.poll(() => found(page)).toBe(cse);
    await close();
  });

  test("are undone with the Back button without a network, and the focus doesn't move", async () => {
    const { page, close } = await visit("/allQuestions", { viewport: wide });
    const before = await cards(page);
    await box(page, "CSE").check();
    await page.waitForURL(/department=CSE$/);
    await page.selectOption("#filter-year", "2023");
    await page.waitForURL(/department=CSE&year=2023$/);
    await page.context().setOffline(true);
    await box(page, "CSE").focus();
    await page.goBack();
    await page.waitForFunction(() => document.querySelectorAll(".chips").length === 1);
    await page.waitForURL(/department=CSE$/);
    await expect.poll(() => page.inputValue("#filter-year")).toBe("Select Year");
    await expect.poll(() => box(page, "CSE").isChecked()).toBe(true);
    await expect.poll(() => box(page, "CSE").evaluate((one) => one === document.activeElement)).toBe(true);
    await page.goBack();
    await page.waitForURL(`${site.server.origin}/allQuestions`);
    await expect.poll(() => cards(page)).toEqual(before);
    expect([await box(page, "").isChecked(), await box(page, "CSE").isChecked()]).toEqual([true, false]);
    await page.goForward();
    await page.waitForURL(/department=CSE$/);
    await expect.poll(() => found(page)).toBe(await countOf("department=CSE"));
    await expect.poll(() => box(page, "CSE").isChecked()).toBe(true);
    await close();
  });

  test("keep the shown list when the Back button requests a list that doesn't load", async () => {
    const { page, close } = await visit("/allQuestions", { viewport: wide });
    await box(page, "CSE").check();
    await page.waitForURL(/department=CSE$/);
    await page.reload();
    const cse = await countOf("department=CSE");
    await page.context().setOffline(true);
    await page.goBack();
    await page.getByText(CONNECTION).waitFor();
    await expect.poll(() => found(page)).toBe(cse);
    await expect.poll(() => box(page, "CSE").isChecked()).toBe(true);
    await page.context().setOffline(false);
    await page.getByRole("button", { name: en.list.retry }).click();
    await page.getByText(CONNECTION).waitFor({ state: "detached" });
    await expect.poll(() => page.url()).toBe(`${site.server.origin}/allQuestions`);
    await expect.poll(() => found(page)).toBe(await countOf(""));
    await expect.poll(() => box(page, "CSE").isChecked()).toBe(false);
    await close();
  });
});
