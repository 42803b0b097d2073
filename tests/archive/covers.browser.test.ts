import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { openPage, overflow } from "../support/web/browser.ts";
import { browserSite } from "../support/web/browser-site.ts";

const site = browserSite();

async function visit(path: string, width: number, colorScheme: "light" | "dark" = "light") {
  const opened = await openPage(site.browser, { viewport: { width, height: 800 }, colorScheme });
  await opened.page.goto(site.server.origin + path);
  return opened;
}

/** The lines on each card's cover, and the text of the card. */
const coversOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(".item-card:has(.item-cover)")].map((card) => {
      card.style.contentVisibility = "visible";
      const cover = card.querySelector(".item-cover") as HTMLElement;
      const box = cover.getBoundingClientRect();
      const lines = [...cover.children].flatMap((line) => {
        const { top, bottom, left, right } = line.getBoundingClientRect();
        if (bottom - top === 0) return [];
        const isInside = top >= box.top && bottom <= box.bottom && left >= box.left && right <= box.right;
        const size = Number.parseFloat(getComputedStyle(line).fontSize);
        return [
          {
            text: line.textContent,
            isInside: isInside && (line.tagName !== "B" || line.scrollWidth <= line.clientWidth + 1),
            size,
          },
        ];
      });
      return {
        lines,
        isDecoration: cover.ariaHidden === "true",
        said: card.querySelector(".body")?.textContent,
      };
    }),
  );

describe.each([360, 1280])("at %i px", (width) => {
  test("the cover of a question shows its code, exam and year", async () => {
    const { page, close } = await visit("/allQuestions", width);
    const covers = await coversOf(page);
    expect(covers.length).toBeGreaterThan(3);
    for (const { lines, isDecoration, said } of covers) {
      expect(isDecoration).toBe(true);
      expect(lines.filter(({ isInside, size }) => !isInside || size < 11)).toEqual([]);
      const [code, exam, year] = lines.map(({ text }) => text as string);
      for (const words of [code, exam, year]) expect(said).toContain(words);
      expect([code, year]).toEqual([expect.stringMatching(/\d{3}/), expect.stringMatching(/^20\d\d$/)]);
    }
    expect(await overflow(page)).toBe(0);
    await close();
  });

  test.each(["/allBooks", "/allNotes", "/allLabs", "/allSyllabus"])(
    "an item without a code on %s has its title on its cover",
    async (path) => {
      const { page, close } = await visit(path, width);
      const covers = await coversOf(page);
      expect(covers.length).toBeGreaterThan(3);
      for (const { lines, said } of covers) {
        expect(said).toContain(lines[0]?.text);
        expect(lines.filter(({ isInside, size }) => !isInside || size < 11)).toEqual([]);
      }
      await close();
    },
  );

  test("the cover cuts a very long title, and still shows the year below it", async () => {
    const { page, close } = await visit("/allBooks", width);
    await page.evaluate(() => {
      for (const title of document.querySelectorAll(".item-cover strong"))
        title.textContent = "ব্যবস্থাপনার মূলনীতি ও Electroencephalographically ".repeat(4);
    });
    for (const { lines } of await coversOf(page))
      expect(lines[1]).toMatchObject({ text: expect.stringMatching(/^20\d\d$/), isInside: true });
    expect(await overflow(page)).toBe(0);
    await close();
  });

  test("a very long code stays on its label, above the exam and the year", async () => {
    const { page, close } = await visit("/allQuestions", width);
    await page.evaluate(() => {
      for (const code of document.querySelectorAll(".item-cover b")) {
        code.className = "item-cover-longer";
        code.textContent = "ARCHITECTURE-DESIGN-STUDIO-12345/2024-AB";
      }
    });
    for (const { lines } of await coversOf(page))
      expect(lines.slice(0, 3).filter(({ isInside }) => !isInside)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await close();
  });
});

test.each(["light", "dark"] as const)(
  "a cover has readable letters on its board in the %s theme",
  async (theme) => {
    const { page, close } = await visit("/allQuestions", 1280, theme);
    const colours = await page.evaluate(() =>
      [...document.querySelectorAll(".item-cover")].map((cover) => {
        const { backgroundColor, color } = getComputedStyle(cover);
        return [backgroundColor, color].map((rgb) => rgb.match(/\d+/g)?.map(Number) ?? []);
      }),
    );
    const light = (rgb: number[]) => {
      const [r = 0, g = 0, b = 0] = rgb.map((value) =>
        value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    expect(new Set(colours.map(([board]) => String(board))).size).toBeGreaterThan(2);
    for (const [board = [], ink = []] of colours)
      expect((light(ink) + 0.05) / (light(board) + 0.05)).toBeGreaterThan(6.2);
    await close();
  },
);

test("a picture that doesn't load leaves the cover, without a shift of the page", async () => {
  const { page, close } = await openPage(site.browser, { viewport: { width: 1280, height: 800 } });
  await page.context().route("**/files/**", (route) => route.abort());
  await page.goto(`${site.server.origin}/allQuestions`);
  const picture = page.locator(".item-thumb:has(img)").first();
  await picture.scrollIntoViewIfNeeded();
  const before = await picture.boundingBox();
  await expect
    .poll(() => picture.locator("img").evaluate((image: HTMLImageElement) => image.complete))
    .toBe(true);
  expect(await picture.boundingBox()).toEqual(before);
  const board = await picture
    .locator(".item-cover")
    .evaluate((cover) => getComputedStyle(cover).backgroundColor);
  const middle = await picture.evaluate((element) => {
    const { left, bottom } = element.getBoundingClientRect();
    return document.elementsFromPoint(left + 30, bottom - 8).some((one) => one.matches(".item-cover"));
  });
  expect([board, middle]).toEqual([expect.stringMatching(/^rgb\(/), true]);
  await close();
});
