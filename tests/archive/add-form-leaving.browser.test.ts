import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { en } from "../../src/shared/messages/en.ts";
import { held, listenForNotes, type NoteForm } from "../support/archive/note-form.ts";
import { tinyPdf } from "../support/files/tiny-pdf.ts";
import { launchBrowser } from "../support/web/browser.ts";

let form: NoteForm;
let browser: Browser;
beforeAll(async () => {
  form = await listenForNotes();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await form.site.close();
});

const FILE = { name: "a.pdf", mimeType: "application/pdf", buffer: tinyPdf([{ lines: ["Heaps"] }]) };

/** Answers each question of the page, and lists them. */
function watchQuestions(page: Page, answer: "accept" | "dismiss"): string[] {
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type() === "confirm" ? dialog.message() : dialog.type());
    void dialog[answer]();
  });
  return asked;
}

/** Chooses a file whose bytes don't arrive. */
async function beginUpload(page: Page): Promise<void> {
  await page.route("**/uploads/*", (route) =>
    route.request().method() === "PATCH" ? undefined : route.continue(),
  );
  await page.setInputFiles("#fileKey", FILE);
  await page.locator(".upload-sending").waitFor();
  // A browser asks only a person who has used the page.
  await page.getByRole("heading", { level: 1 }).click();
}

const menuLink = (page: Page) =>
  page.locator('aside a[href$="/dashboard/my-notes"], nav a[href$="/dashboard/my-notes"]').first();

test("a link of the menu asks during an upload, and a person who stays keeps the upload and the text", async () => {
  const { page, complaints, close } = await form.open(browser, { viewport: { width: 1280, height: 800 } });
  const asked = watchQuestions(page, "dismiss");
  await beginUpload(page);
  await menuLink(page).click();
  await expect.poll(() => asked).toEqual([en.uploads.leave]);
  expect(page.url()).toContain("/dashboard/add-notes");
  expect(await page.locator(".upload-sending").count()).toBe(1);
  expect(await page.inputValue("#topic")).toBe("Heaps");
  await menuLink(page).click();
  await expect.poll(() => asked).toHaveLength(2);
  expect(complaints).toEqual([]);
  await close();
});

test("a person who agrees leaves, and a reload during an upload asks, too", async () => {
  const { page, close } = await form.open(browser, { viewport: { width: 1280, height: 800 } });
  const asked = watchQuestions(page, "accept");
  await beginUpload(page);
  await page.reload();
  expect(asked).toEqual(["beforeunload"]);
  await page.waitForSelector(".upload label.button");
  await beginUpload(page);
  await menuLink(page).click();
  await page.waitForURL("**/dashboard/my-notes");
  expect(asked).toEqual(["beforeunload", en.uploads.leave]);
  await close();
});

test("nothing asks without a file and after the upload", async () => {
  const { page, close } = await form.open(browser, { viewport: { width: 1280, height: 800 } });
  const asked = watchQuestions(page, "accept");
  await page.setInputFiles("#fileKey", FILE);
  await held(page).waitFor();
  await page.reload();
  await page.waitForSelector(".upload");
  await menuLink(page).click();
  await page.waitForURL("**/dashboard/my-notes");
  expect(asked).toEqual([]);
  await close();
});
