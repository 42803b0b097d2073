import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { en } from "../../src/shared/messages/en.ts";
import { enPileScreen } from "../../src/shared/messages/en-pile-screen.ts";
import { held, listenForNotes, type NoteForm } from "../support/archive/note-form.ts";
import { paper } from "../support/archive/pile-world.ts";
import { axeFindings, launchBrowser, overflow } from "../support/web/browser.ts";

const FULL = en.problems.archiveFull("", "");
const SPACE = 5_000_000_000;

let form: NoteForm;
let browser: Browser;
const disk = { free: SPACE, size: 2 * SPACE };

beforeAll(async () => {
  form = await listenForNotes({ disk: async () => disk, freeSpace: 1_000_000_000 });
  browser = await launchBrowser();
});
beforeEach(() => void (disk.free = 0));
afterAll(async () => {
  await browser.close();
  await form.site.close();
  expect(form.site.faults).toEqual([]);
});

const file = (name: string, code: string) => {
  return { name, mimeType: "application/pdf", buffer: Buffer.from(paper(code)) };
};
const widths = [360, 1_280].map((width) => ({ width, viewport: { width, height: 800 } }));

describe("a full disk, in the browser", () => {
  test.each(widths)(
    "is named at the file of a form, $width px wide, and the text stays",
    async ({ viewport }) => {
      const { page, close } = await form.open(browser, { viewport });
      const chosen = file("heaps.pdf", `CSE ${viewport.width}`);
      await page.setInputFiles("#fileKey", chosen);
      await page.locator(".upload").getByText(FULL).waitFor();
      expect(await page.inputValue("#topic")).toBe("Heaps");
      expect(await overflow(page)).toBe(0);
      expect(await axeFindings(page)).toEqual([]);
      await page.screenshot({ path: `${process.env["SHOTS"]}/form-${viewport.width}.png` });
      disk.free = SPACE;
      await page.setInputFiles("#fileKey", chosen);
      await held(page).waitFor();
      await close();
    },
  );

  test.each(widths)(
    "is named in the rows of a pile, $width px wide, and each file can be tried again",
    async ({ viewport }) => {
      const { page, close } = await form.open(browser, { viewport });
      await page.goto(`${form.site.origin}/dashboard/contribute`);
      await page.locator(".pile-files").waitFor();
      await page.setInputFiles(".pile-files input", [file("a.pdf", "CSE 2103"), file("b.pdf", "CSE 2105")]);
      await expect.poll(() => page.getByText(FULL).filter({ visible: true }).count()).toBe(2);
      expect(await overflow(page)).toBe(0);
      await page.screenshot({ path: `${process.env["SHOTS"]}/pile-${viewport.width}.png` });
      disk.free = SPACE;
      for (let left = 2; left > 0; left -= 1) {
        await page.getByRole("button", { name: enPileScreen.upload.retry }).first().click();
        await expect.poll(() => page.getByText(FULL).filter({ visible: true }).count()).toBe(left - 1);
      }
      const { pathname } = new URL(page.url());
      const pile = await page.request.get(`${form.site.origin}/api/piles/${pathname.split("/").at(-1)}`);
      await expect.poll(async () => (await pile.json()).rows.length).toBeLessThanOrEqual(2);
      await close();
    },
  );
});
