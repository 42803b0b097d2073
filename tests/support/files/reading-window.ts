import type { Browser, CDPSession, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPage, pageFaults } from "../web/browser.ts";
import { openReadingSite, pageLink, PAGES, type ReadingSite } from "./reading-site.ts";
import { PHONE } from "../web/route-bytes.ts";
import { en } from "../../../src/shared/messages/en.ts";

const reader = (page: Page) => page.getByRole("dialog", { name: /^Pages of .*Data Structures.*, enlarged$/ });
const button = (page: Page, name: string) => reader(page).getByRole("button", { name, exact: true });
const picture = (page: Page) => page.locator(".paper-reader-stage img");
/** Waits until the window shows that page. */
async function shows(page: Page, number: number): Promise<void> {
  await reader(page)
    .getByRole("status")
    .filter({ hasText: `Page ${number} of ${PAGES}` })
    .waitFor();
  await reader(page).getByText(`Page ${number} of ${PAGES}`, { exact: true }).waitFor();
  await expect.poll(() => picture(page).getAttribute("alt")).toBe(`Page ${number} of ${PAGES}`);
  await expect.poll(() => page.locator("#reader-page").inputValue()).toBe(String(number));
}
/** The scale of the image and its offset from the centre in CSS pixels. */
const lies = (image: Locator) =>
  image.evaluate((one) => {
    const { a: scale, e: x, f: y } = new DOMMatrix(getComputedStyle(one).transform);
    return { scale, x, y };
  });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));

/** Declares the tests of the window that enlarges a page. */
export function testReadingWindow(who: "a visitor" | "a logged-in student"): void {
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

  async function open(options: Parameters<typeof openPage>[1] = {}) {
    const opened = await openPage(browser, options);
    if (who !== "a visitor") await opened.page.context().addCookies(site.cookies);
    return opened;
  }

  test("moves through pages and zooms with the keyboard, and gives the focus back to the page's link", async () => {
    const { page, complaints, close } = await open();
    await page.goto(paper);
    const entries = await page.evaluate(() => history.length);
    await pageLink(page, 1).focus();
    await page.keyboard.press("ArrowRight");
    expect(await focused(page)).toBe(`Page 2 of ${PAGES}, enlarged`);
    await page.keyboard.press("Enter");
    await shows(page, 2);
    for (const [key, number] of [
      ["PageDown", 3],
      ["PageUp", 2],
      ["End", PAGES],
      ["PageDown", PAGES],
      ["Home", 1],
      ["ArrowLeft", 1],
      ["ArrowRight", 2],
    ] as const) {
      await page.keyboard.press(key);
      await shows(page, number);
    }
    await page.keyboard.press("+");
    await page.keyboard.press("+");
    expect(await lies(picture(page))).toEqual({ scale: 2.25, x: 0, y: 0 });
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    expect(await lies(picture(page))).toEqual({ scale: 2.25, x: -80, y: -80 });
    await page.keyboard.press("-");
    expect((await lies(picture(page))).scale).toBe(1.5);
    await page.keyboard.press("0");
    expect(await lies(picture(page))).toEqual({ scale: 1, x: 0, y: 0 });
    // The focus stays in the window.
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press("Tab");
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.closest("main, header, footer")))
        .toBeNull();
    }
    await page.keyboard.press("Escape");
    await reader(page).waitFor({ state: "detached" });
    expect(await focused(page)).toBe(`Page 2 of ${PAGES}, enlarged`);
    await page.waitForFunction(() => history.state === null);
    expect(await page.evaluate(() => history.length)).toBe(entries + 1);
    expect(complaints).toEqual([]);
    await close();
  });

  test("jumps to the page with the typed number, or to the nearest page", async () => {
    const { page, close } = await open();
    await page.goto(paper);
    await pageLink(page, 1).click();
    await shows(page, 1);
    const jump = reader(page).getByLabel("Page", { exact: true });
    for (const [typed, number] of [
      ["3", 3],
      ["99", PAGES],
      ["0", 1],
      ["", 1],
    ] as const) {
      await jump.fill(typed);
      await jump.press("Enter");
      if (typed === "") await jump.blur();
      await shows(page, number);
      expect(new URL((await picture(page).getAttribute("src"))!).pathname).toMatch(`/pages/${number}`);
    }
    await close();
  });

  test("moves with its buttons, and closes with a button or with Back", async () => {
    const { page, close } = await open();
    await page.goto(`${site.origin}/allQuestions`);
    await page.goto(paper);
    await pageLink(page, 3).click();
    await shows(page, 3);
    await expect.poll(() => button(page, en.reading.next).getAttribute("aria-disabled")).toBe("false");
    await button(page, en.reading.next).click();
    await shows(page, PAGES);
    await expect.poll(() => button(page, en.reading.next).getAttribute("aria-disabled")).toBe("true");
    await button(page, en.reading.previous).click();
    await shows(page, 3);
    await button(page, en.reading.zoomIn).click();
    expect((await lies(picture(page))).scale).toBe(1.5);
    await button(page, en.reading.zoomOut).click();
    await expect.poll(() => button(page, en.reading.zoomOut).getAttribute("aria-disabled")).toBe("true");
    await button(page, "Close").click();
    await reader(page).waitFor({ state: "detached" });
    await page.waitForFunction(() => history.state === null);

    await pageLink(page, 2).click();
    await shows(page, 2);
    await page.evaluate(() => history.back());
    await reader(page).waitFor({ state: "detached" });
    await expect.poll(() => page.url()).toBe(paper);
    expect(await focused(page)).toBe(`Page 2 of ${PAGES}, enlarged`);
    await close();
  });

  test("zooms at the mouse with the wheel and a double click, and moves by dragging", async () => {
    const { page, close } = await open({ viewport: { width: 1280, height: 800 } });
    await page.goto(paper);
    await pageLink(page, 1).click();
    await shows(page, 1);
    const box = (await page.locator(".paper-reader-stage").boundingBox())!;
    const [x, y] = [box.x + box.width / 2 + 100, box.y + box.height / 2 + 100];
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, -500);
    await page.waitForFunction(() =>
      /scale\((?!1\))/.test(document.querySelector<HTMLElement>(".paper-reader-stage img")!.style.transform),
    );
    const { scale, y: down } = await lies(picture(page));
    expect(scale).toBeCloseTo(Math.E, 3);
    // The point under the mouse doesn't move.
    expect(down).toBeCloseTo(100 - 100 * scale, 1);
    await page.mouse.down();
    await page.mouse.move(x, y + 60, { steps: 3 });
    await page.mouse.up();
    expect((await lies(picture(page))).y).toBeCloseTo(down + 60, 1);
    await page.mouse.dblclick(x, y);
    expect((await lies(picture(page))).scale).toBe(1);
    await page.mouse.dblclick(x, y);
    expect((await lies(picture(page))).scale).toBe(2.5);
    await close();
  });

  test("zooms with a pinch and a double tap, and moves with a drag and a swipe", async () => {
    const { page, close } = await open(PHONE);
    await page.goto(paper);
    await pageLink(page, 2).tap();
    await shows(page, 2);
    const fingers = await page.context().newCDPSession(page);
    await touch(fingers, [
      [
        [160, 400],
        [200, 400],
      ],
      [
        [140, 400],
        [220, 400],
      ],
      [
        [100, 400],
        [260, 400],
      ],
    ]);
    const pinched = await lies(picture(page));
    expect(pinched.scale).toBeCloseTo(4, 1);
    await touch(fingers, [[[180, 300]], [[180, 360]], [[120, 420]]]);
    const moved = await lies(picture(page));
    expect(moved.scale).toBe(pinched.scale);
    expect(moved.x - pinched.x).toBeCloseTo(-60, 1);
    expect(moved.y - pinched.y).toBeCloseTo(120, 1);
    // A swipe on an enlarged page drags it.
    await touch(fingers, [[[300, 300]], [[200, 300]], [[60, 300]]]);
    await shows(page, 2);
    for (let taps = 0; taps < 2; taps += 1) await touch(fingers, [[[180, 300]]]);
    expect((await lies(picture(page))).scale).toBe(1);
    await touch(fingers, [[[300, 300]], [[200, 305]], [[60, 310]]]);
    await shows(page, 3);
    await touch(fingers, [[[60, 300]], [[200, 300]], [[300, 300]]]);
    await shows(page, 2);
    await touch(fingers, [[[180, 500]], [[185, 400]], [[190, 300]]]);
    await shows(page, 2);
    await close();
  });

  test("names a page that didn't load", async () => {
    const { page, close } = await open();
    await page.goto(paper);
    await page.route("**/pages/3?width=1600", (route) => route.abort());
    await pageLink(page, 2).click();
    await shows(page, 2);
    await page.keyboard.press("PageDown");
    await reader(page).getByText(en.reading.lost(3, PAGES)).waitFor();
    await page.keyboard.press("PageUp");
    await shows(page, 2);
    await expect.poll(() => reader(page).getByText("load page 3").count()).toBe(0);
    await close();
  });

  test("doesn't open if its script doesn't load, so the link opens the large image", async () => {
    const { page, close } = await open();
    await page.route("**/assets/reader-*.js", (route) => route.abort());
    await page.goto(paper);
    await pageLink(page, 2).click();
    await page.waitForURL("**/pages/2?width=1600");
    await expect.poll(() => page.locator("img").count()).toBe(1);
    await close();
  });

  test.each([
    { width: 320, colorScheme: "light" as const },
    { width: 360, colorScheme: "dark" as const },
    { width: 1280, colorScheme: "light" as const },
  ])(
    "fits $width px in $colorScheme colours, passes axe, and has controls that are large enough for a finger",
    async (look) => {
      const { page, complaints, close } = await open({
        viewport: { width: look.width, height: 740 },
        colorScheme: look.colorScheme,
      });
      await page.goto(paper);
      await pageLink(page, 2).click();
      await shows(page, 2);
      expect(await pageFaults(page)).toEqual([]);
      const bars = await page
        .locator(".paper-reader-bar")
        .evaluateAll((all) => all.map((bar) => bar.scrollWidth - bar.clientWidth));
      expect(bars).toEqual([0, 0]);
      for (const control of await reader(page).locator("button, input").all()) {
        const { width, height } = (await control.boundingBox())!;
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(48);
      }
      expect(complaints).toEqual([]);
      await close();
    },
  );
}

/**
 * Puts fingers on the screen, moves them and lifts them.
 * @param steps the positions of each finger, in CSS pixels
 */
async function touch(fingers: CDPSession, steps: [x: number, y: number][][]): Promise<void> {
  for (const [index, places] of steps.entries()) {
    const touchPoints = places.map(([x, y], id) => ({ x, y, id }));
    await fingers.send("Input.dispatchTouchEvent", {
      type: index === 0 ? "touchStart" : "touchMove",
      touchPoints,
    });
  }
  await fingers.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}
