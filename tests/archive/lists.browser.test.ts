import { gzipSync } from "node:zlib";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { standaloneKinds } from "../../src/shared/kinds/index.ts";
import { countOfQuestions, found, visitList } from "../support/archive/live-filters.ts";
import { axeFindings, overflow } from "../support/web/browser.ts";
import { browserSite } from "../support/web/browser-site.ts";
import { en } from "../../src/shared/messages/en.ts";

const desktop = { width: 1280, height: 800 };
const lists = standaloneKinds.flatMap(({ pages }) => pages.lists);
const scripting = [{ javaScriptEnabled: true }, { javaScriptEnabled: false }];

const site = browserSite();

/** The text of a card. A card outside the window has no layout, and so no inner text. */
const textOfCard = (card: Locator): Promise<string> =>
  card.evaluate((element: HTMLElement) => {
    element.style.contentVisibility = "visible";
    return element.innerText;
  });

/** Opens a page and records its requests to other hosts. */
async function visit(path: string, options: BrowserContextOptions = {}) {
  const asked: string[] = [];
  const opened = await visitList(site.browser, site.server, path, options, (url) => asked.push(url));
  return { ...opened, asked };
}

const countOf = (query: string) => countOfQuestions(site.server, query);

describe("previews", () => {
  test.each([
    ["/allBooks", "330"],
    ["/allQuestions", "330"],
    ["/allNotes", "250"],
  ])("on %s load only when the reader opens them, and are %s px high", async (path, height) => {
    const { page, asked, complaints, close } = await visit(path);
    const summaries = page.locator(".item-card .item-viewer summary");
    await expect.poll(() => summaries.count()).toBeGreaterThan(5);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.waitForLoadState("networkidle");
    expect([await page.locator("iframe").count(), asked]).toEqual([0, []]);
    await summaries.first().press("Enter");
    const frame = page.locator("iframe");
    await page.frameLocator("iframe").getByText("The paper").waitFor();
    await expect.poll(() => frame.count()).toBe(1);
    await expect
      .poll(() => frame.getAttribute("src"))
      .toMatch(/^https:\/\/(?:drive|docs)\.google\.com\/(?:file|document)\/d\/[\w-]+\/preview$/);
    await expect.poll(() => frame.getAttribute("height")).toBe(height);
    expect((await frame.boundingBox())?.height).toBe(Number(height));
    await expect
      .poll(() => frame.getAttribute("sandbox"))
      .toBe("allow-scripts allow-same-origin allow-popups");
    await expect.poll(() => frame.getAttribute("referrerpolicy")).toBe("no-referrer");
    await expect.poll(() => frame.getAttribute("title")).toMatch(/^Preview of \S/);
    expect(asked).toEqual([await frame.getAttribute("src")]);
    expect([await overflow(page), await axeFindings(page), complaints]).toEqual([0, [], []]);
    await close();
  });

  test.each(["/allBooks", "/allNotes"])("on %s are links without JavaScript", async (path) => {
    const { page, asked, close } = await visit(path, { javaScriptEnabled: false });
    const viewer = page.locator(".item-card .item-viewer").first();
    await viewer.locator("summary").click();
    await expect.poll(() => viewer.locator("a").isVisible()).toBe(true);
    await expect.poll(() => viewer.locator("a").getAttribute("href")).toMatch(/google\.com\/.*\/preview$/);
    expect([await page.locator("iframe").count(), asked]).toEqual([0, []]);
    await close();
  });

  test("on a details page fill most of the window's height", async () => {
    const { page, close } = await visit("/allQuestions");
    await page.locator(".item-card:has(.item-viewer) .button").first().click();
    await expect.poll(() => page.locator("iframe").count()).toBe(0);
    await page.locator(".item-viewer summary").click();
    await page.frameLocator("iframe").getByText("The paper").waitFor();
    expect((await page.locator("iframe").boundingBox())?.height).toBe(740 * 0.8);
    await close();
  });
});

describe("cards", () => {
  const placesOf = (page: Page) =>
    page
      .locator(".item-card")
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().toJSON()));

  test.each([768, 1280])("a row has three books or one note at %i px", async (width) => {
    const { page, close } = await visit("/allBooks", { viewport: { width, height: 900 } });
    const [first, second, third, fourth] = await placesOf(page);
    expect([second.top, third.top]).toEqual([first.top, first.top]);
    expect([fourth.left, fourth.top > first.bottom]).toEqual([first.left, true]);
    await page.goto(`${site.server.origin}/allNotes`);
    const [note, next] = await placesOf(page);
    expect([next.left, next.top > note.bottom]).toEqual([note.left, true]);
    await close();
  });

  test("the card of a question shows its facts, and links to its course, its answers and its file", async () => {
    const { page, close } = await visit("/allQuestions?code=CSE%202103&year=2024");
    const card = page.locator(".item-card").first();
    const words = (await textOfCard(card)).replaceAll("\u00a0", " ");
    for (const word of ["CSE 2103", "CSE · 3rd semester", "Data Structures", "2024", en.item.sharedBy])
      expect(words).toContain(word);
    const open = card.getByRole("link", {
      name: /^View Answer \(\d\) ?: CSE 2103 Data Structures, Final 2024$/,
    });
    await expect.poll(() => open.textContent()).toContain("View Answer");
    await expect.poll(() => open.getAttribute("href")).toMatch(/^\/question-details\/[\w-]+$/);
    const download = card.getByRole("link", {
      name: /^Download \d+ kB ?: CSE 2103 Data Structures, Final 2024$/,
    });
    expect((await download.boundingBox())?.height).toBeGreaterThanOrEqual(48);
    await card.locator(".code").click();
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/course\/[\w-]+\/cse2103$/);
    await close();
  });

  test.each([
    ["/allBooks", /See Book/, /Edition\s\d.*\d{4}/s],
    ["/allNotes", /See Note/, /Shared by \S/],
    ["/allLabs", /See Lab/, /\d{4}/],
    ["/allSyllabus", /See Syllabus/, /\d{4}/],
    ["/allBlogs", /Read Blog/, /^(?!.*@example).*\d{4}\s· by Sample Student \d+\s/s],
  ])("each card on %s shows facts about its item and links to it", async (path, open, facts) => {
    const { page, close } = await visit(path);
    for (const card of await page.locator(".item-card").all()) {
      expect(await textOfCard(card)).toMatch(facts);
      await expect.poll(() => card.getByRole("link", { name: open }).count()).toBe(1);
    }
    await close();
  });
});

describe.each(scripting)("filters, with JavaScript: $javaScriptEnabled", (options) => {
  test("are in a sheet on a phone, and its button shows the number of items", async () => {
    const { page, complaints, close } = await visit("/allQuestions", options);
    const sheet = page.locator("#filters");
    await expect.poll(() => sheet.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Filters" }).click();
    await expect.poll(() => sheet.isVisible()).toBe(true);
    const show = sheet.locator(".list-sheet-foot button");
    await expect.poll(() => show.innerText()).toBe(`Show ${await countOf("")}`);
    expect(await overflow(page)).toBe(0);
    await page.keyboard.press("Escape");
    await expect.poll(() => sheet.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Filters" }).click();
    await sheet.getByText("CSE", { exact: true }).click();
    const cse = await countOf("department=CSE");
    // Without JavaScript the page can't count again, so the button shows no number.
    const said = options.javaScriptEnabled ? `Show ${cse}` : "Show";
    await page.locator(".list-sheet-foot button").getByText(said, { exact: true }).waitFor();
    await show.click();
    await page.waitForURL(/department=CSE/);
    await expect.poll(() => found(page)).toBe(cse);
    expect(complaints).toEqual([]);
    await close();
  });

  test("appear as chips that the reader can remove one by one or all together", async () => {
    const query = "department=CSE&department=ece&examType=final&search=sample";
    const { page, close } = await visit(`/find-questions?${query}`, options);
    const chips = page.locator(".chips a");
    expect((await chips.allInnerTexts()).map((text) => text.replace(/\s*×$/, ""))).toEqual([
      "sample",
      "CSE",
      "EEE",
      "Final",
      en.list.clear,
    ]);
    await page.getByRole("link", { name: "Remove filter: Department EEE" }).click();
    await expect.poll(() => new URL(page.url()).search).toBe("?search=sample&department=CSE&examType=final");
    await page.getByRole("link", { name: en.list.clear }).first().click();
    await expect.poll(() => page.url()).toBe(`${site.server.origin}/find-questions`);
    await expect.poll(() => chips.count()).toBe(0);
    await close();
  });

  test("show what to do next if they find nothing, and the reader can clear them", async () => {
    const { page, close } = await visit("/allQuestions?department=Law&year=2011&search=zzzz", {
      ...options,
      viewport: desktop,
    });
    const empty = page.locator(".empty");
    await expect.poll(() => empty.innerText()).toContain(en.searchPage.nothing("zzzz"));
    const add = empty.getByRole("link", { name: en.list.contributeMissing });
    await expect.poll(() => add.getAttribute("href")).toBe("/dashboard/add-question");
    await expect.poll(() => page.getByRole("checkbox", { name: "Law" }).isChecked()).toBe(true);
    await expect.poll(() => page.locator("#filter-year").inputValue()).toBe("2011");
    await empty.getByRole("link", { name: en.list.clear }).click();
    await expect.poll(() => found(page)).toBe(await countOf(""));
    await close();
  });
});

test("the counts beside the filters equal those of the lists with the chosen filters", async () => {
  const { page, close } = await visit("/allQuestions?year=2024", { viewport: desktop });
  const rows = await page
    .locator("#filters .check:not(:first-of-type)")
    .evaluateAll((labels) =>
      labels.map((label) => [
        label.querySelector("input")?.value as string,
        Number(label.querySelector("span:last-child")?.textContent),
      ]),
    );
  expect(rows.length).toBeGreaterThan(3);
  for (const [department, count] of rows)
    expect(await countOf(`year=2024&department=${department}`), String(department)).toBe(count);
  await page.getByRole("checkbox", { name: "CSE" }).check();
  const cse = await countOf("department=CSE&year=2023");
  // The page counts the years again for the chosen departments without a reload.
  await page.locator(`#filter-year option[value="2023"]:text-is("2023 (${cse})")`).waitFor({
    state: "attached",
  });
  await expect.poll(() => page.locator("#filter-year").inputValue()).toBe("2024");
  await page.selectOption("#filter-year", "2023");
  await page.getByRole("button", { name: `Show ${cse}`, exact: true }).waitFor();
  await close();
});

test("the year filter offers Select Year, and then the current year down to 2010", async () => {
  const { page, close } = await visit("/allQuestions", { viewport: desktop });
  const values = await page
    .locator("#filter-year option")
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
  await expect.poll(() => page.locator("#filter-year option").first().textContent()).toBe("Select Year");
  const thisYear = new Date().getFullYear();
  const years = Array.from({ length: thisYear - 2009 }, (_, index) => String(thisYear - index));
  expect(values).toEqual(["Select Year", ...years]);
  await close();
});

test.each([
  { width: 320, colorScheme: "light" as const },
  { width: 360, colorScheme: "dark" as const },
])(
  "axe finds no problems in an open sheet at $width px in the $colorScheme theme",
  async ({ width, colorScheme }) => {
    const { page, complaints, close } = await visit("/allQuestions", {
      viewport: { width, height: 700 },
      colorScheme,
    });
    await page.getByRole("button", { name: "Filters" }).click();
    expect([await axeFindings(page), await overflow(page), complaints]).toEqual([[], 0, []]);
    await close();
  },
);

test.each(lists)(
  "%s has at most 15 kB of scripts, 8 kB of styles and 8 kB of HTML, compressed",
  async (path) => {
    const read = async (address: string) => (await fetch(new URL(address, site.server.origin))).text();
    const html = await read(path);
    const addresses = (pattern: RegExp) => [...html.matchAll(pattern)].map((match) => match[1] as string);
    const sizeOf = async (list: string[]) => gzipSync((await Promise.all(list.map(read))).join("")).length;
    const scripts = addresses(/<script[^>]* src="([^"]+)"/g);
    const styles = addresses(/<link rel="stylesheet" href="([^"]+)"/g);
    expect([scripts.length > 0, styles.length]).toEqual([true, 1]);
    expect(await sizeOf(scripts)).toBeLessThanOrEqual(15_000);
    expect(await sizeOf(styles)).toBeLessThanOrEqual(8_000);
    expect(gzipSync(html).length).toBeLessThanOrEqual(8_000);
  },
);
