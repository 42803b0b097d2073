import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertItem } from "../support/archive/factories.ts";
import { axeFindings, launchBrowser, overflow } from "../support/web/browser.ts";
import { button, held, keyOf, listenForNotes, type NoteForm } from "../support/archive/note-form.ts";
import { barOf, PHOTO, phonePhoto } from "../support/files/phone-photo.ts";
import { en } from "../../src/shared/messages/en.ts";

const BARS = [0.2, 0.4, 0.6, 0.8];
const MB = 1_000_000;

let form: NoteForm;
let browser: Browser;
let photos: { name: string; mimeType: string; buffer: Buffer }[];

beforeAll(async () => {
  form = await listenForNotes();
  browser = await launchBrowser();
  photos = await Promise.all(
    BARS.map(async (bar, index) => ({
      name: `photo-${index + 1}.jpg`,
      mimeType: "image/jpeg",
      buffer: await phonePhoto({ bar }),
    })),
  );
});

afterAll(async () => {
  await browser.close();
  await form.site.close();
  expect(form.site.faults).toEqual([]);
});

const pageImage = async (page: Page, number: number) =>
  (
    await page.request.get(`${form.site.origin}/files/${await keyOf(page)}/pages/${number}?width=1000`)
  ).body();

/** Presses Tab until a control has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const target = page.getByLabel(name, { exact: true }).or(button(page, name)).first();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never comes to ${name}`);
}

describe("photos in a form", () => {
  test("a student moves, rotates and crops photos with the keyboard, and gets one PDF below 2 MB", async () => {
    for (const { buffer } of photos) expect(buffer.length).toBeGreaterThan(2.4 * MB);
    const { page, complaints, close } = await form.open(browser);
    await page.setInputFiles("#fileKey", photos);
    await page.locator(".upload-photo").nth(3).waitFor();
    await page.locator('.upload [role="status"]', { hasText: "4 pages added" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);

    await button(page, "Add Note").click();
    await page.locator("#fileKey-problem", { hasText: en.uploads.problems.unfinished(4) }).waitFor();

    await tabTo(page, "Move page 1 down");
    await page.keyboard.press("Enter");
    await page.locator('.upload [role="status"]', { hasText: en.uploads.pages.moved(1, 2) }).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
      .toBe("Move page 2 down");
    await tabTo(page, "Rotate page 3 to the right");
    await page.keyboard.press("Enter");
    await tabTo(page, "Crop page 4");
    await page.keyboard.press("Enter");
    await page.locator("dialog.upload-crop").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await tabTo(page, en.uploads.crop.edges.top);
    for (const key of ["PageUp", "PageUp", "ArrowDown", "ArrowUp"]) await page.keyboard.press(key);
    await expect
      .poll(() => page.getByLabel(en.uploads.crop.edges.top).getAttribute("aria-valuetext"))
      .toBe("20% cut off");
    await page.keyboard.press("Tab");
    for (let press = 0; press < 5; press += 1) await page.keyboard.press("ArrowLeft");
    await expect
      .poll(() => page.getByLabel(en.uploads.crop.edges.right).getAttribute("aria-valuenow"))
      .toBe("5");
    await tabTo(page, "Crop");
    await page.keyboard.press("Enter");
    await page.locator("dialog.upload-crop").waitFor({ state: "detached" });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
      .toBe("Crop page 4");

    await tabTo(page, en.uploads.pages.use(4));
    await page.keyboard.press("Enter");
    await held(page).waitFor();
    await expect.poll(() => held(page).innerText()).toContain("photo-2.pdf");
    await expect.poll(() => held(page).innerText()).toContain("4 pages");
    expect(await axeFindings(page)).toEqual([]);

    const near = (at: number) => expect.closeTo(at, 1);
    const bars = await Promise.all([1, 2, 3, 4].map(async (number) => barOf(await pageImage(page, number))));
    expect(bars).toEqual([
      { across: true, at: near(0.4) },
      { across: true, at: near(0.2) },
      // A rotation to the right moves the bar from the top to the right side.
      { across: false, at: near(1 - 0.6) },
      { across: true, at: near((0.8 - 0.2) / 0.8) },
    ]);
    await tabTo(page, "Add Note");
    await page.keyboard.press("Enter");
    const { driveLink } = await form.ownNote(page);
    const pdf = await (await page.request.get(driveLink)).body();
    expect(pdf.length).toBeLessThan(2 * MB);
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    const sizes = [...pdf.toString("latin1").matchAll(/\/Width (\d+) \/Height (\d+)/g)];
    expect(sizes.map(([, width]) => Number(width)).every((width) => width <= 2339)).toBe(true);
    const [, width, height] = (sizes[3] ?? []).map(Number);
    const cropped = (PHOTO.width * 0.95) / (PHOTO.height * 0.8);
    expect((width ?? 0) / (height ?? 1)).toBeCloseTo(cropped, 2);
    expect(complaints).toEqual([]);
    await close();
  });

  test("photos are upright, can be removed one by one, and become a PDF also without a web worker", async () => {
    const { page, close } = await form.open(browser);
    await page.evaluate(() => Reflect.deleteProperty(globalThis, "OffscreenCanvas"));
    const lying = { name: "lying.jpg", mimeType: "image/jpeg" };
    const buffer = await phonePhoto({ bar: 0.2, orientation: 6 });
    await page.setInputFiles("#fileKey", [{ ...lying, buffer }, ...photos.slice(1, 3)]);
    await page.locator(".upload-photo").nth(2).waitFor();
    await button(page, "Remove page 2").click();
    await expect.poll(() => page.locator(".upload-photo").count()).toBe(2);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
      .toBe("Remove page 2");
    await button(page, en.uploads.pages.use(2)).click();
    await held(page).waitFor();
    const [first, second] = [await pageImage(page, 1), await pageImage(page, 2)];
    expect(await barOf(first)).toEqual({ across: false, at: expect.closeTo(0.8, 1) });
    expect(await barOf(second)).toEqual({ across: true, at: expect.closeTo(0.6, 1) });
    await close();
  });

  test("photos of a solution answer a question as one PDF", async () => {
    const question = await insertItem(form.site.archive, "question", { status: "Approved" });
    const { page, complaints, close } = await form.open(browser);
    await page.goto(`${form.site.origin}/dashboard/add-answer/${question}`);
    await page.waitForSelector(".upload label.button");
    expect([await axeFindings(page), await overflow(page)]).toEqual([[], 0]);
    await page.fill("#solveNumber", "2");
    await page.setInputFiles("#fileKey", photos.slice(0, 2));
    await page.locator(".upload-photo").nth(1).waitFor();
    await button(page, en.uploads.pages.use(2)).click();
    await held(page).waitFor();
    await button(page, "Add your answer").click();
    await page.waitForURL(`**/question-details/${question}#answers`);
    const [file] = await form.site.archive.db.read
      .selectFrom("resource")
      .innerJoin("file", "file.key", "resource.fileKey")
      .innerJoin("paper", "paper.sha256", "file.sha256")
      .select(["file.type", "paper.pages"])
      .where("resource.parentId", "=", question)
      .execute();
    expect(file).toEqual({ type: "application/pdf", pages: 2 });
    expect(complaints).toEqual([]);
    await close();
  });

  test("photos can be moved by dragging, and cropped by dragging an edge", async () => {
    const { page, close } = await form.open(browser, { viewport: { width: 1280, height: 1400 } });
    await page.setInputFiles("#fileKey", photos.slice(0, 2));
    await page.locator(".upload-photo").nth(1).waitFor();
    await page.locator(".upload-photo").nth(0).locator("canvas").dragTo(page.locator(".upload-photo").nth(1));
    await page.locator('.upload [role="status"]', { hasText: en.uploads.pages.moved(1, 2) }).waitFor();
    await button(page, "Crop page 1").click();
    const picture = await page.locator(".upload-crop-picture").boundingBox();
    const edge = await page.getByLabel(en.uploads.crop.edges.bottom).boundingBox();
    if (!picture || !edge) throw new Error("Nothing to drag");
    const [x, y] = [edge.x + edge.width / 2, edge.y + edge.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - picture.height / 4, { steps: 4 });
    await page.mouse.up();
    expect(Number(await page.getByLabel(en.uploads.crop.edges.bottom).getAttribute("aria-valuenow"))).toBe(
      25,
    );
    await page.keyboard.press("Escape");
    await page.locator("dialog.upload-crop").waitFor({ state: "detached" });
    await close();
  });
});
