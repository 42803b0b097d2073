import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { driveLink, insertItem } from "../support/archive/factories.ts";
import { axeFindings, cookiesOf, launchBrowser, openPage, overflow } from "../support/web/browser.ts";
import { button, held, listenForNotes, type NoteForm } from "../support/archive/note-form.ts";
import { ENGLISH_HEAD } from "../support/files/scan.ts";
import { tinyPdf } from "../support/files/tiny-pdf.ts";
import { enDesk } from "../../src/shared/messages/en-desk.ts";
import { en } from "../../src/shared/messages/en.ts";

let form: NoteForm;
let browser: Browser;
let cookie: string;
beforeAll(async () => {
  form = await listenForNotes();
  browser = await launchBrowser();
  cookie = (await form.site.archive.signUp("Admin", "admin")).cookie;
});
afterAll(async () => {
  await browser.close();
  await form.site.close();
  expect(form.site.faults).toEqual([]);
});

const paper = tinyPdf([
  { lines: [...ENGLISH_HEAD, "2. Define amortisation and give one suitable example.", "3. Draw a heap."] },
]);
const [REAL_ANALYSIS, SERIES] = ["Real Analysis", "Infinite Series"].map((title) =>
  tinyPdf([
    {
      lines: [
        "Sample University",
        "Department of Mathematics",
        "Final Examination, Spring 2019",
        `Course Title: ${title}`,
        `1. Explain the main theorem of ${title} with an example.`,
      ],
    },
  ]),
) as [Buffer, Buffer];
const insert = (topic: string, link: string, status: "Approved" | "Pending" = "Approved") =>
  insertItem(form.site.archive, "note", { status, fields: { topic, driveLink: link } });

describe("a contributor", () => {
  test("sees a possible duplicate while they fill in the form, and sends the form anyway", async () => {
    const link = driveLink();
    await insert("The very note", link);
    const { page, complaints, close } = await form.open(browser, { viewport: { width: 320, height: 700 } });
    await page.fill("#driveLink", `https://drive.google.com/open?id=${link.slice(32, 65)}`);
    await page.locator(".similar-strip summary", { hasText: "The very note" }).click();
    const similar = page.locator(".similar");
    await similar.getByRole("link", { name: "The very note" }).waitFor();
    await expect.poll(() => similar.innerText()).toContain("The same link (sure)");
    expect([await axeFindings(page), await overflow(page)]).toEqual([[], 0]);
    await page.getByLabel(en.similar.isDifferent).check();
    await button(page, "Add Note").click();
    await page.waitForURL("**/dashboard/my-notes");
    expect(complaints).toEqual([]);
    await close();
  });

  test("confirms only the duplicates that they saw: another one asks again", async () => {
    const [first, second] = [driveLink(), driveLink()];
    await insert("The first note", first);
    await insert("The second note", second);
    const { page, complaints, close } = await form.open(browser);
    await page.fill("#driveLink", first);
    const summary = (name: string) => page.locator(".similar-strip summary", { hasText: name });
    await summary("The first note").click();
    expect(await page.getByRole("status").allInnerTexts()).toContain(await summary("first").innerText());
    await page.getByLabel(en.similar.isDifferent).check();
    await page.fill("#driveLink", second);
    await summary("The second note").click();
    expect(await page.getByLabel(en.similar.isDifferent).isChecked()).toBe(false);
    await button(page, "Add Note").click();
    await button(page, en.similar.sendAnyway).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test("sees a possible duplicate in the returned form without JavaScript, and the form keeps the file", async () => {
    await insert("Heaps again", driveLink());
    const { page, close } = await form.open(browser, { javaScriptEnabled: false });
    await page.fill("#topic", "Heaps again");
    await page.fill("#department", "CSE");
    await page.fill("#subject", "Algorithms");
    const { archive } = form.site;
    await archive.db.write
      .updateTable("resource")
      .set({ subject: "Algorithms" })
      .where("title", "=", "Heaps again")
      .execute();
    await page.setInputFiles("#fileKey", { name: "a.pdf", mimeType: "application/pdf", buffer: paper });
    await button(page, "Add Note").click();
    await page.waitForSelector(".similar");
    await expect.poll(() => page.innerText(".similar")).toContain("The same title (a guess)");
    await expect.poll(() => page.innerText("form.narrow")).toContain("a.pdf");
    await button(page, en.similar.sendAnyway).click();
    await page.waitForURL("**/dashboard/my-notes");
    await close();
  });

  test("gets the details of their file in empty fields, and a typed value changes only with a click", async () => {
    const { page, complaints, close } = await form.open(browser);
    await page.fill("#department", "");
    await page.setInputFiles("#fileKey", {
      name: "b.pdf",
      mimeType: "application/pdf",
      buffer: REAL_ANALYSIS,
    });
    await held(page).waitFor();
    const { archive } = form.site;
    const { sha256 } = await archive.db.read
      .selectFrom("file")
      .select("sha256")
      .orderBy("createdAt", "desc")
      .executeTakeFirstOrThrow();
    await archive.services.recognition.readText(sha256, "");
    const note = (field: string) => page.locator(`#${field}-note`);
    await expect.poll(() => page.inputValue("#department")).toBe("Mathematics");
    await expect.poll(() => note("department").innerText()).toContain(en.proposal.readFrom.likely);
    const picture = note("department").locator("img");
    expect(await picture.getAttribute("alt")).toContain("Mathematics");
    const width = () => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth);
    await expect.poll(width).toBeGreaterThan(100);
    await expect.poll(() => page.inputValue("#subject")).toBe("Algorithms");
    await expect.poll(() => note("subject").innerText()).toContain(en.proposal.fileSays("Real Analysis"));
    await note("subject").getByRole("button").press("Enter");
    await expect.poll(() => page.inputValue("#subject")).toBe("Real Analysis");
    await expect.poll(() => note("subject").innerText()).toContain(en.proposal.readFrom.sure);
    await page.getByRole("button", { name: en.uploads.other }).click();
    await expect.poll(() => page.inputValue("#department")).not.toBe("Mathematics");
    expect(await axeFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
});

describe("a contributor who deleted a detail of their file", () => {
  test("doesn't get it back when more of the file is read", async () => {
    const { page, complaints, close } = await form.open(browser);
    for (const field of ["#subject", "#department"]) await page.fill(field, "");
    const pdf = tinyPdf([{ lines: ["A paper whose text the test stores line by line"] }]);
    await page.setInputFiles("#fileKey", { name: "slow.pdf", mimeType: "application/pdf", buffer: pdf });
    await held(page).waitFor();
    const { db } = form.site.archive;
    const { sha256 } = await db.read
      .selectFrom("file")
      .select("sha256")
      .where("name", "=", "slow.pdf")
      .executeTakeFirstOrThrow();
    const read = { sha256, page: 1, source: "embedded" as const, confidence: 100, lineBoxes: null };
    const text = "Department of Mathematics\nFinal Examination, Spring 2019";
    await db.write
      .insertInto("pageText")
      .values({ ...read, text })
      .execute();
    await expect.poll(() => page.inputValue("#department")).toBe("Mathematics");
    await page.fill("#department", "");
    await db.write
      .updateTable("pageText")
      .set({ text: `${text}\nCourse Title: Number Theory` })
      .where("sha256", "=", sha256)
      .execute();
    await expect.poll(() => page.inputValue("#subject")).toBe("Number Theory");
    expect(await page.inputValue("#department")).toBe("");
    expect(complaints).toEqual([]);
    await close();
  });
});

describe("a contributor without JavaScript", () => {
  test("sends the file first, and gets its details in the empty fields", async () => {
    const { page, close } = await form.open(browser, { javaScriptEnabled: false });
    await page.fill("#topic", "Typed before");
    for (const field of ["#subject", "#department"]) await page.fill(field, "");
    await page.setInputFiles("#fileKey", { name: "c.pdf", mimeType: "application/pdf", buffer: SERIES });
    const files = form.site.archive.db.read.selectFrom("file").select("sha256").where("name", "=", "c.pdf");
    const continued = button(page, en.fileOrLink.continue).click();
    await expect.poll(() => files.execute()).toHaveLength(1);
    const { sha256 } = await files.executeTakeFirstOrThrow();
    await form.site.archive.services.recognition.readText(sha256, "");
    await continued;
    expect(await page.inputValue("#topic")).toBe("Typed before");
    expect(await page.inputValue("#subject")).toBe("Infinite Series");
    expect(await page.innerText("#department-note")).toContain(en.proposal.readFrom.likely);
    expect(await page.innerText("form.narrow")).toContain("c.pdf");
    await button(page, "Add Note").click();
    await page.waitForURL("**/dashboard/my-notes");
    await close();
  });

  test("hears that a file is missing, and keeps what they typed", async () => {
    const { page, close } = await form.open(browser, { javaScriptEnabled: false });
    await page.fill("#topic", "Typed before");
    await button(page, en.fileOrLink.continue).click();
    await page.locator("#fileKey-problem").waitFor();
    expect(await page.inputValue("#topic")).toBe("Typed before");
    await close();
  });
});

describe.each([{ js: true }, { js: false }])("a moderator, with JavaScript: $js", ({ js }) => {
  /** Opens a page as an admin. */
  async function admin(options: Parameters<typeof openPage>[1]) {
    const opened = await openPage(browser, { ...options, javaScriptEnabled: js });
    await opened.page.context().addCookies(cookiesOf(cookie, form.site.origin));
    return opened;
  }

  /** The details of a pending item: at the desk, or in the table without JavaScript. */
  async function open(page: Page, title: string): Promise<Locator> {
    if (!js) return page.locator("tbody tr", { hasText: title });
    await page.locator(".desk-open", { hasText: title }).press("Enter");
    const details = page.locator(".desk-details", { hasText: title });
    await details.waitFor({ state: "attached" });
    const tab = page.locator(".desk-tabs").getByRole("button", { name: enDesk.details, exact: true });
    if (await tab.isVisible()) await tab.press("Enter");
    return details;
  }

  test.each([
    { width: 320, colorScheme: "light" as const },
    { width: 1280, colorScheme: "dark" as const },
  ])(
    "compares two items with the keyboard at $width px, and marks them as different",
    async ({ width, colorScheme }) => {
      const link = driveLink();
      const [one, two] = [`Twin ${js} ${width}`, `Other twin ${js} ${width}`];
      await insert(two, link);
      const id = await insert(one, link, "Pending");
      const { page, complaints, close } = await admin({ viewport: { width, height: 800 }, colorScheme });
      await page.goto(`${form.site.origin}/admin-dashboard/manage-questions`);
      const item = await open(page, one);
      await item.getByText("1 possible duplicate").waitFor();
      if (js) await item.getByRole("button", { name: enDesk.similar.open, exact: true }).press("Enter");
      const compare = js
        ? page.getByRole("link", { name: enDesk.similar.compare })
        : item.getByRole("link", { name: /^1 possible duplicate/ });
      await compare.press("Enter");
      await page.waitForURL(`**/admin-dashboard/compare/${id}`);
      await page.getByRole("heading", { name: "Compare" }).waitFor();
      // Axe does not work without scripts.
      expect([js ? await axeFindings(page) : [], await overflow(page)]).toEqual([[], 0]);
      const other = page.locator(".similar-compared", { hasText: two }).last();
      await expect.poll(() => other.innerText()).toContain(en.similar.compare.differs);
      await other.locator("summary", { hasText: en.similar.compare.cancel }).press("Enter");
      await expect
        .poll(() => other.locator("[name=reason]").inputValue())
        .toBe(en.similar.compare.sameAs(one));
      await other.getByRole("button", { name: new RegExp(`^${en.similar.compare.notSame}`) }).press("Enter");
      await page.getByText(en.similar.compare.none).waitFor();
      await page.goto(`${form.site.origin}/admin-dashboard/manage-questions`);
      const again = await open(page, one);
      await expect.poll(() => again.getByText("possible duplicate").count()).toBe(0);
      expect(complaints).toEqual([]);
      await close();
    },
  );

  test("cancels an item that duplicates another", async () => {
    const link = driveLink();
    const [one, two] = [`Kept ${js}`, `Sent twice ${js}`];
    await insert(one, link);
    const id = await insert(two, link, "Pending");
    const { page, close } = await admin({});
    await page.goto(`${form.site.origin}/admin-dashboard/compare/${id}`);
    const mine = page.locator(".similar-compared").first();
    await mine.locator("summary", { hasText: en.similar.compare.cancel }).click();
    await mine.locator("details[open] button").click();
    await page.getByText(en.removal.reason(en.similar.compare.sameAs(one))).waitFor();
    await expect.poll(() => mine.innerText()).toContain("Cancelled");
    await close();
  });

  test("corrects an item with a detail from its file", async () => {
    const { archive } = form.site;
    const { actor } = { actor: (await archive.signUp(`Reader-${js}`)).actor };
    const { key } = await archive.services.files.accept(actor, paper, "paper.pdf");
    const { sha256 } = await archive.services.files.get(actor, key);
    await archive.services.recognition.readText(sha256, "");
    const fields = { topic: `Read ${js}`, subject: "Wrong", driveLink: undefined as unknown as string };
    const id = await insertItem(archive, "note", { status: "Pending", fileKey: key, fields });
    const { page, close } = await admin({});
    await page.goto(`${form.site.origin}/admin-dashboard/compare/${id}`);
    await page.getByRole("link", { name: /^Use ?: .*Data Structures/ }).click();
    await page.waitForURL("**/edit/*?use=subject");
    await expect.poll(() => page.inputValue("#subject")).toBe("Data Structures");
    await button(page, en.edit.save).click();
    await page.waitForURL("**/admin-dashboard/admin-notes");
    const row = await archive.db.read
      .selectFrom("resource")
      .select("subject")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(row.subject).toBe("Data Structures");
    await close();
  });
});
