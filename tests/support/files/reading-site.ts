import type { Page } from "playwright-core";
import { cookiesOf, launchBrowser } from "../web/browser.ts";
import { listen } from "../process/listen.ts";
import { insertPaper, readPapers } from "./paper-item.ts";
import { A4, tinyPdf } from "./tiny-pdf.ts";

/** The number of pages in the paper. */
export const PAGES = 4;

export type ReadingSite = Awaited<ReturnType<typeof openReadingSite>>;

/** A site with a paper that has recognised text, and a browser. */
export async function openReadingSite() {
  const site = await listen();
  const { actor, cookie } = await site.archive.signUp("Student");
  const pages = Array.from({ length: PAGES }, (_, index) => ({
    lines: [`Answer any three of the questions of sheet ${index + 1}, each in your own words.`],
    size: A4,
  }));
  const { path } = await insertPaper(site.archive, actor, tinyPdf(pages), {
    fields: { subject: "Data Structures", code: "CSE 2103" },
  });
  await readPapers(site.archive);
  const browser = await launchBrowser();
  return {
    ...site,
    browser,
    /** The cookies of the contributor. */
    cookies: cookiesOf(cookie, site.origin),
    /** The address of the paper's page. */
    paper: site.origin + path,
    async close(): Promise<void> {
      await browser.close();
      await site.close();
    },
  };
}

/** The link to a page's large picture. @param number from 1 */
export const pageLink = (page: Page, number: number) =>
  page.getByRole("link", { name: `Page ${number} of ${PAGES}, enlarged` });
