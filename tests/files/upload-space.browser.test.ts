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
      await page.setInputFiles(".pile-files input", [file("a.pdf", "CSE 2103"), file("b.pdf", "CSE 2105")]);
      const reasons = page.getByText(FULL).filter({ visible: true });
      await expect.poll(() => reasons.count()).toBe(2);
      expect(await overflow(page)).toBe(0);
      disk.free = SPACE;
      for (let left = 2; left > 0; left -= 1) {
        await page
          .getByRole("button", { name: enPileScreen.upload.retry })
          .filter({ visible: true })
          .first()
          .click();
        await expect.poll(() => reasons.count()).toBe(left - 1);
      }
      const { pathname } = new URL(page.url());
      const address = `${form.site.origin}/api/piles/${pathname.split("/").at(-1)}`;
      const rows = async () => (await (await page.request.get(address)).json()).rows;
      await expect.poll(async () => (await rows()).length, { timeout: 60_000 }).toBe(2);
      expect((await rows()).map(({ label }: { label: string }) => label)).toEqual(["a.pdf", "b.pdf"]);
      await close();
    },
  );
});
