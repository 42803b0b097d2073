import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { en } from "../../src/shared/messages/en.ts";
import { cards, countOfQuestions, found, visitList } from "../support/archive/live-filters.ts";
import { adminSession, axeFindings, openPage, overflow } from "../support/web/browser.ts";
import { browserSite } from "../support/web/browser-site.ts";

const site = browserSite();
const screens = [360, 1280].flatMap((width) =>
  [true, false].map((javaScriptEnabled) => ({ width, javaScriptEnabled })),
);
const link = "https://drive.google.com/file/d/1TESTabcdefghijklmnopqrstuvwxyz07/view";

describe.each(screens)(
  "at $width px, with JavaScript: $javaScriptEnabled",
  ({ width, javaScriptEnabled }) => {
    const options = { viewport: { width, height: 800 }, javaScriptEnabled };

    /** Chooses a value of a filter, and sends the form if no script sends it. */
    async function choose(page: Page, name: string, value: string) {
      if (width === 360) await page.getByRole("button", { name: en.list.filters }).click();
      await page.selectOption(`#filter-${name}`, value);
      if (width === 360 || !javaScriptEnabled) await page.locator("#filters .list-sheet-foot button").click();
      await page.waitForURL(new RegExp(`[?&]${name}=${value}`));
    }

    test("the filters for term and set list as many papers as their counts say", async () => {
      const { page, complaints, close } = await visitList(
        site.browser,
        site.server,
        "/allQuestions",
        options,
      );
      const said = await page.locator("#filter-term option[value=fall]").textContent();
      await choose(page, "term", "fall");
      await expect.poll(() => found(page)).toBe(await countOfQuestions(site.server, "term=fall"));
      expect(said).toBe(`Fall (${await found(page)})`);
      await expect.poll(() => page.locator(".item-card .meta").first().innerText()).toContain("Fall");
      await choose(page, "set", "A");
      const both = await countOfQuestions(site.server, "term=fall&set=A");
      await expect.poll(() => found(page)).toBe(both);
      expect((await cards(page)).length).toBe(Math.min(both, 10));
      await expect.poll(() => page.locator(".chips").innerText()).toMatch(/Fall[\s\S]*Set A/);
      expect(await overflow(page)).toBe(0);
      // Axe does not work without scripts.
      if (javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await close();
    });

    test("the form shows the problem of an invalid set, and keeps the chosen term", async () => {
      const storageState = await adminSession(site.browser, site.server);
      const { page, close } = await openPage(site.browser, { ...options, storageState });
      await page.goto(`${site.server.origin}/dashboard/add-question`);
      if (javaScriptEnabled) await page.waitForSelector("#year[readonly]");
      const subject = `Tides ${width} ${javaScriptEnabled}`;
      const values = {
        department: "CSE",
        subject,
        code: `TID ${width}${Number(javaScriptEnabled)}`,
        driveLink: link,
      };
      for (const [name, value] of Object.entries(values)) await page.fill(`#${name}`, value);
      if (javaScriptEnabled) {
        await page.click("#year");
        await page.getByRole("button", { name: en.yearPicker.today }).click();
      } else await page.fill("#year", "2024");
      await page.selectOption("#term", "fall");
      await page.fill("#set", "ABC");
      await page.locator("main form button[type=submit], main form > button").last().click();
      await expect
        .poll(() => page.locator("main form").innerText())
        .toContain("Set must be one or two letters or digits");
      expect(await page.inputValue("#term")).toBe("fall");
      expect(await overflow(page)).toBe(0);
      await close();
    });
  },
);
