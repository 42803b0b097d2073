import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { kindNamed } from "../../src/shared/kinds/index.ts";
import { openPage } from "../support/web/browser.ts";
import { browserSite } from "../support/web/browser-site.ts";
import { en } from "../../src/shared/messages/en.ts";

const desktop = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 360, height: 740 } };
/** The menu of the specification (§2). */
const MENU = ["Questions", "Syllabus", "Blogs", "Notes", "Labs", "All BOOKS", "Contact"];

const site = browserSite();

async function visit(path: string, options: BrowserContextOptions = desktop) {
  const opened = await openPage(site.browser, options);
  await opened.page.goto(site.server.origin + path);
  return opened;
}

async function logIn(page: Page, role: "admin" | "student") {
  const line = site.server.lines.find((one) => one.trim().startsWith(role)) as string;
  const [, email, password] = line.trim().split(/\s+/);
  await page.goto(`${site.server.origin}/login`);
  await page.fill("#email", email as string);
  await page.fill("#password", password as string);
  await page.click("main form button");
  await page.waitForSelector(".toast");
}

test("the home page has a tagline, six categories with their counts, three values and four achievements", async () => {
  const { page, complaints, close } = await visit("/home");
  await expect.poll(() => page.textContent("h1")).toBe("Question Bank Where Students can find Solution");
  const cards = await page
    .locator(".home-categories a")
    .evaluateAll((all) =>
      all.map((one) => [...one.querySelectorAll("strong, small")].map((part) => part.textContent)),
    );
  expect(cards.map(([name]) => name)).toEqual([
    "Question Solutions",
    "Books",
    "Notes",
    "Lab Solutions",
    "Find Syllabus",
    "Educational Blogs",
  ]);
  const names = ["question", "book", "note", "lab", "syllabus", "blog"];
  const counts = await Promise.all(
    names.map(async (name) => {
      const { calls } = kindNamed(name);
      const answer = await (await fetch(`${site.server.origin}/api/${calls.lists[0]}`)).json();
      return `${(Array.isArray(answer) ? answer.length : answer.count) as number} items`;
    }),
  );
  expect(cards.map(([, count]) => count)).toEqual(counts);
  await expect
    .poll(() => page.locator(".home-values h3").allTextContents())
    .toEqual(["Information", "Education", "Career"]);
  await expect
    .poll(() => page.locator(".home-achievements dd").allTextContents())
    .toEqual(["170", "539", "40", "60"]);
  await expect
    .poll(() => page.locator(".home-achievements dt").allTextContents())
    .toEqual(["total questions", "users", "international books", "questions asked"]);
  await expect
    .poll(() => page.textContent(".home-note"))
    .toMatch(/^These numbers are from 2022\. The archive has 109 papers and \d+ answers today\.$/);
  await page.fill("#hero-search", "CSE 2103");
  await page.press("#hero-search", "Enter");
  await page.waitForURL("**/search?search=CSE+2103");
  expect(complaints).toEqual([]);
  await close();
});

describe.each([{ js: true }, { js: false }])("the frame of a page, with JavaScript: $js", ({ js }) => {
  test("has the specification's menu, open on a desktop and behind a button on a phone", async () => {
    const wide = await visit("/contact", { ...desktop, javaScriptEnabled: js });
    await expect.poll(() => wide.page.locator(".site-header nav li").allInnerTexts()).toEqual(MENU);
    await expect.poll(() => wide.page.locator(".site-header nav [aria-current]").innerText()).toBe("Contact");
    await expect.poll(() => wide.page.getByRole("button", { name: "Menu" }).isVisible()).toBe(false);
    await wide.close();
    const { page, close } = await visit("/contact", { ...phone, javaScriptEnabled: js });
    const entry = page.locator(".site-header nav").getByRole("link", { name: "All BOOKS" });
    await expect.poll(() => entry.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Menu" }).click();
    await expect.poll(() => page.locator(".site-header nav li").allInnerTexts()).toEqual(MENU);
    await entry.click();
    await page.waitForURL("**/allBooks");
    await close();
  });

  test("has a search in the header on a desktop, and behind a button on a phone", async () => {
    const wide = await visit("/forum", { ...desktop, javaScriptEnabled: js });
    await wide.page.locator(".site-search input").fill("Data Structures");
    await wide.page.locator(".site-search").getByRole("button", { name: "Search" }).click();
    await wide.page.waitForURL("**/search?search=Data+Structures");
    await expect
      .poll(() => wide.page.locator("main article h2").first().textContent())
      .toContain("Data Structures");
    await wide.close();
    const { page, close } = await visit("/forum", { ...phone, javaScriptEnabled: js });
    await page.locator(".site-search-button").click();
    await page.keyboard.type("CSE 2103");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/search?search=CSE+2103");
    await close();
  });

  test("opens Dashboard and Log Out from the photo, and shows Admin Dashboard only to admins", async () => {
    for (const role of ["student", "admin"] as const) {
      const { page, close } = await openPage(site.browser, { ...desktop, javaScriptEnabled: js });
      await logIn(page, role);
      await page.goto(`${site.server.origin}/forum`);
      await expect
        .poll(() => page.locator(".site-header nav li").allInnerTexts())
        .toEqual(role === "admin" ? [...MENU, "Admin Dashboard"] : MENU);
      await expect
        .poll(() => page.locator(".site-header").getByRole("link", { name: "Login" }).count())
        .toBe(0);
      await expect.poll(() => page.locator("#reader").isVisible()).toBe(false);
      await page.getByRole("button", { name: /’s account$/ }).click();
      await expect
        .poll(() => page.locator("#reader a, #reader button").allInnerTexts())
        .toEqual(["Dashboard", "Log Out"]);
      await page.getByRole("button", { name: "Log Out" }).click();
      await page.locator(".toast", { hasText: en.login.goodbye }).waitFor();
      await expect
        .poll(() => page.locator(".site-header").getByRole("link", { name: "Login" }).count())
        .toBe(1);
      await close();
    }
  });

  test("keeps the chosen theme on the next pages until the reader chooses System", async () => {
    const { page, complaints, close } = await visit("/contact", {
      ...phone,
      javaScriptEnabled: js,
      colorScheme: "light",
    });
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const choose = async (name: string) => {
      const kept = page.waitForResponse((response) => response.url().endsWith("/theme"));
      await page.getByRole("button", { name, exact: true }).click();
      await kept;
      await page.locator('#theme [aria-pressed="true"]', { hasText: name }).waitFor();
    };
    const light = await background();
    if (js) await page.fill("#mess", "Half a message");
    await choose("Dark");
    await expect.poll(() => page.url()).toContain("/contact");
    if (js) await expect.poll(() => page.inputValue("#mess")).toBe("Half a message");
    const dark = await background();
    expect(dark).not.toBe(light);
    await page.goto(`${site.server.origin}/allQuestions?search=a`);
    await expect.poll(() => page.getAttribute("html", "data-theme")).toBe("dark");
    expect(await background()).toBe(dark);
    await choose("System");
    expect(await background()).toBe(light);
    await page.goto(`${site.server.origin}/nowhere`);
    expect(await background()).toBe(light);
    expect(complaints).toEqual([]);
    await close();
  });

  test("thanks a newsletter subscriber on the same page, and refuses an invalid address", async () => {
    const { page, complaints, close } = await visit("/forum", { ...phone, javaScriptEnabled: js });
    const box = page.locator("#newsletter-email");
    for (const wrong of ["", "rahim"]) {
      await box.fill(wrong);
      await page.getByRole("button", { name: "Subscribe" }).click();
      expect(await box.evaluate((one) => (one as HTMLInputElement).checkValidity())).toBe(false);
      await expect.poll(() => page.url()).toBe(`${site.server.origin}/forum`);
    }
    for (const _again of [1, 2]) {
      await box.fill(`reader-${js}@example.edu`);
      await page.getByRole("button", { name: "Subscribe" }).click();
      await page.locator(".toast", { hasText: en.newsletter.thanks }).waitFor();
      await expect.poll(() => page.url()).toBe(`${site.server.origin}/forum`);
      await page.reload();
    }
    await page.goto(`${site.server.origin}/newsletter`);
    await page.fill("#email", "rahim@");
    await page.locator("main").getByRole("button", { name: "Subscribe" }).click();
    await page.waitForSelector(".error-summary");
    expect(await page.title()).toMatch(/^Error: /);
    await expect.poll(() => page.textContent("#email-problem")).toContain("must be an email address");
    await expect.poll(() => page.inputValue("#email")).toBe("rahim@");
    expect(complaints).toEqual([]);
    await close();
  });
});

test("the footer has its lists, links only to existing pages, and names the years", async () => {
  const { page, close } = await visit("/");
  await expect
    .poll(() => page.locator(".site-footer h2").allTextContents())
    .toEqual(["Get In Touch", "Useful Category", "Important Links", en.newsletter.box]);
  const hrefs = await page
    .locator(".site-footer nav a")
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  expect(hrefs.length).toBeGreaterThanOrEqual(10);
  for (const href of hrefs) expect((await fetch(href)).status, href).toBe(200);
  await expect.poll(() => page.textContent(".site-end p")).toBe(`© 2022–${new Date().getFullYear()} Proshno`);
  for (const name of ["Facebook", "YouTube", "LinkedIn"])
    await expect.poll(() => page.getByRole("link", { name }).count()).toBe(1);
  const height = () =>
    page.locator(".site-footer").evaluate((footer) => footer.getBoundingClientRect().height);
  expect(await height()).toBeLessThanOrEqual(320);
  await page.setViewportSize(phone.viewport);
  expect(await height()).toBeLessThanOrEqual(420);
  const link = page.locator(".site-footer").getByRole("link", { name: en.frame.terms });
  expect(await link.isVisible()).toBe(false);
  await page.locator(".site-footer summary", { hasText: en.frame.links }).click();
  await expect.poll(() => link.isVisible()).toBe(true);
  await close();
});

test("the skip link is the first stop of the Tab key, and leads to the content", async () => {
  const { page, close } = await visit("/");
  await page.keyboard.press("Tab");
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(en.frame.skip);
  await page.keyboard.press("Enter");
  await expect.poll(() => page.url()).toMatch(/#main$/);
  await close();
});

test("an unknown address has the specification's words and a link to the home page", async () => {
  const { page, close } = await visit("/nowhere");
  await expect.poll(() => page.textContent("h1")).toBe("Something went wrong. please check again...");
  await page.getByRole("link", { name: "Go to Home" }).click();
  await page.waitForURL("**/home");
  await close();
});

test("a page that doesn't exist has a search box", async () => {
  const { page, close } = await visit("/book-details/nowhere");
  await page.locator("main input[name=search]").fill("compiler");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/search?**");
  expect(new URL(page.url()).search).toBe("?search=compiler");
  await close();
});
