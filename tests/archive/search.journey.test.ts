import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "../../src/server/platform/db/open.ts";
import { axeFindings, launchBrowser, openPage, overflow } from "../support/web/browser.ts";
import { startServer, type TestServer } from "../support/process/server.ts";
import { en } from "../../src/shared/messages/en.ts";

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

const titles = (page: Page) => page.locator("main article h2").allTextContents();
const chips = (page: Page) => page.locator("main ul.chips").first().getByRole("link").allInnerTexts();

describe.each([true, false])("a search, with JavaScript: %s", (javaScriptEnabled) => {
  async function search(text: string, more = "") {
    const opened = await openPage(browser, { javaScriptEnabled });
    await opened.page.goto(`${server.origin}/search?search=${encodeURIComponent(text)}${more}`);
    return opened;
  }

  test("finds items of all kinds, highlights matches and offers filters", async () => {
    const { page, complaints, close } = await search("data structures");
    expect((await titles(page))[0]).toBe("Mid-term 2025, Data Structures");
    await expect.poll(() => page.locator("main article mark").first().textContent()).toBe("Data");
    const all = Number.parseInt(await page.innerText(".count"), 10);
    await page.getByText(en.searchPage.narrow).click();
    const notes = page.getByRole("link", { name: /^Notes \(\d+\)$/ });
    const promised = Number(/\d+/.exec(await notes.innerText())?.[0]);
    await notes.click();
    expect(Number.parseInt(await page.innerText(".count"), 10)).toBe(promised);
    expect(promised).toBeLessThan(all);
    await page.getByRole("link", { name: "Remove filter: Kind Notes" }).click();
    expect(Number.parseInt(await page.innerText(".count"), 10)).toBe(all);
    expect(complaints).toEqual([]);
    await close();
  });

  test("recognises a year and an exam in the query, and shows them as removable chips", async () => {
    const { page, close } = await search("cse 2103 final 2024");
    expect((await chips(page)).map((text) => text.replace(/\s*×$/, "")).toSorted()).toEqual([
      "Exam Final",
      "Year 2024",
    ]);
    await page.getByRole("link", { name: "Remove filter: Year 2024" }).click();
    await expect.poll(() => page.inputValue("main input[name=search]")).toBe("cse 2103 final");
    await close();
  });

  test("corrects misspelt words, and offers to search for the typed words instead", async () => {
    const { page, close } = await search("oprating systms");
    const notice = page.locator("main .notice");
    await expect
      .poll(() => notice.innerText())
      .toBe("Showing results for operating systems. Search instead for oprating systms");
    await notice.getByRole("link").click();
    await expect
      .poll(() => page.locator("main .empty").innerText())
      .toContain(en.searchPage.nothing("oprating systms"));
    await close();
  });

  test.each([360, 1280])("says which words it left out, on a window of %i px", async (width) => {
    const { page, complaints, close } = await openPage(browser, {
      javaScriptEnabled,
      viewport: { width, height: 800 },
    });
    for (const path of ["/search", "/allQuestions"]) {
      await page.goto(`${server.origin}${path}?search=${encodeURIComponent("data structures xyzzy 2011")}`);
      // A screen reader announces it.
      const notice = page.locator("main [role=status].notice");
      await expect.poll(() => notice.innerText()).toBe(en.searchPage.leftOut(["xyzzy", "2011"]));
      await expect.poll(async () => (await titles(page))[0]).toContain("Data Structures");
      expect(await overflow(page)).toBe(0);
      if (javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
    }
    expect(complaints).toEqual([]);
    await close();
  });

  test("names the exam and the number of answers of a result, and links to an answer", async () => {
    const { page, close } = await search("cse 2103 final 2024");
    const [first = ""] = await page.locator("main article").allInnerTexts();
    for (const fact of ["Final 2024", "1 answer"]) expect(first).toContain(fact);
    await page.goto(`${server.origin}/search?kind=answer&search=data+structures`);
    const link = page.locator("main article h2 a").first();
    const href = (await link.getAttribute("href")) ?? "";
    expect(href).toMatch(/^\/question-details\/\w+#\w+$/);
    await link.focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(`**${href}`);
    await expect.poll(() => page.locator(`[id="${href.split("#")[1]}"]`).isVisible()).toBe(true);
    await close();
  });

  test("begins with the course that the query names, and its newest papers", async () => {
    const { page, complaints, close } = await search("dsa");
    const course = page.getByRole("region", { name: "CSE 2103 Data Structures" });
    expect(await course.innerText()).toMatch(/Sample University of Engineering · \d+ papers, \d+ answers/);
    await course.getByRole("link", { name: /^Final, 2025|^Final 2025/ }).click();
    await page.waitForURL("**/question-details/*");
    await expect.poll(() => page.locator("h1").innerText()).toMatch(/^Final 2025/);
    await page.goBack();
    await course.getByRole("link", { name: en.searchPage.allYears }).click();
    await page.waitForURL("**/course/*/cse2103");
    if (javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  test("offers to ask for the exam that the query names and the course lacks", async () => {
    const { page, close } = await search("cse 2103 class test 2019");
    await page.getByRole("link", { name: "Ask for Class test 2019" }).click();
    await page.waitForURL("**/wanted?*");
    await expect.poll(() => page.innerText("main")).toContain("Data Structures");
    await close();
  });

  test("lists the courses if the query names several", async () => {
    const { page, close } = await search("data");
    const courses = page.getByRole("region", { name: en.searchPage.course(2) });
    expect(await courses.getByRole("link").count()).toBeGreaterThan(1);
    await close();
  });

  test("shows the same notes in a list", async () => {
    const { page, complaints, close } = await openPage(browser, { javaScriptEnabled });
    const list = `${server.origin}/allQuestions?search=`;
    await page.goto(`${list}oprating%20systms`);
    await expect.poll(() => page.locator("main article mark").first().textContent()).toMatch(/^operating$/i);
    const notice = page.locator("main .notice");
    await expect.poll(() => notice.innerText()).toContain("Showing results for operating systems.");
    await notice.getByRole("link").click();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/allQuestions");
    await expect
      .poll(() => page.locator("main .empty").innerText())
      .toContain(en.searchPage.nothing("oprating systms"));
    const request = page.getByRole("link", { name: en.searchPage.request });
    await expect.poll(() => request.getAttribute("href")).toContain("/contact?sub=");

    await page.goto(`${list}cse%202103%20final%202024`);
    await expect.poll(() => page.locator("main article mark").first().textContent()).toMatch(/^cse/i);
    await page.getByRole("link", { name: "Remove filter: Year 2024" }).click();
    await expect.poll(() => page.inputValue("main input[name=search]")).toBe("cse 2103 final");

    await page.goto(`${list}operating%20theatre%20nursing&exact=1`);
    await page.getByRole("heading", { name: en.searchPage.nearest }).waitFor();
    const course = page.locator("main .empty .chips a").first();
    await expect.poll(() => course.getAttribute("href")).toMatch(/^\/course\/.*\/cse3203$/);
    await page.goto(`${list}data%20structures%202001`);
    await expect.poll(() => notice.innerText()).toContain(en.searchPage.leftOut(["2001"]));
    expect(complaints).toEqual([]);
    await close();
  });

  test.each([
    "",
    "   ",
    "?!'\"*:^()",
    "%_\\",
    "x".repeat(600),
    "😀",
    "\u202Eabc",
    "AND OR NOT NEAR(",
    "a & | !b",
  ])("answers the query %j", async (text) => {
    const answer = await fetch(`${server.origin}/search?search=${encodeURIComponent(text)}`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("<h1>Search</h1>");
  });
});

test("a response from an unfinished index says that it is incomplete, and no cache stores it", async () => {
  const kept = async (path: string) => {
    const answer = await fetch(server.origin + path);
    return { isKept: !answer.headers.get("cache-control")?.includes("no-store"), text: await answer.text() };
  };
  const db = openDatabase({ dataFolder: server.data });
  await db.write.insertInto("setting").values({ name: "searchRebuild", value: "" }).execute();
  for (const path of ["/search?search=signals", "/allQuestions?search=signals"]) {
    const { isKept, text } = await kept(path);
    expect(isKept, path).toBe(false);
    // React escapes apostrophes.
    expect(text.replaceAll("&#x27;", "'"), path).toContain(en.searchPage.incomplete);
  }
  await db.write.deleteFrom("setting").where("name", "=", "searchRebuild").execute();
  await db.close();
  expect((await kept("/search?search=signals")).isKept).toBe(true);
});
