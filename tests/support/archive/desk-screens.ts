import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { User } from "../../../src/shared/people/policy.ts";
import { insertPaper, readPapers } from "../files/paper-item.ts";
import { tinyPdf } from "../files/tiny-pdf.ts";
import { signUpModerator } from "../people/moderators.ts";
import { listen } from "../process/listen.ts";
import { cookiesOf, launchBrowser, openPage } from "../web/browser.ts";
import { insertItem } from "./factories.ts";
import { digitalPdf, linesOf, pilePaper, UNIVERSITY } from "./pile-papers.ts";

export const DESK_WIDE = { viewport: { width: 1280, height: 800 } };
export const DESK_PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };
export const DESK = "/admin-dashboard/manage-questions";

export type DeskSite = Awaited<ReturnType<typeof openDeskSite>>;

const EVERYTHING = { universityKey: "", departmentKey: "" };
const HOUR = 3_600_000;

/** A site with two moderators of everything and a student, and a browser. Close it after the tests. */
export async function openDeskSite() {
  const site = await listen();
  const { archive, origin } = site;
  const { actor: student } = await archive.signUp("Rahim");
  const one = await signUpModerator(archive, "One", [EVERYTHING]);
  const two = await signUpModerator(archive, "Two", [EVERYTHING]);
  const browser: Browser = await launchBrowser();
  let added = 0;
  /** The next item is younger than those before it. */
  const createdAt = () => Date.now() - 100 * HOUR + (added += 1) * 1_000;
  return {
    ...site,
    browser,
    student,

    /** Adds a Pending paper with its file, which is read. @returns its id */
    async addPaper(index: number, changes: Record<string, string> = {}, pages = 1): Promise<string> {
      const paper = pilePaper(index);
      const bytes =
        pages === 1
          ? digitalPdf(paper)
          : tinyPdf(
              Array.from({ length: pages }, (_, page) => ({
                lines: [...linesOf(paper), `Sheet ${page + 1}`],
              })),
            );
      const { id } = await insertPaper(archive, student, bytes, {
        status: "Pending",
        createdAt: createdAt(),
        fields: {
          subject: paper.title,
          code: paper.code,
          department: "CSE",
          year: String(paper.year),
          examType: paper.examType,
          university: UNIVERSITY,
          ...changes,
        },
      });
      await readPapers(archive);
      return id;
    },

    /** Adds a Pending note with a link. @returns its id */
    addNote: (topic: string, uploader: User = student) =>
      insertItem(archive, "note", { status: "Pending", uploader, createdAt: createdAt(), fields: { topic } }),

    async statusOf(id: string): Promise<string> {
      const item = archive.db.read.selectFrom("resource").select("status").where("id", "=", id);
      return (await item.executeTakeFirstOrThrow()).status;
    },

    /** Removes everything that waits. */
    async clear(): Promise<void> {
      await archive.db.write
        .updateTable("resource")
        .set({ status: "Approved" })
        .where("status", "=", "Pending")
        .execute();
      await archive.db.write.deleteFrom("deskClaim").execute();
    },

    /** Opens the desk as a moderator. */
    async open(options: BrowserContextOptions, who: "one" | "two" = "one", search = "") {
      const { cookie } = who === "one" ? one : two;
      const opened = await openPage(browser, options);
      await opened.page.context().addCookies(cookiesOf(cookie, origin));
      await opened.page.goto(origin + DESK + search);
      if (options.javaScriptEnabled !== false) await opened.page.locator(".desk-screen").waitFor();
      return opened;
    },

    async close(): Promise<void> {
      await browser.close();
      await site.close();
    },
  };
}

/** Waits until an item is open and its picture is on the screen. */
export const shown = (page: Page, id: string) => page.locator(`[data-shown="${id}"]`).waitFor();

/** The id of the open row. */
export const currentId = (page: Page) => page.locator(".desk-row[aria-current]").getAttribute("data-id");

/** The last sentence for screen readers. */
export const said = (page: Page) => page.locator("#desk-said").innerText();
