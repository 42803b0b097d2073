import type { Browser, Page } from "playwright-core";
import { cookiesOf, openPage } from "../web/browser.ts";
import { type ListeningSite, listen } from "../process/listen.ts";

export type NoteForm = Awaited<ReturnType<typeof listenForNotes>>;

/** A site with a student whose notes have files. */
export async function listenForNotes(archive: Parameters<typeof listen>[0] = {}) {
  const site = await listen(archive);
  const { cookie } = await site.archive.signUp("Student");
  const cookies = cookiesOf(cookie, site.origin);
  return {
    site,

    /**
     * Opens the form of a note and fills in all fields except the file. If the page has scripts, they run.
     */
    async open(browser: Browser, options: Parameters<typeof openPage>[1] = {}) {
      const opened = await openPage(browser, options);
      const { page } = opened;
      await page.context().addCookies(cookies);
      await page.goto(`${site.origin}/dashboard/add-notes`);
      if (options.javaScriptEnabled !== false) await page.waitForSelector(".upload label.button");
      await page.fill("#topic", "Heaps");
      await page.fill("#department", "CSE");
      await page.fill("#subject", "Algorithms");
      return opened;
    },

    /** The item that the form made, from its contributor's list. */
    ownNote: (page: Page) => ownNote(site, page),
  };
}

async function ownNote({ origin }: ListeningSite, page: Page) {
  await page.waitForURL("**/dashboard/my-notes");
  const notes = await (await page.request.get(`${origin}/api/mynotes/student@example.edu`)).json();
  return notes[0];
}

/** The form's panel for an uploaded file. */
export const held = (page: Page) => page.locator(".upload-attached");
/** The key of the uploaded file. */
export const keyOf = (page: Page) => page.locator('input[name="fileKey"]').inputValue();
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
