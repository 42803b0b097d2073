import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { kindNamed } from "../../../src/shared/kinds/index.ts";
import { enPileScreen as words } from "../../../src/shared/messages/en-pile-screen.ts";
import { tinyPdf } from "../files/tiny-pdf.ts";
import { browserSite } from "../web/browser-site.ts";
import { openPage, pageFaults, sampleSession } from "../web/browser.ts";
import { brokenFiles, digitalPdf, linesOf, pilePaper } from "./pile-papers.ts";

export const WIDE = { viewport: { width: 1280, height: 1_000 } };
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };

/** Uploading and reading many files takes longer than a click, in particular on a busy machine. */
export const READ = { timeout: 180_000, interval: 200 };

/** Eight papers. */
export const papers = Array.from({ length: 8 }, (_, index) => pilePaper(index));
const files: [name: string, bytes: Uint8Array][] = [
  ...papers.map((paper): [string, Uint8Array] => [paper.file, digitalPdf(paper)]),
  ...brokenFiles(),
  ["again.pdf", digitalPdf(pilePaper(0))],
  // It has no code and no title.
  ["unclear.pdf", tinyPdf([{ lines: linesOf(pilePaper(8)).filter((line) => !line.startsWith("Course")) }])],
];
export const fileNames = files.map(([name]) => name);

/** A file that a test makes itself. */
interface FilePayload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A server with the sample archive and a student at the page of a pile, for the tests of one file. */
export function pileSite() {
  const site = browserSite();
  const folder = mkdtempSync(join(tmpdir(), "proshno-pile-"));
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes);
  const paths = fileNames.map((name) => join(folder, name));
  let session: NonNullable<BrowserContextOptions["storageState"]>;
  beforeAll(async () => {
    session = await sampleSession(site.browser, site.server, "student");
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  beforeEach(async () => {
    // A person can have ten piles.
    const { page, close } = await openPage(site.browser, { storageState: session });
    const { origin } = site.server;
    for (const { id } of await (await page.request.get(`${origin}/api/piles`)).json())
      await page.request.post(`${origin}/api/piles/${id}/remove`, { data: {}, headers: { origin } });
    await close();
  });
  return {
    site,
    paths,
    async open(options: BrowserContextOptions) {
      const opened = await openPage(site.browser, { storageState: session, ...options });
      await opened.page.goto(`${site.server.origin}/dashboard/contribute`);
      return opened;
    },

    /** Begins a pile, and waits until all files are read. */
    async begin(page: Page, chosen: string[] | FilePayload[] = paths): Promise<void> {
      await choose(page, chosen);
      await expect
        .poll(async () => (await rowsOf(page)).filter(({ status }) => status !== "reading").length, READ)
        .toBe(chosen.length);
      await expect.poll(() => page.locator(".pile-bar").count(), READ).toBe(0);
    },
  };
}

/** Chooses files on the page that begins a pile. */
export async function choose(page: Page, chosen: Parameters<Page["setInputFiles"]>[1]): Promise<void> {
  await page.setInputFiles(".pile-files input", chosen);
  await page.waitForURL(/\/contribute\/[0-9a-f]+$/);
}

interface ServerRow {
  id: string;
  label: string;
  status: string;
  fields: Record<string, { value: string }>;
  files: { id: string; turn: number }[];
}

/** The rows of the pile that a page shows, as the server has them. */
export async function rowsOf(page: Page): Promise<ServerRow[]> {
  const answer = await page.request.get(`${page.url()}/rows`);
  return ((await answer.json()) as { rows: ServerRow[] }).rows;
}

/** The details of the rows, by file. */
export const fieldsOf = async (page: Page) =>
  Object.fromEntries((await rowsOf(page)).map(({ label, fields }) => [label, fields]));

/** The statuses of the rows, by file. */
export const statusOf = async (page: Page) =>
  Object.fromEntries((await rowsOf(page)).map(({ label, status }) => [label, status]));

/** The row of a file in the table. */
export const row = (page: Page, label: string) => page.locator(`tr[data-label="${label}"]`);

/** Expects that sent papers keep their details and pictures, also after a reload, and that the page offers the next steps. */
export async function expectAllSent(page: Page): Promise<void> {
  for (const isReloaded of [false, true]) {
    if (isReloaded) await page.reload();
    await page.getByRole("heading", { name: words.allSent(papers.length) }).waitFor();
    for (const { file, code, title, year } of papers) {
      const sent = row(page, file);
      const detail = (column: string) => sent.locator(`td[data-column="${column}"]`).innerText();
      await expect.poll(() => detail("code")).toContain(code);
      expect(await detail("subject")).toContain(title);
      expect(await detail("year")).toContain(String(year));
      expect(await sent.locator("img").count()).toBe(1);
    }
    const foot = page.locator(".pile-foot");
    expect(await foot.innerText()).toContain(words.foot.done);
    expect(await foot.innerText()).not.toContain(words.foot.nothing);
    expect(await foot.getByRole("link", { name: words.foot.more }).count()).toBe(1);
    expect(await foot.getByRole("link", { name: kindNamed("question").words.en.mine }).count()).toBe(1);
  }
  expect(await pageFaults(page)).toEqual([]);
}

/** Opens all groups of cards on a phone. */
export const openGroups = (page: Page): Promise<void> =>
  page.locator(".pile-group").evaluateAll((groups) => {
    for (const group of groups) (group as HTMLDetailsElement).open = true;
  });
