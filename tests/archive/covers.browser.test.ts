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
        return [{ text: line.textContent, isInside, size }];
      });
      return {
        lines,
        isDecoration: cover.ariaHidden === "true",
        said: card.querySelector(".body")?.textContent,
      };
    }),
  );

describe.each([360, 1280])("at %i px", (width) => {
  test("the cover of a question with only a link shows its code, exam and year", async () => {
    const { page, close } = await visit("/allQuestions", width);
    const covers = await coversOf(page);
    expect(covers.length).toBeGreaterThan(3);
    for (const { lines, isDecoration, said } of covers) {
      expect(isDecoration).toBe(true);
      expect(lines.every(({ isInside, size }) => isInside && size >= 11)).toBe(true);
      const [code, ...others] = lines.map(({ text }) => text as string);
      expect(said).toContain(code);
      expect(code).toMatch(/\d{3}/);
      expect(others.at(-1)).toMatch(/\b20\d\d(?: Set \S+)?$/);
      for (const word of others.join(" ").split(" ")) expect(said).toContain(word);
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
        expect(lines.every(({ isInside, size }) => isInside && size >= 11)).toBe(true);
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
    for (const { lines } of await coversOf(page)) {
      expect(lines.at(-1)).toMatchObject({ text: expect.stringMatching(/^20\d\d$/), isInside: true });
    }
    expect(await overflow(page)).toBe(0);
    await close();
  });
});

test("the paper of a cover is light in a browser without color-mix()", async () => {
  const { page, close } = await openPage(site.browser, { colorScheme: "dark" });
  await page.context().route("**/*.css", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll("color-mix(", "unknown-mix(") });
  });
  await page.goto(`${site.server.origin}/allQuestions`);
  const style = await page
    .locator(".item-cover")
    .first()
    .evaluate((cover) => {
      const { backgroundColor, backgroundImage } = getComputedStyle(cover);
      return { backgroundColor, isRuled: backgroundImage.startsWith("repeating-linear-gradient(") };
    });
  expect(style).toEqual({ backgroundColor: "rgb(255, 255, 255)", isRuled: true });
  await close();
});

test("the paper of a cover is also light in the dark theme", async () => {
  const { page, close } = await visit("/allQuestions", 1280, "dark");
  const cover = page.locator(".item-cover").first();
  const { background, ink } = await cover.evaluate((element) => {
    const { backgroundColor, color } = getComputedStyle(element);
    return { background: backgroundColor, ink: color };
  });
  expect([background, ink]).toEqual(["rgb(255, 255, 255)", "rgb(20, 33, 27)"]);
  await close();
});
