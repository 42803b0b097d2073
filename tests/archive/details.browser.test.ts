import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminSession, launchBrowser, openPage } from "../support/web/browser.ts";
import { startServer, type TestServer } from "../support/process/server.ts";
import { en } from "../../src/shared/messages/en.ts";

let server: TestServer;
let browser: Browser;
let state: Awaited<ReturnType<typeof adminSession>>;
let question: string;
let questions: string[];
let blog: string;

beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
  state = await adminSession(browser, server);
  const get = async (path: string) => (await fetch(server.origin + path)).json();
  const { allQuestions } = (await get("/api/allQuestions?size=100")) as {
    allQuestions: { _id: string; answerCount: number }[];
  };
  questions = allQuestions
    .filter(({ answerCount }) => answerCount > 1)
    .map(({ _id }) => `/question-details/${_id}`);
  question = questions[0] as string;
  const [newest] = (await get("/api/allBlogs?page=0&size=1")) as [{ _id: string }];
  blog = `/blog-details/${newest._id}`;
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

describe.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
  "with JavaScript: $javaScriptEnabled",
  ({ javaScriptEnabled }) => {
    const options = { javaScriptEnabled };

    test("a reader votes on an answer, changes the vote and withdraws it", async () => {
      const { page, complaints, close } = await openPage(browser, { ...options, storageState: state });
      await page.goto(server.origin + question);
      const form = page.locator(".details-helpful").first();
      const name = (await form.getAttribute("aria-label")) as string;
      const button = (word: string) =>
        page.getByRole("form", { name, exact: true }).getByRole("button", { name: new RegExp(word) });
      const pressed = (word: string) => button(word).getAttribute("aria-pressed");
      await button("Yes").click();
      await expect.poll(() => page.locator(".toast strong").textContent()).toBe(en.votes.saved);
      expect([await button("Yes").textContent(), await pressed("Yes")]).toEqual(["✓ Yes (1)", "true"]);
      await button("No").click();
      await page.waitForSelector('.details-helpful button:has-text("No (1)")');
      expect([await pressed("Yes"), await pressed("No")]).toEqual(["false", "true"]);
      await button("No").click();
      await page.waitForSelector(`.toast:has-text("${en.votes.takenBack}")`);
      expect([await pressed("Yes"), await pressed("No")]).toEqual(["false", "false"]);
      expect(complaints).toEqual([]);
      await close();
    });

    test("a person who answered a question sees a link to their answer, and a form for a second answer", async () => {
      const { page, complaints, close } = await openPage(browser, { ...options, storageState: state });
      await page.goto(server.origin + questions[javaScriptEnabled ? 1 : 2]);
      await expect.poll(() => page.getByRole("link", { name: en.item.editMyAnswer }).count()).toBe(0);
      await expect.poll(() => page.locator("#solveNumber").isVisible()).toBe(false);
      await page.locator("main summary", { hasText: "Add your answer" }).click();
      await page.fill("#solveNumber", "8");
      await page.fill("#solveDriveLink", "https://example.edu/answer.pdf");
      await page.click('main form > button:has-text("Add your answer")');
      await page.locator(".toast", { hasText: "order confirmed" }).waitFor();
      await page.getByRole("link", { name: en.item.editMyAnswer }).click();
      await page.waitForURL("**/dashboard/edit/*");
      await expect.poll(() => page.inputValue("#solveNumber")).toBe("8");
      expect(complaints).toEqual([]);
      await close();
    });

    test("the menu of the admin area is a sheet on a phone, and closes when a link opens a page", async () => {
      const phone = { ...options, viewport: { width: 360, height: 740 }, storageState: state };
      const { page, complaints, close } = await openPage(browser, phone);
      await page.goto(`${server.origin}/admin-dashboard`);
      const menu = page.locator("#area-menu");
      await expect.poll(() => menu.isVisible()).toBe(false);
      await page.getByRole("button", { name: "Admin menu: Dashboard", exact: true }).click();
      await menu.locator("summary", { hasText: en.admin.groups.site }).click();
      await menu.getByRole("link", { name: en.audit.title }).click();
      await page.waitForURL("**/admin-dashboard/audit");
      await page.getByRole("heading", { level: 1, name: en.audit.title }).waitFor();
      await expect.poll(() => menu.isVisible()).toBe(false);
      await page.getByRole("button", { name: "Admin menu: Audit Trail", exact: true }).waitFor();
      expect(complaints).toEqual([]);
      await close();
    });

    test("a reader rates a blog, and its page and its card show the rating", async () => {
      const { page, complaints, close } = await openPage(browser, { ...options, storageState: state });
      await page.goto(server.origin + blog);
      await page.selectOption("#rating", "");
      await page.click(".details-rating-form button");
      await expect.poll(() => page.textContent("#rating-problem")).toContain("Rating is required");
      expect(await page.title()).toMatch(/^Error: /);
      const rating = options.javaScriptEnabled ? "3.5" : "4.5";
      await page.selectOption("#rating", rating);
      await page.click(".details-rating-form button");
      await page.waitForSelector('.toast:has-text("Rating saved")');
      await expect.poll(() => page.inputValue("#rating")).toBe(rating);
      await expect.poll(() => page.textContent("main .stars")).toBe(`${rating} out of 5 · 1 rating`);
      await page.goto(`${server.origin}/allBlogs`);
      await expect.poll(() => page.textContent(".item-card .stars")).toBe(`${rating} out of 5 (1)`);
      expect(complaints).toEqual([]);
      await close();
    });

    test("a visitor reports a paper, and first gets the form back because the reason is missing", async () => {
      const { page, close } = await openPage(browser, options);
      await page.goto(server.origin + question);
      await page.getByRole("link", { name: "Report" }).click();
      await page.fill("#comment", "Page 2 is cut off.");
      await page.getByRole("button", { name: en.report.send }).click();
      await page.waitForSelector("#reason-problem");
      await expect.poll(() => page.inputValue("#comment")).toBe("Page 2 is cut off.");
      await page.selectOption("#reason", "unreadable");
      await page.getByRole("button", { name: en.report.send }).click();
      await page.waitForSelector('.toast:has-text("Report sent")');
      await expect.poll(() => new URL(page.url()).pathname).toBe(question);
      await close();
    });
  },
);

test("a button copies the page's link, and is a plain link without JavaScript", async () => {
  const { page, close } = await openPage(browser);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(server.origin + question);
  await expect.poll(() => page.getAttribute("#share", "href")).toBe(server.origin + question);
  await page.click("#share");
  await page.waitForSelector('#shared:has-text("Link copied")');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(server.origin + question);
  await close();
});

test("a page describes itself to machines with a canonical address, Open Graph tags and JSON-LD data", async () => {
  const { page, complaints, close } = await openPage(browser);
  await page.goto(`${server.origin}${blog}?utm_source=x`);
  await expect.poll(() => page.getAttribute('link[rel="canonical"]', "href")).toBe(server.origin + blog);
  await expect.poll(() => page.getAttribute('meta[property="og:type"]', "content")).toBe("article");
  await expect.poll(() => page.getAttribute('meta[property="og:image"]', "content")).toMatch(/^https?:\/\//);
  const data = JSON.parse((await page.textContent('script[type="application/ld+json"]')) as string);
  expect(data).toMatchObject({ "@type": "BlogPosting", url: server.origin + blog });
  // The strict Content-Security-Policy covers scripts, so Chromium accepts a block of data.
  expect(complaints).toEqual([]);
  await close();
});

test("a browser parses the sitemaps and the feed as well-formed XML", async () => {
  const { page, close } = await openPage(browser);
  await page.goto(server.origin);
  const course = "/course/sample-university-of-engineering/cse2103";
  const sitemaps = ["/sitemap.xml", "/sitemap/pages.xml", "/sitemap/1.xml", "/sitemap/courses-1.xml"];
  for (const path of [...sitemaps, "/feed.xml", `${course}/feed.xml`]) {
    const root = await page.evaluate(async (address) => {
      const text = await (await fetch(address)).text();
      const parsed = new DOMParser().parseFromString(text, "application/xml");
      return parsed.querySelector("parsererror")?.textContent ?? parsed.documentElement.localName;
    }, path);
    expect(["sitemapindex", "urlset", "feed"], path).toContain(root);
  }
  await close();
});
