import type { Browser, Page } from "playwright-core";
import { cookiesOf, openPage } from "../web/browser.ts";
import { type ListeningSite, listen } from "../process/listen.ts";

export type NoteForm = Awaited<ReturnType<typeof listenForNotes>>;

/** A site with a student whose notes bring files. */
export async function listenForNotes() {
  const site = await listen();
  const { cookie } = await site.archive.signUp("Student");
  const cookies = cookiesOf(cookie, site.origin);
  return {
    site,

    /** The form of a note, with everything filled in but the file, and its scripts running where there are any. */
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

    /** The item that the form made, as its contributor's list gives it. */
    ownNote: (page: Page) => ownNote(site, page),
  };
}

async function ownNote({ origin }: ListeningSite, page: Page) {
  await page.waitForURL("**/dashboard/my-notes");
  const notes = await (await page.request.get(`${origin}/api/mynotes/student@example.edu`)).json();
  return notes[0];
}

/** What the form says of a file that the archive holds. */
export const held = (page: Page) => page.locator(".upload-attached");
/** The key of that file. */
export const keyOf = (page: Page) => page.locator('input[name="fileKey"]').inputValue();
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
