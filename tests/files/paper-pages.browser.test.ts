import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { axeFindings, openPage, overflow } from "../support/web/browser.ts";
import { openReadingSite, pageLink, PAGES, type ReadingSite } from "../support/files/reading-site.ts";
import { PHONE, readToTheEnd } from "../support/web/route-bytes.ts";
import { en } from "../../src/shared/messages/en.ts";

let site: ReadingSite;
let browser: Browser;
let paper: string;

beforeAll(async () => {
  site = await openReadingSite();
  ({ browser, paper } = site);
});

afterAll(async () => {
  await site.close();
  expect(site.faults).toEqual([]);
});

describe("the pages of a paper", () => {
  test("a phone loads small images, the first at once and the others when they come into view, and no page moves", async () => {
    const { page, close } = await openPage(browser, PHONE);
    const asked: string[] = [];
    await page.addInitScript(() => {
      const own = window as unknown as { jumps: number };
      own.jumps = 0;
      const isOfPages = ({ sources }: { sources: { node: Node | null }[] }) =>
        sources.some(({ node }) => document.querySelector("#pages")?.contains(node));
      new PerformanceObserver((list) => {
        own.jumps += (list.getEntries() as unknown as Parameters<typeof isOfPages>[0][]).filter(
          isOfPages,
        ).length;
      }).observe({ type: "layout-shift", buffered: true });
    });
    page.on("request", (request) => {
      if (request.resourceType() === "image")
        asked.push(new URL(request.url()).pathname.slice(-1) + new URL(request.url()).search);
    });
    await page.goto(paper);
    await expect.poll(() => page.locator("#pages img").first().getAttribute("fetchpriority")).toBe("high");
    await page
      .locator("#pages img")
      .first()
      .evaluate((image: HTMLImageElement) => image.decode());
    expect(asked[0]).toBe("1?width=720");
    await readToTheEnd(page);
    for (const image of await page.locator("#pages img").all())
      await image.evaluate((one: HTMLImageElement) => one.decode());
    expect(asked.toSorted()).toEqual(["1?width=720", "2?width=720", "3?width=720", "4?width=720"]);
    const jumps = await page.evaluate(() => (window as unknown as { jumps: number }).jumps);
    expect(jumps).toBe(0);
    await close();
  });

  test("each page is a link to a larger image without JavaScript, and the text is one link away", async () => {
    const { page, close } = await openPage(browser, { javaScriptEnabled: false });
    await page.goto(paper);
    await expect.poll(() => page.getByRole("button", { name: "Print" }).count()).toBe(0);
    await pageLink(page, 2).click();
    await page.waitForURL("**/pages/2?width=1600");
    await page.goBack();
    const views = page.getByRole("navigation", { name: en.reading.views });
    await views.getByRole("link", { name: "Text", exact: true }).click();
    await page.getByRole("heading", { name: "Page 4", exact: true }).waitFor();
    await expect.poll(() => page.locator(".paper-texts").innerText()).toContain("sheet 4");
    await expect.poll(() => page.locator("main img").count()).toBe(0);
    await views.getByRole("link", { name: "Pages", exact: true }).click();
    await pageLink(page, 1).waitFor();
    await close();
  });
});

test.each([320, 1280])("the text and the pages fit %i px, and axe finds no problem", async (width) => {
  const { page, complaints, close } = await openPage(browser, { viewport: { width, height: 800 } });
  for (const address of [paper, `${paper}?view=text`]) {
    await page.goto(address);
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
  }
  expect(complaints).toEqual([]);
  await close();
});

describe("printing a paper", () => {
  /** Opens the paper with a stub for `print` that records the width of each page image. */
  async function openPrinted(address = paper) {
    const opened = await openPage(browser, { viewport: { width: 1280, height: 800 } });
    const { page } = opened;
    await page.addInitScript(() => {
      window.print = async () => {
        const pictures = [...document.querySelectorAll<HTMLImageElement>("#pages img")];
        // Uses the image's real pixels, because the browser divides the natural width by the density.
        const bitmaps = await Promise.all(pictures.map((one) => createImageBitmap(one)));
        document.body.dataset["printed"] = bitmaps.map(({ width }) => width).join(" ");
      };
    });
    await page.goto(address);
    const note = page.locator("body[data-printed]");
    return {
      ...opened,
      isPrinted: async () => (await note.count()) > 0,
      printed: () => note.getAttribute("data-printed"),
    };
  }
  /** The text of each printed sheet. */
  async function sheets(page: Page): Promise<string[]> {
    const answer = await site.archive.shared.papers.texts(await page.pdf({ format: "A4" }));
    if ("refusal" in answer) throw new Error(answer.refusal);
    return answer.value.map(({ text }) => text);
  }

  test("the Print button loads every page, shows the progress, and prints each page on its own sheet", async () => {
    const { page, isPrinted, printed, complaints, close } = await openPrinted();
    const released = Promise.withResolvers<void>();
    await page.route("**/pages/3?width=1600", async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.getByRole("button", { name: "Print" }).click();
    await page.getByText(`Loading page 3 of ${PAGES}`).waitFor();
    expect(await isPrinted()).toBe(false);
    released.resolve();
    expect(await printed()).toBe("1600 1600 1600 1600");
    await expect.poll(() => page.locator("#printing").textContent()).toBe("");
    const texts = await sheets(page);
    expect(texts).toHaveLength(PAGES);
    expect(texts[0]).toContain("Data Structures");
    expect(texts[0]).toContain("CSE 2103");
    expect(texts.map((text) => /Page (\d) of/.exec(text)?.[1])).toEqual(["1", "2", "3", "4"]);
    expect(texts.join("")).not.toMatch(/Download|Ratings|Newsletter|Proshno|Log in|Text/);
    expect(complaints).toEqual([]);
    await close();
  });

  test("the Print button names a page that didn't load, and loads it on the next try", async () => {
    const { page, isPrinted, printed, close } = await openPrinted();
    await page.route("**/pages/2?width=1600", (route) => route.abort());
    const print = page.getByRole("button", { name: "Print" });
    await print.click();
    await page.getByText(en.reading.lost(2, PAGES)).waitFor();
    expect(await isPrinted()).toBe(false);
    await page.unroute("**/pages/2?width=1600");
    await print.click();
    expect(await printed()).toBe("1600 1600 1600 1600");
    await close();
  });

  test("printing from the browser's menu loads the pages that weren't in view", async () => {
    const { page, close } = await openPrinted();
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    for (const image of await page.locator("#pages img").all())
      await image.evaluate((one: HTMLImageElement) => one.decode());
    expect(await sheets(page)).toHaveLength(PAGES);
    await close();
  });

  test("the Print button prints the text if the reader chose the text", async () => {
    const { page, printed, close } = await openPrinted(`${paper}?view=text`);
    await page.getByRole("button", { name: "Print" }).click();
    expect(await printed()).toBe("");
    const text = (await sheets(page)).join("\n");
    expect(text).toContain("Data Structures");
    expect(text).toContain("sheet 4");
    expect(text).not.toMatch(/Download|Ratings|Newsletter/);
    await close();
  });
});
