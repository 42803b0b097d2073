import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { enPileScreen as words } from "../../src/shared/messages/en-pile-screen.ts";
import { insertItem } from "../support/archive/factories.ts";
import { openGroups } from "../support/archive/pile-screens.ts";
import { addFile, drainPiles, paperLines } from "../support/archive/pile-world.ts";
import { savedAnew } from "../support/files/saved-anew.ts";
import { A4, tinyPdf } from "../support/files/tiny-pdf.ts";
import { type ListeningSite, listen } from "../support/process/listen.ts";
import { cookiesOf, launchBrowser, openPage, pageFaults } from "../support/web/browser.ts";

const LINES = paperLines("CSE 2103");
const screens = [
  ["wide screen", { viewport: { width: 1280, height: 900 } }, 'tr[data-label="new.pdf"]'],
  ["phone", { viewport: { width: 360, height: 740 }, hasTouch: true }, '.pile-card[data-label="new.pdf"]'],
] as const;

let site: ListeningSite;
let browser: Browser;
beforeAll(async () => {
  site = await listen();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await site.close();
  expect(site.faults).toEqual([]);
});

let made = 0;
let student: Awaited<ReturnType<ListeningSite["archive"]["signUp"]>>;
let old: string;
beforeEach(async () => {
  const { archive } = site;
  await archive.db.write.deleteFrom("resource").execute();
  made += 1;
  student = await archive.signUp(`Student${made}`);
  const { actor } = await archive.signUp(`Other${made}`);
  const { key } = await archive.services.files.accept(
    actor,
    tinyPdf([{ lines: LINES, size: A4 }]),
    "old.pdf",
  );
  const fields = {
    code: "CSE 2103",
    year: "2019",
    examType: "final",
    driveLink: undefined as unknown as string,
  };
  old = await insertItem(archive, "question", { status: "Approved", uploader: actor, fileKey: key, fields });
});

test.each(screens)(
  "a row is sent as a better copy of the item that it duplicates, on a %s",
  async (_name, options, row) => {
    const { archive } = site;
    const id = await archive.services.piles.create(student.actor);
    await addFile(archive, student.actor, id, savedAnew(LINES), "new.pdf");
    await drainPiles(archive);
    const { page, complaints, close } = await openPage(browser, options);
    await page.context().addCookies(cookiesOf(student.cookie, site.origin));
    await page.goto(`${site.origin}/dashboard/contribute/${id}`);
    const paper = page.locator(row);
    const press = (name: string) => paper.getByRole("button", { name, exact: true }).click();
    expect(await paper.innerText()).toContain(words.status.duplicate);
    expect(await paper.getByRole("link", { name: words.see }).getAttribute("href")).toContain(old);
    await press(words.betterCopy);
    // On a phone, a paper that is ready comes to a closed group.
    const better = paper.getByText(words.status.betterCopy);
    const showBetter = async () => {
      await better.waitFor({ state: "attached" });
      await openGroups(page);
      await better.waitFor();
    };
    await showBetter();
    expect(await pageFaults(page)).toEqual([]);
    await press(words.noBetterCopy);
    await paper.getByText(words.status.duplicate).waitFor();
    await press(words.betterCopy);
    await showBetter();
    await page.reload();
    await showBetter();
    await page
      .locator(".pile-foot")
      .getByRole("button", { name: words.foot.send(1) })
      .click();
    const sent = async () => {
      await drainPiles(archive);
      return archive.db.read
        .selectFrom("resource")
        .select(["status", "betterCopyOf"])
        .where("id", "!=", old)
        .execute();
    };
    await expect.poll(sent).toEqual([{ status: "Pending", betterCopyOf: old }]);
    expect(complaints).toEqual([]);
    await close();
  },
);
