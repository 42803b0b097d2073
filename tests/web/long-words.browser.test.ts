import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { kindNamed } from "../../src/shared/kinds/index.ts";
import { contactInput, insertItem, insertItems, payloadOf } from "../support/archive/factories.ts";
import { launchBrowser, openPage, overflow, pageFaults } from "../support/web/browser.ts";
import { type ListeningSite, listen } from "../support/process/listen.ts";

/** A word that can't be broken. */
const word = (length: number) => "W".repeat(length);
/** An email of 254 characters. */
const EMAIL = `${"m".repeat(64)}@${"m".repeat(63)}.${"m".repeat(63)}.${"m".repeat(57)}.edu`;

let site: ListeningSite;
let browser: Browser;
/** The addresses of the items' details pages. */
const pages: string[] = [];

beforeAll(async () => {
  site = await listen();
  browser = await launchBrowser();
  const { archive } = site;
  const admin = await archive.signUp("Admin", "admin");
  const details = { email: EMAIL, address: word(300), hours: word(100), name: word(100) };
  await archive.services.contactDetails.save(admin.actor, contactInput(details));
  const uploader = { id: admin.actor.id, displayName: word(60), email: EMAIL };
  for (const kind of ["question", "syllabus", "note", "lab", "book", "blog"]) {
    const fields = longFields(kind);
    const [id] = await insertItems(archive, kind, [
      { fields, uploader },
      { fields, uploader },
    ]);
    pages.push(`${kindNamed(kind).pages.details}/${id}`);
    if (kind === "question")
      await insertItem(archive, "answer", { fields: longFields("answer"), parentId: id, uploader });
  }
  // No other item has this book's subject, so its page lists books of all subjects.
  pages.push(`/book-details/${await insertItem(archive, "book")}`);
});
afterAll(async () => {
  await browser.close();
  expect(site.faults).toEqual([]);
  await site.close();
});

/** Fills each text field of a kind with one word of the maximum length. */
function longFields(kind: string): Record<string, string> {
  const given = payloadOf(kind) as Record<string, string>;
  const longest = Object.entries(kindNamed(kind).fields).map(([name, { type, max }]) => {
    const isFree = type === "text" || type === "ordinal" || type === "department" || type === "longText";
    return [name, isFree ? word(Math.min(max, 300)) : (given[name] as string)];
  });
  return Object.fromEntries(longest);
}

async function visit(path: string, width: number) {
  const opened = await openPage(browser, { viewport: { width, height: 800 } });
  await opened.page.context().route(
    (url) => url.origin !== site.origin,
    (route) => route.abort(),
  );
  await opened.page.goto(site.origin + path);
  return opened;
}

/** The elements that extend beyond the box around them. */
const sticksOut = (page: Page, around: string, elements: string) =>
  page.evaluate(
    ([outer = "", inner = ""]) =>
      [...document.querySelectorAll(outer)].flatMap((box) => {
        const { left, right } = box.getBoundingClientRect();
        return [...box.querySelectorAll(inner)]
          .filter((element) => {
            const part = element.getBoundingClientRect();
            return part.width > 0 && (part.left < left - 0.5 || part.right > right + 0.5);
          })
          .map((element) => `${element.className} ${element.textContent.slice(0, 20)}`);
      }),
    [around, elements],
  );

describe.each([320, 1280])("the longest texts at %i px", (width) => {
  test.each(["/contact", "/", "/allBooks", "/privacy"])(
    "%s is no wider than the window with the longest contact details and texts",
    async (path) => {
      const { page, close } = await visit(path, width);
      expect(await overflow(page)).toBe(0);
      expect(await sticksOut(page, ".site-footer address, .facts-list", "*")).toEqual([]);
      expect(await sticksOut(page, ".item-card", ".code, h2 a, .meta")).toEqual([]);
      await close();
    },
  );

  test("details pages are no wider than the window with the longest texts", async () => {
    for (const path of pages) {
      const { page, close } = await visit(path, width);
      expect(await overflow(page), path).toBe(0);
      expect(await sticksOut(page, ".details-side", "*"), path).toEqual([]);
      await close();
    }
    const { page, close } = await visit(pages[0] as string, width);
    expect(await pageFaults(page)).toEqual([]);
    await close();
  });

  test("the filters keep their width with the longest department, and its count stays on one line", async () => {
    const { page, close } = await visit("/allQuestions", width);
    if (width === 320) await page.getByRole("button", { name: "Filters" }).click();
    const filters = page.locator("#filters");
    const wider = await filters.evaluate((form) => form.scrollWidth - form.clientWidth);
    expect(wider).toBe(0);
    expect(await sticksOut(page, "#filters", "*")).toEqual([]);
    const counts = filters.locator(".check span:last-child:not(:empty)");
    const heights = await counts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    expect(Math.max(...heights)).toBeLessThan(30);
    expect(await overflow(page)).toBe(0);
    await close();
  });
});

test("a hundred accents above a letter of a title don't cover the header", async () => {
  const headers = [];
  for (const marks of ["", "\u0300\u0308".repeat(50)]) {
    const id = await insertItem(site.archive, "note", { fields: { topic: `A${marks}BC` } });
    const { page, close } = await visit(`/note-details/${id}`, 320);
    headers.push(await page.locator(".site-header").screenshot());
    await close();
  }
  expect(headers[0]?.equals(headers[1] as Buffer)).toBe(true);
});
