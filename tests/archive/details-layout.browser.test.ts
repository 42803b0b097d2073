import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser, openPage, overflow, pageFaults } from "../support/web/browser.ts";
import { startServer, type TestServer } from "../support/process/server.ts";

let server: TestServer;
let browser: Browser;
/** Addresses of a question with page images, with text and with only a link, and of a blog. */
const addresses = { pages: "", text: "", link: "", blog: "" };

beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
  const { page, close } = await openPage(browser);
  const first = async (list: string, card: string) => {
    await page.goto(server.origin + list);
    return (await page.locator(`.item-card:has(${card}) h2 a`).first().getAttribute("href")) as string;
  };
  addresses.pages = await first("/allQuestions", "img");
  addresses.text = `${addresses.pages}?view=text`;
  addresses.link = await first("/allQuestions", ".item-cover-drive");
  addresses.blog = await first("/allBlogs", "img");
  await close();
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

async function visit(what: keyof typeof addresses, width: number, javaScriptEnabled = true) {
  const opened = await openPage(browser, { viewport: { width, height: 800 }, javaScriptEnabled });
  await opened.page.goto(server.origin + addresses[what]);
  return opened;
}

/** The positions of the page's parts, in the order of the document. */
const partsOf = (page: Page, selectors: string[]) =>
  page.evaluate(
    (parts) =>
      parts.map((part) => {
        const element = document.querySelector(part);
        if (!element) throw new Error(`The page has no ${part}`);
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return { left, right, top, bottom, width: right - left };
      }),
    selectors,
  );

const HEAD = ".details-head";
const PAPER = ".details-main";
const [FACTS, ANSWERS, RELATED] = [
  ".details-side > .details-line",
  "section:has(#answers)",
  "section:has(#related)",
] as const;

describe.each(["pages", "text", "link"] as const)("a question that is shown as %s", (what) => {
  test.each([1024, 1280, 1600])(
    "shows facts, answers and related papers to the right of the paper at %i px",
    async (width) => {
      const { page, complaints, close } = await visit(what, width);
      const [head, paper, ...others] = await partsOf(page, [HEAD, PAPER, FACTS, ANSWERS, RELATED]);
      expect(head?.bottom).toBeLessThanOrEqual(paper?.top ?? 0);
      let above = head?.bottom ?? 0;
      for (const part of others) {
        expect(part.left).toBeGreaterThan(paper?.right ?? Infinity);
        expect(part.top).toBeGreaterThanOrEqual(above);
        above = part.bottom;
      }
      // The parts use the full width of the window, up to the full width of the page.
      const used = Math.max(...others.map(({ right }) => right)) - (head?.left ?? 0);
      expect(used).toBe(Math.min(width - 32, 1152));
      expect(paper?.width).toBeGreaterThan(others[0]?.width ?? Infinity);
      expect(await overflow(page)).toBe(0);
      expect(complaints).toEqual([]);
      await close();
    },
  );

  test.each([320, 360])(
    "shows heading, paper, facts, answers and related papers in one column at %i px",
    async (width) => {
      const { page, close } = await visit(what, width);
      const parts = await partsOf(page, [HEAD, PAPER, FACTS, ANSWERS, RELATED]);
      for (const [index, part] of parts.entries()) {
        expect(part.top).toBeGreaterThanOrEqual(parts[index - 1]?.bottom ?? 0);
        expect(part.right).toBeLessThanOrEqual(width);
      }
      expect(await pageFaults(page)).toEqual([]);
      await close();
    },
  );

  test("has the same order with the Tab key as on the screen", async () => {
    for (const width of [1280, 360]) {
      const { page, close } = await visit(what, width);
      const order = await page.evaluate(() => {
        const regions = [".details-head", ".details-main", ".details-side"];
        return [...document.querySelectorAll<HTMLElement>("main :is(a, button, summary, input, select)")]
          .filter((control) => control.checkVisibility() && control.tabIndex >= 0)
          .map((control) => ({
            region: regions.findIndex((region) => control.closest(region)),
            top: control.getBoundingClientRect().top,
          }));
      });
      const isInOrder = order.every(({ region, top }, index) => {
        const before = order[index - 1];
        return !before || region > before.region || (region === before.region && top >= before.top - 48);
      });
      expect(order.length).toBeGreaterThan(5);
      expect(isInOrder).toBe(true);
      await close();
    }
  });
});

test.each([true, false])(
  "a question with only a link shows its cover until its viewer opens, with JavaScript: %s",
  async (javaScriptEnabled) => {
    const { page, close } = await visit("link", 1280, javaScriptEnabled);
    await page.route(
      (url) => url.origin !== server.origin,
      (route) => route.fulfill({ contentType: "text/html", body: "<p>The paper</p>" }),
    );
    const cover = page.locator(".details-main .item-cover");
    const code = cover.locator("b");
    await expect.poll(() => code.textContent()).toBe(await page.locator(".details-code").textContent());
    const heading = (await page.locator("h1").textContent()) ?? "";
    for (const part of ["strong", ".item-cover-year"])
      await expect
        .poll(async () => heading.includes((await cover.locator(part).textContent()) ?? "—"))
        .toBe(true);
    await expect.poll(() => cover.locator("small").textContent()).toBe("Drive");
    const [{ width = 0 } = {}, box] = [
      (await cover.boundingBox()) ?? {},
      await page.locator(PAPER).boundingBox(),
    ];
    expect(Math.abs(width - (box?.width ?? 0))).toBeLessThanOrEqual(2);
    await cover.click();
    await page.locator(javaScriptEnabled ? ".item-viewer iframe" : ".item-viewer > a").waitFor();
    await expect.poll(() => cover.isVisible()).toBe(false);
    await close();
  },
);

test("the number of answers is at the top at every width, and jumps past the pages to the answers on a phone", async () => {
  const { page, close } = await openPage(browser);
  await page.goto(`${server.origin}/allQuestions`);
  await page
    .locator(".item-card", { hasText: /View Answer \(\d+\)/ })
    .locator("h2 a")
    .first()
    .click();
  const answers = page.locator(".details-head").getByRole("link", { name: /^\d+ answers?$/ });
  await answers.click();
  expect((await page.locator("#answers").boundingBox())?.y).toBeLessThan(100);
  await page.setViewportSize({ width: 1280, height: 800 });
  await answers.waitFor();
  await close();
});

test.each([1280, 1600])("the lines of a blog stay short at %i px", async (width) => {
  const { page, close } = await visit("blog", width);
  const [text, ratings] = await partsOf(page, [".prose", "section:has(#ratings)"]);
  expect(text?.width).toBeLessThanOrEqual(700);
  expect(ratings?.left).toBeGreaterThan(text?.right ?? Infinity);
  await close();
});
