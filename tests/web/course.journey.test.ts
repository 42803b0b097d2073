import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enCoursePages } from "../../src/shared/messages/en-course-pages.ts";
import { en } from "../../src/shared/messages/en.ts";
import { counted, insertCourse, NOVEMBER_2026, path } from "../support/archive/course-of-eleven-years.ts";
import { insertLongCourse, longPath } from "../support/archive/course-of-long-names.ts";
import { type ListeningSite, listen } from "../support/process/listen.ts";
import { launchBrowser, openPage, overflow, pageFaults } from "../support/web/browser.ts";

let site: ListeningSite;
let browser: Browser;
beforeAll(async () => {
  site = await listen({ clock: () => NOVEMBER_2026 });
  await insertCourse(site.archive);
  await insertLongCourse(site.archive);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  expect(site.faults).toEqual([]);
  await site.close();
});

async function visit(options: BrowserContextOptions = {}, address = path) {
  const opened = await openPage(browser, options);
  await opened.page.goto(site.origin + address);
  return opened;
}

const WIDE = { viewport: { width: 1280, height: 900 } };

/** What screen readers hear of a year's places, in their order. */
const saidIn = (page: Page, year: number): Promise<string[]> =>
  page.locator(`#y${year} .course-place`).evaluateAll((places) =>
    places.map((place) =>
      [...place.children]
        .filter((part) => part.ariaHidden !== "true" && !part.querySelector("button, a"))
        .map((part) => part.textContent)
        .join(""),
    ),
  );

describe("the table of a course", () => {
  test("the table of a course shows the papers, gaps and exams that were not held, as counted by hand", async () => {
    const { page, close } = await visit(WIDE);
    await expect
      .poll(() => page.locator(".course-line").last().textContent())
      .toBe(`3rd semester · ${counted.papers} papers, ${counted.answers} answers`);
    expect(await saidIn(page, 2026)).toEqual([
      "Class test 2026 · Spring · Set A: no answers",
      "Class test 2026 · Spring · Set B: 1 answer",
      "Mid-term 2026 · Spring: 2 answers",
      "Mid-term 2026 · Fall: not yet",
      "Final 2026 · Spring: missing",
      "Final 2026 · Fall: not yet",
    ]);
    expect(await saidIn(page, 2020)).toEqual([
      "Class test 2020: not held",
      "Mid-term 2020 · Spring: not held",
      "Mid-term 2020 · Fall: 1 answer",
      "Final 2020 · Spring: not held",
      "Final 2020 · Fall: 3 answers",
    ]);
    expect(await saidIn(page, 2016)).toEqual([
      "Class test 2016: missing",
      "Mid-term 2016: missing",
      "Final 2016: 8 answers",
    ]);
    const gaps = await page.locator(".course-gap:not(.course-sign)").count();
    await expect
      .poll(() => page.locator(".course-situation").textContent())
      .toBe(enCoursePages.coursePage.situation(counted.papers, gaps));
    await close();
  });

  test("the table of a course has a column header for each exam and a row header for each year", async () => {
    const { page, close } = await visit(WIDE);
    const table = page.getByRole("table", { name: enCoursePages.coursePage.byYear });
    const columns = await table.getByRole("columnheader").allTextContents();
    expect(columns.map((text) => text.replace(/ \d.*/, ""))).toEqual([
      enCoursePages.coursePage.year,
      "Class test",
      "Mid-term",
      "Final",
    ]);
    const rows = await table.getByRole("rowheader").allInnerTexts();
    expect(rows.map((text) => text.trim())).toEqual(Array.from({ length: 11 }, (_, at) => String(2026 - at)));
    await close();
  });

  test("papers of one exam and year are tiles of 72 px below each other, and the newest final is strong", async () => {
    const { page, close } = await visit(WIDE);
    const boxOf = (name: string) => page.getByRole("link", { name }).boundingBox();
    const [spring, fall, only] = await Promise.all([
      boxOf("Mid-term 2025 · Spring: 4 answers"),
      boxOf("Mid-term 2025 · Fall: 2 answers"),
      boxOf("Mid-term 2018: 1 answer"),
    ]);
    expect(spring?.height).toBe(72);
    expect(fall?.y).toBeGreaterThanOrEqual((spring?.y ?? 0) + 72);
    expect([fall?.x, fall?.width]).toEqual([only?.x, only?.width]);
    expect(await page.locator(".course-last").allInnerTexts()).toEqual([
      expect.stringContaining("Final · Spring"),
    ]);
    await close();
  });

  test("a paper in the table leads to its page, and the breadcrumbs lead back to the course", async () => {
    const { page, close } = await visit(WIDE);
    await page.getByRole("link", { name: "Final 2025 · Spring: 6 answers" }).click();
    await page.waitForURL("**/question-details/*");
    await expect.poll(() => page.getByRole("heading", { level: 1 }).innerText()).toBe("Final 2025 · Spring");
    await expect.poll(() => page.locator(".details-head .details-line").innerText()).toContain("6 answers");
    await page
      .getByRole("navigation", { name: en.crumbs.label })
      .getByRole("link", { name: "CSE 2103" })
      .click();
    await page.waitForURL(`**${path}`);
    await close();
  });
});

describe.each([
  { width: 320, colorScheme: "dark" as const },
  { width: 360, colorScheme: "light" as const },
  { width: 860, colorScheme: "light" as const },
  { width: 1280, colorScheme: "dark" as const },
])("the page of a course at $width px in $colorScheme colours", ({ width, colorScheme }) => {
  const options = { viewport: { width, height: 800 }, colorScheme };

  test("the page of a course has no accessibility or layout fault, with and without JavaScript", async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { page, complaints, close } = await visit({ ...options, javaScriptEnabled });
      if (javaScriptEnabled) expect(await pageFaults(page)).toEqual([]);
      else expect(await overflow(page)).toBe(0);
      expect(complaints).toEqual([]);
      await close();
    }
  });

  test("no tile is narrower than its words", async () => {
    for (const hash of ["#y2022", "#rest"]) {
      const { page, close } = await visit(options, longPath + hash);
      expect(await pageFaults(page)).toEqual([]);
      const clipped = await page
        .locator(".course-place:visible")
        .evaluateAll((tiles) =>
          tiles.filter((tile) => tile.scrollWidth > tile.clientWidth).map(({ textContent }) => textContent),
        );
      expect(clipped).toEqual([]);
      await close();
    }
  });

  test("the page of a course has no accessibility or layout fault while a year is open", async () => {
    const { page, close } = await visit(options, `${path}#y2025`);
    expect(await pageFaults(page)).toEqual([]);
    await close();
  });
});

describe("on a phone, a year", () => {
  test("a year on a phone is one line of 48 px, and opens to tiles of 72 px", async () => {
    const { page, complaints, close } = await visit();
    const year = page.locator("#y2025");
    const open = year.getByRole("link", { name: enCoursePages.coursePage.open("2025") });
    expect(await open.getAttribute("aria-expanded")).toBe("false");
    const closed = await year.boundingBox();
    expect(closed?.height).toBeLessThanOrEqual(50);
    expect((await open.boundingBox())?.height).toBe(48);
    expect((await open.boundingBox())?.width).toBe(closed?.width);
    const paper = page.getByRole("link", { name: "Final 2025 · Spring: 6 answers" });
    expect(await paper.count()).toBe(0);
    await open.click();
    expect(await open.getAttribute("aria-expanded")).toBe("true");
    expect((await paper.boundingBox())?.height).toBe(72);
    await open.click();
    await expect.poll(() => paper.count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  test("the newest year with papers is open on a phone, and ten closed years fit one screen", async () => {
    const { page, close } = await visit();
    await page.getByRole("link", { name: "Mid-term 2026 · Spring: 2 answers" }).waitFor();
    const [first, last] = [
      await page.locator("#y2025").boundingBox(),
      await page.locator("#y2016").boundingBox(),
    ];
    expect((last?.y ?? Infinity) + (last?.height ?? 0) - (first?.y ?? 0)).toBeLessThanOrEqual(510);
    await close();
  });

  test("the newest final is above the table on a phone", async () => {
    const { page, close } = await visit();
    const top = await page.getByRole("link", { name: /^Final 2025 · Spring 6 answers/ }).boundingBox();
    const table = await page.getByRole("table").boundingBox();
    expect(top?.y).toBeLessThan(table?.y ?? 0);
    await close();
  });

  test("years without papers are one last row on a phone, which opens", async () => {
    const { page, close } = await visit({}, longPath);
    const rest = page.locator("#rest");
    expect(await rest.innerText()).toMatch(/^2023, 2025 to 2026 nothing yet · Ask/);
    const gap = page.locator("#y2026 .course-gap").first();
    expect(await gap.isVisible()).toBe(false);
    const [newest, last] = [await page.locator("#y2024").boundingBox(), await rest.boundingBox()];
    expect(last?.y).toBeGreaterThan(newest?.y ?? Infinity);
    await rest.getByRole("link").click();
    await gap.getByRole("button", { name: /^Ask/ }).waitFor();
    await close();
  });

  test("a year on a phone opens by keyboard, and its papers follow in the order of the Tab key", async () => {
    const { page, close } = await visit();
    await page.locator("#y2025 .course-open").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    const paper = page.getByRole("link", { name: "Class test 2025 · Spring: 1 answer" });
    expect(await paper.evaluate((link) => link === document.activeElement)).toBe(true);
    await close();
  });

  test("a year named in the address is open, also without the page's script, and closes again", async () => {
    for (const isBlocked of [false, true]) {
      const { page, close } = await openPage(browser);
      if (isBlocked) await page.route("**/assets/*.js", (route) => route.abort());
      await page.goto(`${site.origin + path}#y2024`);
      const paper = page.getByRole("link", { name: "Final 2024 · Fall: 4 answers" });
      await paper.waitFor();
      if (!isBlocked) {
        // The script has started when it names the state.
        await page.locator('#y2024 .course-open[aria-expanded="true"]').click();
        await expect.poll(() => paper.count()).toBe(0);
        expect(new URL(page.url()).hash).toBe("");
      }
      await close();
    }
  });

  test("a year is open with all of its papers if scripts are turned off", async () => {
    const { page, close } = await visit({ javaScriptEnabled: false });
    for (const name of ["Final 2024 · Fall: 4 answers", "Final 2016: 8 answers"])
      await page.getByRole("link", { name }).waitFor();
    expect(await page.locator(".course-open").first().isVisible()).toBe(false);
    await close();
  });

  test("the script moves no year, so the layout never shifts", async () => {
    const { page, close } = await visit();
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            resolve(
              list
                .getEntries()
                .reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0),
            );
          }).observe({ type: "layout-shift", buffered: true });
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
        }),
    );
    expect(shift).toBe(0);
    await close();
  });
});

test("notes, books and labs are closed rows with counts on a phone, and open on a desktop", async () => {
  const { page, close } = await visit();
  const labs = page.locator("#lab");
  await expect.poll(() => labs.locator("h2").innerText()).toContain("Labs 4");
  expect(await labs.locator("li").first().isVisible()).toBe(false);
  await labs.locator(".course-open").click();
  await labs.getByRole("link", { name: "Lab 4: Binary search tree" }).waitFor();
  await page.setViewportSize(WIDE.viewport);
  await page.locator("#book").getByRole("link", { name: "A First Course in Data Structures" }).waitFor();
  await labs.getByRole("link", { name: enCoursePages.coursePage.all("Labs", 4) }).waitFor();
  await close();
});
