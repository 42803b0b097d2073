import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { en } from "../../src/shared/messages/en.ts";
import { insertItem } from "../support/archive/factories.ts";
import { held } from "../support/archive/note-form.ts";
import { paperLines } from "../support/archive/pile-world.ts";
import { savedAnew } from "../support/files/saved-anew.ts";
import { A4, tinyPdf } from "../support/files/tiny-pdf.ts";
import { type ListeningSite, listen } from "../support/process/listen.ts";
import { axeFindings, cookiesOf, launchBrowser, openPage, overflow } from "../support/web/browser.ts";
import { watchShifts } from "../support/web/watch-shifts.ts";

/** The largest sum of shifts while a file is read. */
const MAX_SHIFT = 0.02;
const WIDE = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 360, height: 740 } };
const LINES = paperLines("CSE 2103");
const FILE = { name: "again.pdf", mimeType: "application/pdf", buffer: savedAnew(LINES) };

let site: ListeningSite;
let browser: Browser;
let cookies: ReturnType<typeof cookiesOf>;
beforeAll(async () => {
  site = await listen();
  browser = await launchBrowser();
  const { actor, cookie } = await site.archive.signUp("Student");
  cookies = cookiesOf(cookie, site.origin);
  const { services } = site.archive;
  const { key } = await services.files.accept(actor, tinyPdf([{ lines: LINES, size: A4 }]), "first.pdf");
  await insertItem(site.archive, "question", {
    status: "Approved",
    fileKey: key,
    fields: { code: "CSE 2103", year: "2019", examType: "final", driveLink: undefined as unknown as string },
  });
});
afterAll(async () => {
  await browser.close();
  await site.close();
  expect(site.faults).toEqual([]);
});

async function openForm(options: Parameters<typeof openPage>[1]) {
  const opened = await openPage(browser, options);
  await opened.page.context().addCookies(cookies);
  const shifts = await watchShifts(opened.page, ".app-form");
  await opened.page.goto(`${site.origin}/dashboard/add-question`);
  await opened.page.waitForSelector(".upload label.button");
  return { ...opened, shifts };
}

/** Uploads a file, and lets the server read it. */
async function readFile(page: Page, file: typeof FILE): Promise<void> {
  await page.setInputFiles("#fileKey", file);
  await held(page).waitFor();
  const files = site.archive.db.read.selectFrom("file").select("sha256").orderBy("createdAt", "desc");
  await site.archive.services.recognition.readText((await files.executeTakeFirstOrThrow()).sha256, "");
}

/** Uploads the file, and waits for its details and for the warning. */
async function addFile(page: Page): Promise<void> {
  await readFile(page, FILE);
  await expect.poll(() => page.inputValue("#code")).toBe("CSE 2103");
  await expect.poll(() => page.locator(".similar-strip summary").innerText()).toContain("Final 2019");
}

describe.each([
  ["wide screen", WIDE],
  ["phone", PHONE],
])("the form of a new question on a %s", (_name, options) => {
  test.each(["beginning", "end"])(
    "moves nothing at its %s while a file is sent and read, and names the same paper",
    async (part) => {
      const { page, shifts, complaints, close } = await openForm(options);
      if (part === "end") await page.locator(".app-form > button").first().scrollIntoViewIfNeeded();
      await addFile(page);
      const { shift, moved } = await shifts();
      expect(shift, moved.join("\n")).toBeLessThan(MAX_SHIFT);
      const strip = page.locator(".similar-strip");
      expect(await strip.locator("summary").innerText()).toContain("CSE 2103");
      await strip.locator("summary").click();
      expect(await strip.innerText()).toContain(en.similar.reasons.samePage);
      expect([await axeFindings(page), await overflow(page)]).toEqual([[], 0]);
      expect(complaints).toEqual([]);
      await close();
    },
  );
});

test.each([
  ["wide screen", WIDE],
  ["phone", PHONE],
])("the form says that a PDF contains two exams and links to the batch, on a %s", async (_name, options) => {
  const { page, shifts, complaints, close } = await openForm(options);
  const pages = ["CSE 3101", "CSE 3103"].map((code) => ({ lines: paperLines(code), size: A4 }));
  await readFile(page, { name: "two.pdf", mimeType: "application/pdf", buffer: tinyPdf(pages) });
  await page.getByText(en.proposal.exams(2)).waitFor();
  const { shift, moved } = await shifts();
  expect(shift, moved.join("\n")).toBeLessThan(MAX_SHIFT);
  const link = page.getByRole("link", { name: en.proposal.split });
  expect(await link.getAttribute("href")).toBe("/dashboard/contribute");
  expect([await axeFindings(page), await overflow(page)]).toEqual([[], 0]);
  expect(complaints).toEqual([]);
  await close();
});

/** The boxes of the control for a file, the word between, and the field for a link. */
const ways = (page: Page) =>
  page
    .locator(".file-or-link > :not(legend)")
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));

test.each([true, false])(
  "the file and the link stand side by side from 720 px on, with scripts: %s",
  async (js) => {
    for (const width of [720, 1_280]) {
      const { page, close } = await openPage(browser, {
        viewport: { width, height: 800 },
        javaScriptEnabled: js,
      });
      await page.context().addCookies(cookies);
      await page.goto(`${site.origin}/dashboard/add-question`);
      const [file, or, link] = await ways(page);
      expect(file?.top).toBe(link?.top);
      expect(file?.bottom).toBe(link?.bottom);
      expect(file?.right).toBeLessThan(or?.left ?? 0);
      expect(or?.right).toBeLessThan(link?.left ?? 0);
      expect(await overflow(page)).toBe(0);
      await close();
    }
  },
);

test("the link stands below the file on a phone, with the word between them", async () => {
  const { page, close } = await openForm(PHONE);
  const [file, or, link] = await ways(page);
  expect(file?.bottom).toBeLessThan(or?.top ?? 0);
  expect(or?.bottom).toBeLessThan(link?.top ?? 0);
  expect(file?.left).toBe(link?.left);
  expect(file?.width).toBe(link?.width);
  await close();
});
