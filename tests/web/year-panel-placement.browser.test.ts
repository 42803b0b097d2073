import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { axeFindings, launchBrowser, overflow } from "../support/web/browser.ts";
import { buildComponentPage, type ComponentPage, openComponentPage } from "../support/web/component-page.ts";

let browser: Browser;
let built: ComponentPage;

beforeAll(async () => {
  built = await buildComponentPage("year-picker-page.tsx");
  browser = await launchBrowser();
});

afterAll(() => browser.close());

/** Opens the picker; the given styles place its field. */
async function openAt(styles: string, viewport: { width: number; height: number }) {
  const opened = await openComponentPage(browser, built, { styles, viewport });
  await opened.page.locator("#year[readonly]").click();
  return opened;
}

/** The position of the panel relative to its field and its window, in CSS pixels. */
function geometry(page: Page) {
  return page.evaluate(() => {
    const field = document.querySelector("#year") as HTMLElement;
    const panel = document.querySelector(".year-panel") as HTMLElement;
    const [at, of] = [panel.getBoundingClientRect(), field.getBoundingClientRect()];
    const { clientWidth, clientHeight } = document.documentElement;
    // Points inside the rounded corners.
    const corners = [at.left + 4, at.right - 4].flatMap((x) =>
      [at.top + 4, at.bottom - 4].map((y) => [x, y] as const),
    );
    const gaps = {
      below: at.top - of.bottom,
      above: of.top - at.bottom,
      right: at.left - of.right,
      left: of.left - at.right,
    };
    const side = panel.dataset["side"] as keyof typeof gaps;
    return {
      side,
      gap: gaps[side],
      size: [at.width, at.height],
      inWindow: at.left >= 0 && at.top >= 0 && at.right <= clientWidth && at.bottom <= clientHeight,
      covered: corners.filter(([x, y]) => !panel.contains(document.elementFromPoint(x, y))).length,
    };
  });
}

const whole = { gap: 10, size: [220, 240], inWindow: true, covered: 0 };
const place = (where: string) =>
  `#place { position: absolute; width: 160px; ${where} } .field { margin: 0; }`;

test.each([
  ["top: 0; left: 0", "below"],
  ["top: 0; right: 0", "below"],
  ["bottom: 0; left: 0", "above"],
  ["bottom: 0; right: 0", "above"],
])("for a field at %s the panel opens %s", async (where, side) => {
  const { page, close } = await openAt(place(where), { width: 900, height: 600 });
  expect(await geometry(page)).toEqual({ ...whole, side });
  expect(await overflow(page)).toBe(0);
  await close();
});

test.each([
  ["left: 100px", "right"],
  ["right: 100px", "left"],
])("without space below and above, a field at %s has the panel on the %s", async (where, side) => {
  const { page, close } = await openAt(place(`top: 150px; ${where}`), { width: 900, height: 400 });
  expect(await geometry(page)).toEqual({ ...whole, side });
  await close();
});

test("the panel covers the field in a window of 320 by 256, where no side has enough space", async () => {
  const { page, close } = await openAt(place("top: 90px; left: 80px"), { width: 320, height: 256 });
  expect(await geometry(page)).toMatchObject({ size: [220, 240], inWindow: true, covered: 0 });
  await close();
});

test("every button of the picker is at least 48 pixels high and wide", async () => {
  const { page, close } = await openAt("", { width: 320, height: 640 });
  await page.getByRole("button", { name: "Today" }).click();
  await page.click("#year");
  for (const target of await page.locator(".year-picker button").all()) {
    const { width, height } = (await target.boundingBox()) as { width: number; height: number };
    expect(Math.min(width, height), await target.innerText()).toBeGreaterThanOrEqual(48);
  }
  await close();
});

test("a box with hidden overflow or a transform doesn't clip the panel", async () => {
  const styles = "#box { height: 80px; overflow: hidden; transform: translateX(5px); }";
  const { page, close } = await openAt(styles, { width: 360, height: 640 });
  expect(await geometry(page)).toEqual({ ...whole, side: "below" });
  await close();
});

test.each([
  ["the page", "body { height: 3000px; }", "html"],
  ["a box in it", "#box { position: relative; height: 600px; overflow: auto; }", "#box"],
])("the panel stays beside its field and changes sides when %s scrolls", async (_, styles, scroller) => {
  const tall = "#place { padding: 450px 0 2000px; }";
  const { page, close } = await openAt(styles + tall, { width: 360, height: 600 });
  expect(await geometry(page)).toEqual({ ...whole, side: "above" });
  await page.evaluate((selector) => document.querySelector(selector)?.scrollBy(0, 50), scroller);
  await expect.poll(() => geometry(page)).toEqual({ ...whole, side: "above" });
  await page.evaluate((selector) => document.querySelector(selector)?.scrollBy(0, 300), scroller);
  await expect.poll(() => geometry(page)).toEqual({ ...whole, side: "below" });
  await page.evaluate((selector) => document.querySelector(selector)?.scrollBy(0, -350), scroller);
  await expect.poll(() => geometry(page)).toEqual({ ...whole, side: "above" });
  await close();
});

test("the panel moves when the window changes its size", async () => {
  const { page, close } = await openAt(place("bottom: 60px; left: 0"), { width: 900, height: 600 });
  expect(await geometry(page)).toEqual({ ...whole, side: "above" });
  await page.setViewportSize({ width: 900, height: 300 });
  await expect.poll(() => geometry(page)).toEqual({ ...whole, side: "right" });
  await close();
});

test("axe finds no problem in light and dark, with and without a chosen year", async () => {
  for (const colorScheme of ["light", "dark"] as const) {
    const { page, complaints, close } = await openComponentPage(browser, built, { colorScheme });
    await page.locator("#year[readonly]").click();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Today" }).click();
    await page.click("#year");
    expect(await axeFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  }
});
