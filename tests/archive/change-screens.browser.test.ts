import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertItem, payloadOf } from "../support/archive/factories.ts";
import { VISIT } from "../support/platform/archive.ts";
import { axeFindings, cookiesOf, launchBrowser, openPage } from "../support/web/browser.ts";
import { type ListeningSite, listen } from "../support/process/listen.ts";
import { photo } from "../support/files/photo.ts";

let site: ListeningSite;
let browser: Browser;
const cookies: Record<string, string> = {};
/** The addresses that each person opens. */
const screens: [who: string, path: string][] = [];

beforeAll(async () => {
  site = await listen();
  browser = await launchBrowser();
  const { services } = site.archive;
  const student = await site.archive.signUp("Student");
  const admin = await site.archive.signUp("Admin", "admin");
  Object.assign(cookies, { student: student.cookie, admin: admin.cookie });
  const { client } = VISIT;
  const upload = async (shade: number) =>
    (await services.files.accept(student.actor, await photo(shade), "scan.jpg")).key;
  const question = payloadOf("question", { subject: "Algorithms and data structures", driveLink: undefined });
  const contribute = { ...question, fileKey: await upload(40) };
  const id = await services.resources.create(student.actor, "question", contribute, client);
  await services.resources.setStatus(admin.actor, "question", id, { status: "Approved" });
  const changed = { subject: "অ্যালগরিদম ও ডাটা স্ট্রাকচার", code: "CSE 2103", fileKey: await upload(90) };
  await services.resources.edit(student.actor, id, { ...question, ...changed }, client);
  const blog = await insertItem(site.archive, "blog", { uploader: student.actor });
  const text = {
    topic: "A far longer topic than before, of one word: Pneumonoultramicroscopicsilicovolcanoconiosis",
  };
  await services.resources.edit(student.actor, blog, payloadOf("blog", text), client);
  await services.resources.edit(admin.actor, blog, payloadOf("blog"), client);
  await insertItem(site.archive, "note", { status: "Pending", uploader: student.actor });
  screens.push(
    ["student", "/dashboard/my-questions"],
    ["student", `/dashboard/edit/${id}`],
    ["student", `/dashboard/edit/${blog}`],
    ["admin", "/admin-dashboard/manage-questions"],
    ["admin", "/admin-dashboard/admin-questions"],
    ["admin", `/admin-dashboard/change/${id}`],
    ["admin", `/admin-dashboard/change/${blog}`],
  );
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

describe.each([
  { width: 320, theme: "light" },
  { width: 1280, theme: "dark" },
] as const)("at $width px in the $theme theme", ({ width, theme }) => {
  test("the pages of a waiting change fit the window, and axe finds no problems", async () => {
    for (const [who, path] of screens) {
      const { page, complaints, close } = await openPage(browser, {
        viewport: { width, height: 800 },
        colorScheme: theme,
      });
      await page.context().addCookies(cookiesOf(cookies[who] as string, site.origin));
      await page.goto(site.origin + path);
      await page.waitForLoadState("networkidle");
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, path).toBeLessThanOrEqual(width);
      expect(await axeFindings(page), path).toEqual([]);
      expect(complaints, path).toEqual([]);
      await close();
    }
  });
});

test.each([360, 1280])(
  "at %i px a change's name, contributor, differences and buttons begin at the same left edge",
  async (width) => {
    const { page, close } = await openPage(browser, { viewport: { width, height: 800 } });
    await page.context().addCookies(cookiesOf(cookies["admin"] as string, site.origin));
    await page.goto(`${site.origin}${screens.at(-1)?.[1]}`);
    const parts = [
      ".admin-reported-item > .item-name",
      ".admin-reported-item > span:last-child",
      ".admin-difference",
      "main form.item-actions button",
    ];
    const boxes = await Promise.all(parts.map((part) => page.locator(part).first().boundingBox()));
    expect(new Set(boxes.map((box) => box?.x)).size).toBe(1);
    const border = await page
      .locator("th[scope=row]")
      .first()
      .evaluate((header) => getComputedStyle(header).borderBottomWidth);
    expect(border).toBe(width === 360 ? "0px" : "1px");
    await close();
  },
);
