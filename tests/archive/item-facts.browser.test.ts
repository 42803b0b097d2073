import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertItem } from "../support/archive/factories.ts";
import { launchBrowser, openPage } from "../support/web/browser.ts";
import { type ListeningSite, listen } from "../support/process/listen.ts";

let site: ListeningSite;
let browser: Browser;

beforeAll(async () => {
  site = await listen();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  expect(site.faults).toEqual([]);
  await site.close();
});

test.each([
  ["2", "Edition 2"],
  ["2nd", "Edition 2nd"],
  ["2nd edition", "2nd edition"],
  ["Revised", "Edition Revised"],
])("a book with the edition %s shows %s on its card and on its page", async (edition, shown) => {
  const bookName = `A book of ${edition}`;
  const id = await insertItem(site.archive, "book", {
    fields: { bookName, edition, author: "Author", subject: "Subject", year: "2019", university: "" },
  });
  const { page, close } = await openPage(browser);
  await page.goto(`${site.origin}/allBooks`);
  const facts = page.locator(".item-card", { hasText: bookName }).first().locator("h2 + .meta");
  const lines = [await facts.innerText()];
  await page.goto(`${site.origin}/book-details/${id}`);
  lines.push(await page.locator(".details-head .details-line").innerText());
  const words = lines.map((line) => line.replaceAll("\u00a0", " "));
  expect(words).toEqual([`Author · ${shown} · 2019`, `Author · Subject · ${shown} · 2019`]);
  await close();
});

test("related items with the same title also show their codes, exams and years", async () => {
  const subject = "Algorithms";
  const paper = (code: string, year: string, examType: string) =>
    insertItem(site.archive, "question", { fields: { subject, code, year, examType, term: "", set: "" } });
  const id = await paper("CSE 3300", "2020", "quiz");
  await paper("CSE 2103", "2024", "final");
  await paper("CSE 1101", "2019", "");
  const { page, close } = await openPage(browser);
  await page.goto(`${site.origin}/question-details/${id}`);
  await expect
    .poll(() => page.locator(".details-related a").allInnerTexts())
    .toEqual([
      "CSE 1101 Algorithms, 2019 · January\nby Somebody",
      "CSE 2103 Algorithms, Final 2024 · January\nby Somebody",
    ]);
  await close();
});
