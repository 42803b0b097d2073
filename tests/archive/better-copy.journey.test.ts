import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { enDesk } from "../../src/shared/messages/en-desk.ts";
import { en } from "../../src/shared/messages/en.ts";
import type { User } from "../../src/shared/people/policy.ts";
import { insertItem, unique } from "../support/archive/factories.ts";
import {
  DESK_PHONE,
  DESK_WIDE,
  type DeskSite,
  openDeskSite,
  shown,
} from "../support/archive/desk-screens.ts";
import { insertPaper } from "../support/files/paper-item.ts";
import { tinyPdf } from "../support/files/tiny-pdf.ts";
import { axeFindings, cookiesOf, openPage, overflow } from "../support/web/browser.ts";

const { better } = en.similar;

let site: DeskSite;
let karim: { actor: User; cookie: string };
beforeAll(async () => {
  site = await openDeskSite();
  karim = await site.archive.signUp("Karim");
});
afterEach(() => site.clear());
afterAll(async () => {
  await site.close();
  expect(site.faults).toEqual([]);
});

/** Rahim's public paper of one page, and Karim's waiting copy of two pages. */
async function twoCopies() {
  const code = `CSE ${1000 + unique()}`;
  const fields = { code, subject: "Data Structures" };
  const { archive, student } = site;
  const lines = ["Final Examination 2019", `Course Code: ${code}`, "1. Explain a stack."];
  const old = await insertPaper(archive, student, tinyPdf([{ lines }]), { fields });
  const pages = tinyPdf([{ lines }, { lines: ["7. Draw a heap."] }]);
  const copy = await insertPaper(archive, karim.actor, pages, { status: "Pending", fields });
  const said = archive.db.write.updateTable("resource").set({ betterCopyOf: old.id });
  await said.where("id", "=", copy.id).execute();
  return { old, copy };
}

const textOf = async (path: string) => {
  const response = await fetch(site.origin + path);
  return { path: new URL(response.url).pathname, html: await response.text() };
};

describe("a moderator", () => {
  test("replaces the file of the item that the contributor named, and undoes it", async () => {
    const { old, copy } = await twoCopies();
    const { page, complaints, close } = await site.open(DESK_WIDE);
    await shown(page, copy.id);
    await page.getByText(enDesk.similar.said("Karim")).waitFor();
    await page.keyboard.press("d");
    await page.getByRole("button", { name: enDesk.similar.replace }).waitFor();
    expect([await axeFindings(page), await overflow(page)]).toEqual([[], 0]);
    await page.keyboard.press("f");
    await expect.poll(() => site.statusOf(copy.id)).toBe("Cancelled");
    await page.locator(".desk-last button").waitFor();
    expect(await page.innerText(".desk-last")).toContain(enDesk.last.replace);
    const found = await textOf(copy.path);
    expect(found.path).toBe(old.path);
    expect(found.html).toContain(copy.key);
    expect(found.html.replaceAll(/<[^>]*>/g, "")).toContain("Rahim, better copy by Karim");

    await page.keyboard.press("z");
    await shown(page, copy.id);
    await expect.poll(() => site.statusOf(copy.id)).toBe("Pending");
    expect((await textOf(old.path)).html).toContain(old.key);
    expect(complaints).toEqual([]);
    await close();
  });

  test("replaces a file on a phone with a button", async () => {
    const { copy } = await twoCopies();
    const { page, close } = await site.open(DESK_PHONE, "one", `?item=${copy.id}`);
    await shown(page, copy.id);
    await page.locator(".desk-tabs").getByRole("button", { name: enDesk.details }).click();
    await page.getByRole("button", { name: enDesk.similar.open }).click();
    const replace = page.getByRole("button", { name: enDesk.similar.replace });
    await replace.waitFor();
    expect(await overflow(page)).toBe(0);
    await replace.click();
    await expect.poll(() => site.statusOf(copy.id)).toBe("Cancelled");
    await close();
  });

  test("replaces a file on the page that compares two items, without JavaScript", async () => {
    const { old, copy } = await twoCopies();
    const { page, close } = await site.open({ javaScriptEnabled: false }, "one");
    await page.goto(`${site.origin}/admin-dashboard/compare/${copy.id}`);
    await page
      .locator("form", { has: page.locator(`[value="${old.id}"]`) })
      .locator('[value="replace"]')
      .click();
    await page.getByText(en.similar.compare.replaced).first().waitFor();
    expect(await site.statusOf(copy.id)).toBe("Cancelled");
    expect((await textOf(copy.path)).path).toBe(old.path);
    await close();
  });
});

describe("a contributor", () => {
  for (const javaScriptEnabled of [true, false])
    test(`says that the file is a better copy, with JavaScript: ${javaScriptEnabled}`, async () => {
      const topic = `Heaps ${javaScriptEnabled}`;
      const fields = { topic, department: "CSE", subject: "Algorithms" };
      const of = await insertItem(site.archive, "note", { uploader: site.student, fields });
      const { page, complaints, close } = await openPage(site.browser, {
        viewport: { width: 320, height: 700 },
        javaScriptEnabled,
      });
      await page.context().addCookies(cookiesOf(karim.cookie, site.origin));
      await page.goto(`${site.origin}/dashboard/add-notes`);
      if (javaScriptEnabled) await page.waitForSelector(".upload label.button");
      for (const [name, value] of Object.entries(fields)) await page.fill(`#${name}`, value);
      const buffer = tinyPdf([{ lines: [topic, "Page 1"] }]);
      await page.setInputFiles("#fileKey", { name: "a.pdf", mimeType: "application/pdf", buffer });
      const add = page.getByRole("button", { name: "Add Note", exact: true });
      if (!javaScriptEnabled) await add.click();
      else await page.locator(".similar-strip summary", { hasText: topic }).click();
      const choice = page.getByLabel(better.label);
      await choice.waitFor();
      if (javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
      await choice.selectOption(of);
      if (javaScriptEnabled) await page.locator(".upload-attached").waitFor();
      await add.click();
      await page.waitForURL("**/dashboard/my-notes");
      const stored = await site.archive.db.read
        .selectFrom("resource")
        .select(["status", "betterCopyOf"])
        .where("uploaderId", "=", karim.actor.id)
        .where("title", "=", topic)
        .executeTakeFirstOrThrow();
      expect(stored).toEqual({ status: "Pending", betterCopyOf: of });
      expect(complaints).toEqual([]);
      await close();
    });
});

test("a reader reports that pages are missing or that it is the wrong file, and an admin reads it", async () => {
  const { old } = await twoCopies();
  const { page, close } = await openPage(site.browser, { javaScriptEnabled: false });
  for (const reason of ["pagesMissing", "wrongFile"] as const) {
    await page.goto(`${site.origin}${old.path}/report`);
    await page.getByLabel(en.report.fields.reason.label).selectOption(reason);
    await page.getByRole("button", { name: en.report.send, exact: true }).click();
    await page.getByText(en.report.sentDetail).waitFor();
  }
  const { cookie } = await site.archive.signUp("Admin", "admin");
  await page.context().addCookies(cookiesOf(cookie, site.origin));
  await page.goto(`${site.origin}/admin-dashboard/reports`);
  const shownReports = await page.innerText("main");
  for (const reason of ["pagesMissing", "wrongFile"] as const)
    expect(shownReports).toContain(en.report.reasons[reason]);
  await close();
});
