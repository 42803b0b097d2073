import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { en } from "../../src/shared/messages/en.ts";
import { button, held, keyOf, listenForNotes, type NoteForm } from "../support/archive/note-form.ts";
import { HEIC_PAGE } from "../support/files/heic.ts";
import { DOCX, docxOf } from "../support/files/office.ts";
import { phonePhoto } from "../support/files/phone-photo.ts";
import { launchBrowser } from "../support/web/browser.ts";

let form: NoteForm;
let browser: Browser;

beforeAll(async () => {
  form = await listenForNotes();
  browser = await launchBrowser();
});

// The tests fill in the same form, so an item from an earlier test would be a possible duplicate.
afterEach(() => form.site.archive.db.write.deleteFrom("resource").execute());

afterAll(async () => {
  await browser.close();
  await form.site.close();
  expect(form.site.faults).toEqual([]);
});

const file = (name: string, buffer: Buffer, mimeType = "") => ({ name, mimeType, buffer });
const heic = (mimeType: string) => file("IMG_0001.HEIC", HEIC_PAGE, mimeType);

describe("a chosen file that the browser can't show", () => {
  test.each(["image/heic", ""])(
    "a HEIC of the type “%s” is uploaded as it is, and the item shows a JPEG",
    async (mimeType) => {
      const { page, complaints, close } = await form.open(browser);
      await page.setInputFiles("#fileKey", heic(mimeType));
      await held(page).waitFor();
      await held(page)
        .locator("img")
        .evaluate((image: HTMLImageElement) => image.decode());
      await button(page, "Add Note").click();
      const { driveLink } = await form.ownNote(page);
      const answer = await page.request.get(driveLink);
      expect(answer.headers()["content-type"]).toBe("image/jpeg");
      expect(complaints).toEqual([]);
      await close();
    },
  );

  test("a HEIC among other photos is named, with the way out, and the other photos stay", async () => {
    const { page, close } = await form.open(browser);
    const photo = file("a.jpg", await phonePhoto({ bar: 0.2 }), "image/jpeg");
    await page.setInputFiles("#fileKey", [photo, heic("image/heic")]);
    await page.getByText(en.uploads.problems.photoForeign("IMG_0001.HEIC")).waitFor();
    expect(await page.locator(".upload-photo").count()).toBe(1);
    expect(await keyOf(page)).toBe("");
    await close();
  });

  test("a DOCX is attached without a picture, and is downloaded as it is", async () => {
    const { page, complaints, close } = await form.open(browser);
    const docx = await docxOf(["CSE 2103 Data Structures"]);
    await page.setInputFiles("#fileKey", file("notes.docx", docx));
    await held(page).waitFor();
    expect(await held(page).locator("img").count()).toBe(0);
    await button(page, "Add Note").click();
    const { driveLink } = await form.ownNote(page);
    const answer = await page.request.get(driveLink);
    expect(answer.headers()["content-type"]).toBe(DOCX);
    expect(answer.headers()["content-disposition"]).toMatch(/^attachment/);
    expect(Buffer.from(await answer.body()).equals(docx)).toBe(true);
    expect(complaints).toEqual([]);
    await close();
  });

  test("an old DOC and a DOCX with macros are refused with the way out", async () => {
    const { page, close } = await form.open(browser);
    await page.setInputFiles("#fileKey", file("old.doc", Buffer.from("doc"), "application/msword"));
    await page.getByText(en.files.file_old_office).waitFor();
    const macros = await docxOf(["CSE 2103"], { "word/vbaProject.bin": "macro" });
    await page.setInputFiles("#fileKey", file("notes.docx", macros));
    await page.getByText(en.files.file_macros).waitFor();
    expect(await keyOf(page)).toBe("");
    await close();
  });
});
