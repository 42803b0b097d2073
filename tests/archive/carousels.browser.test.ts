import { gzipSync } from "node:zlib";
import type { BrowserContextOptions } from "playwright-core";
import { describe, expect, test } from "vitest";
import { openPage } from "../support/web/browser.ts";
import { browserSite } from "../support/web/browser-site.ts";

const desktop = { viewport: { width: 1280, height: 800 }, reducedMotion: "no-preference" } as const;
/** The interval between steps, in ms (spec §9). The books stay for 1000 ms after a transition of 600 ms. */
const carousels = [
  { name: "books", selector: ".carousel.coverflow", every: 1_600, takes: "0.6s" },
  { name: "reviews", selector: ".carousel.row", every: 2_000, takes: "3s" },
];

const site = browserSite();

/** Opens the home page at a carousel. The test controls the page's clock. */
async function watch(selector: string, options: BrowserContextOptions = desktop) {
  const opened = await openPage(site.browser, options);
  const { page } = opened;
  await page.clock.install();
  await page.goto(site.server.origin);
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.mouse.move(0, 0);
  await page.locator(`${selector} .carousel-slides`).scrollIntoViewIfNeeded();
  await page.waitForSelector(`${selector}.on`);
  const places = () =>
    page
      .locator(`${selector} .carousel-slide`)
      .evaluateAll((slides) => slides.map((one) => (one as HTMLElement).style.getPropertyValue("--place")));
  /** The number of steps that the carousel makes in this time, in ms. */
  const stepsIn = async (ms: number): Promise<number> => {
    const before = await places();
    await page.clock.runFor(ms);
    const after = await places();
    const { length } = before;
    const turned = [...before.keys()].find((steps) =>
      before.every((place, index) => place === after[(index + steps) % length]),
    );
    if (turned === undefined) throw new Error(`The slides moved from ${before} to ${after}`);
    return turned;
  };
  const act = (name: string) => page.locator(`${selector} [data-act="${name}"]`);
  return { ...opened, stepsIn, places, act };
}

describe.each(carousels)("the carousel of $name", ({ selector, every, takes }) => {
  test(`moves every ${every} ms with a transition of ${takes}, and begins again after the last slide`, async () => {
    const { page, stepsIn, places, complaints, close } = await watch(selector);
    expect(await page.locator(`${selector} .carousel-slide`).first().evaluate(transitionOf)).toBe(takes);
    // Less than one step passed before the clock was frozen.
    await stepsIn(every);
    const start = await places();
    expect(await stepsIn(every - 1)).toBeLessThanOrEqual(1);
    await stepsIn(1);
    expect(await stepsIn(every)).toBe(1);
    expect(await stepsIn(3 * every)).toBe(3);
    await page.clock.runFor((start.length - 5) * every);
    expect(await places()).toEqual(start);
    expect(complaints).toEqual([]);
    await close();
  });

  test("stops while the pointer or the focus is on it, and continues afterwards", async () => {
    const { page, stepsIn, act, close } = await watch(selector);
    await page.locator(`${selector} .carousel-slides`).hover();
    expect(await stepsIn(4 * every)).toBe(0);
    await page.mouse.move(0, 0);
    expect(await stepsIn(2 * every)).toBe(2);
    await act("next").focus();
    expect(await stepsIn(4 * every)).toBe(0);
    await act("next").blur();
    expect(await stepsIn(2 * every)).toBe(2);
    await close();
  });

  test("stops when the visitor presses its button, and starts at once when they press it again", async () => {
    const { page, stepsIn, act, close } = await watch(selector);
    const button = act("toggle");
    expect((await button.innerText()).trim()).toBe("Pause");
    await button.click();
    expect((await button.innerText()).trim()).toBe("Play");
    await page.mouse.move(0, 0);
    await button.blur();
    expect(await stepsIn(5 * every)).toBe(0);
    await button.press("Enter");
    expect((await button.innerText()).trim()).toBe("Pause");
    expect(await stepsIn(2 * every)).toBe(2);
    await close();
  });

  test("moves by one slide with the Previous and Next buttons", async () => {
    const { stepsIn, places, act, close } = await watch(selector);
    await act("toggle").click();
    const start = await places();
    await act("next").click();
    expect(await places()).toEqual(start.map((_place, index) => start.at(index - 1)));
    await act("previous").click();
    expect(await places()).toEqual(start);
    expect(await stepsIn(every)).toBe(0);
    await close();
  });

  test("waits for Play and moves without a transition if the visitor prefers reduced motion", async () => {
    const { page, stepsIn, act, close } = await watch(selector, { ...desktop, reducedMotion: "reduce" });
    expect(await stepsIn(5 * every)).toBe(0);
    expect((await act("toggle").innerText()).trim()).toBe("Play");
    expect(await page.locator(`${selector} .carousel-slide`).first().evaluate(transitionOf)).toBe("0s");
    await close();
  });

  test("stops while it is out of view", async () => {
    const { page, stepsIn, close } = await watch(selector, {
      ...desktop,
      viewport: { width: 1280, height: 300 },
    });
    expect(await stepsIn(2 * every)).toBe(2);
    await page.evaluate(() => scrollTo(0, 0));
    await page.waitForFunction(
      (one) => (document.querySelector(one)?.getBoundingClientRect().top ?? 0) > innerHeight,
      selector,
    );
    // The observer reports in the next frame.
    await page.evaluate(
      () => new Promise((resolve) => void new IntersectionObserver(resolve).observe(document.body)),
    );
    expect(await stepsIn(5 * every)).toBe(0);
    await close();
  });

  test("is a row that scrolls by hand or with the keys and has no buttons without JavaScript", async () => {
    const { page, complaints, close } = await openPage(site.browser, {
      ...desktop,
      javaScriptEnabled: false,
    });
    await page.goto(site.server.origin);
    const track = page.locator(`${selector} .carousel-slides`);
    expect(await track.evaluate((one) => getComputedStyle(one).scrollSnapType)).toBe("x mandatory");
    expect(await track.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeGreaterThan(300);
    await expect.poll(() => page.locator(`${selector} .carousel-controls`).isVisible()).toBe(false);
    await track.focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => track.evaluate((one) => one.scrollLeft)).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
    await close();
  });
});

const transitionOf = (one: Element): string => {
  one.classList.remove("jumps");
  return getComputedStyle(one).transitionDuration;
};

test("the coverflow shows three covers, and rotates a cover by 50 degrees and moves it by 100 px per place from the middle", async () => {
  const { page, places, act, close } = await watch(".carousel.coverflow");
  await act("toggle").click();
  expect((await places()).map(Number).toSorted((a, b) => a - b)).toEqual([-3, -2, -1, 0, 1, 2]);
  const drawn = await page.locator(".carousel.coverflow .carousel-slide").evaluateAll((slides) =>
    slides.map((one) => {
      one.classList.add("jumps");
      const slide = one as HTMLElement;
      const place = Number(slide.style.getPropertyValue("--place"));
      const expected = new DOMMatrix()
        .translate(place * Number.parseFloat(getComputedStyle(slide).width), 0, -100 * Math.abs(place))
        .rotate(0, -50 * place, 0);
      const observed = new DOMMatrix(getComputedStyle(slide).transform);
      const differs = observed
        .toFloat64Array()
        .some((value, index) => Math.abs(value - (expected.toFloat64Array()[index] ?? 0)) > 0.01);
      const track = (slide.parentElement as HTMLElement).getBoundingClientRect();
      const box = slide.getBoundingClientRect();
      const shows = Math.min(box.right, track.right) - Math.max(box.left, track.left) > 2;
      return { place, differs, shows };
    }),
  );
  expect(drawn.filter(({ differs }) => differs)).toEqual([]);
  expect(drawn.filter(({ shows }) => shows).map(({ place }) => place)).toEqual([-1, 0, 1]);
  expect(
    await page.locator(".coverflow .carousel-slides").evaluate((one) => getComputedStyle(one).perspective),
  ).toBe("1200px");
  await expect.poll(() => page.getByRole("img", { name: /^Sample cover: / }).count()).toBe(6);
  await close();
});

test.each([
  { width: 1280, slides: 3 },
  { width: 600, slides: 3 },
  { width: 599, slides: 2 },
  { width: 480, slides: 2 },
  { width: 479, slides: 1 },
])("a window of $width px shows $slides of the reviews", async ({ width, slides }) => {
  const { page, close } = await watch(".carousel.row", { ...desktop, viewport: { width, height: 800 } });
  const fit = await page
    .locator(".carousel.row .carousel-slides")
    .evaluate((track) => track.clientWidth / (track.firstElementChild as HTMLElement).offsetWidth);
  expect(fit).toBeCloseTo(slides, 1);
  await close();
});

test("a review shows the name, the rating out of 5 and the first 60 characters", async () => {
  const { page, close } = await openPage(site.browser, desktop);
  await page.goto(site.server.origin);
  const reviews = (await (await fetch(`${site.server.origin}/api/review`)).json()) as {
    name: string;
    comment: string;
    rating: string;
  }[];
  const shown = await page.locator(".home-testimonial").evaluateAll((all) =>
    all.map((one) => ({
      name: one.querySelector("figcaption")?.textContent,
      text: one.querySelector("blockquote")?.textContent,
      rating: one.querySelector(".stars")?.textContent,
      full: one.querySelectorAll(".star-full").length,
      half: one.querySelectorAll(".star-half").length,
    })),
  );
  expect(shown).toEqual(
    reviews.slice(0, 12).map(({ name, comment, rating }) => ({
      name,
      text: [...comment].length > 60 ? `${[...comment].slice(0, 60).join("").trimEnd()}…` : comment,
      rating: `${rating} out of 5`,
      full: Math.floor(Number(rating)),
      half: Number(rating) % 1 === 0.5 ? 1 : 0,
    })),
  );
  expect(shown.some(({ text }) => text?.endsWith("…"))).toBe(true);
  await close();
});

test("the page loads the script of carousels when one comes into view, and its scripts stay within their size limits", async () => {
  const { page, complaints, close } = await openPage(site.browser, { viewport: { width: 360, height: 500 } });
  const scripts = new Map<string, number>();
  page.on("response", async (response) => {
    if (response.request().resourceType() === "script")
      scripts.set(response.url(), gzipSync(await response.body()).length);
  });
  const bytes = () => [...scripts.values()].reduce((sum, one) => sum + one, 0);
  await page.goto(site.server.origin, { waitUntil: "networkidle" });
  const before = [...scripts.keys()];
  expect(bytes()).toBeLessThan(15_000);
  await page.locator(".carousel.coverflow").scrollIntoViewIfNeeded();
  await page.waitForSelector(".carousel.coverflow.on");
  expect(scripts.size).toBe(before.length + 1);
  expect(bytes()).toBeLessThan(45_000);
  console.log(`home page: ${bytes()} bytes of scripts with its carousels, compressed`);
  expect(complaints).toEqual([]);
  await close();
});

test("the page's layout does not shift when a carousel starts", async () => {
  const { page, close } = await openPage(site.browser, { viewport: { width: 360, height: 740 } });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(site.server.origin);
  for (const { selector } of carousels) {
    await page.locator(`${selector} .carousel-controls`).scrollIntoViewIfNeeded();
    await page.waitForSelector(`${selector}.on`);
    // Waits for one more frame, in which the observer reports any shift.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  }
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
  await close();
});
