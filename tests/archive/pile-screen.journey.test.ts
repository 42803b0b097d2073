import { enPileScreen } from "../../src/shared/messages/en-pile-screen.ts";
import { expect, describe, test } from "vitest";
import { countedPerson } from "../support/archive/counted-person.ts";
import {
  expectAllSent,
  fieldsOf,
  fileNames,
  openGroups,
  papers,
  PHONE,
  pileSite,
  READ,
  row,
  rowsOf,
  statusOf,
  WIDE,
} from "../support/archive/pile-screens.ts";
import { ways } from "../support/archive/pile-ways.ts";
import { hydrated, pageFaults } from "../support/web/browser.ts";
import type { Page } from "playwright-core";

const { site, paths, open, begin } = pileSite();
const words = enPileScreen;
/** Two papers, and the paper without a code and a title. */
const someWithDoubts = [...paths.slice(0, 2), ...paths.slice(-1)];
/** The largest number of clicks and keys for eight papers without a doubt. */
const MAX_ACTS = 30;

const group = (page: Page, name: keyof typeof words.groups) =>
  page.locator(".pile-filters").getByRole("button", { name: new RegExp(`^${words.groups[name]} `) });

describe("the table of a pile", () => {
  test("names the broken files and the duplicate, keeps the order of the files, and axe finds nothing", async () => {
    const { page, complaints, close } = await open(WIDE);
    await begin(page);
    const statuses = await statusOf(page);
    expect(Object.keys(statuses)).toEqual(fileNames);
    expect(statuses).toMatchObject({
      "cut off.pdf": "refused",
      "notes.pdf": "refused",
      "marks-final-2022.pdf": "refused",
      "again.pdf": "duplicate",
      "unclear.pdf": "missing",
    });
    expect(await row(page, "marks-final-2022.pdf").innerText()).toContain(words.status.locked);
    expect(await row(page, "again.pdf").innerText()).toContain(words.status.inPile(papers[0]?.file ?? ""));
    expect(await pageFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  test("works like a spreadsheet: arrow keys, typing, Escape, Tab, fill down, and a refused value at its cell", async () => {
    const { page, close } = await open(WIDE);
    await begin(page, paths.slice(0, 4));
    const { keyboard } = page;
    const cell = (index: number, column: string) =>
      row(page, papers[index]?.file ?? "").locator(`td[data-column="${column}"]`);
    await cell(0, "semester").click();
    await keyboard.type("5");
    await keyboard.press("Enter");
    await expect.poll(() => cell(0, "semester").innerText()).toContain("5");
    await keyboard.press("ArrowUp");
    await keyboard.press("Shift+ArrowDown");
    await keyboard.press("Shift+ArrowDown");
    await page.locator(".pile-tip", { hasText: words.fill(2, "5") }).waitFor();
    await keyboard.press("Control+d");
    await expect.poll(() => cell(2, "semester").innerText()).toContain("5");
    expect((await cell(3, "semester").innerText()).trim()).toBe("");
    await keyboard.press("ArrowRight");
    await keyboard.type("1");
    await keyboard.press("Escape");
    await expect.poll(() => cell(0, "year").innerText()).toContain("2023");
    await keyboard.type("1234");
    await keyboard.press("Enter");
    await page.locator(".pile-wrong", { hasText: "1234" }).waitFor();
    await cell(0, "year").click();
    await keyboard.press("Control+a");
    await keyboard.type("2024");
    await keyboard.press("Tab");
    await expect.poll(() => page.locator(".pile-wrong").count()).toBe(0);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest("td")?.dataset["column"]))
      .toBe("term");
    await cell(0, "set").click();
    await keyboard.type("C");
    await keyboard.press("Enter");
    await keyboard.press("ArrowUp");
    await page.locator(".pile-handle").hover();
    await page.mouse.down();
    await cell(1, "set").hover();
    await page.locator(".pile-tip", { hasText: words.fill(1, "C") }).waitFor();
    await page.mouse.up();
    await expect.poll(() => cell(1, "set").innerText()).toContain("C");
    await page.reload();
    await expect.poll(() => cell(0, "year").innerText()).toContain("2024");
    await expect.poll(() => cell(2, "semester").innerText()).toContain("5");
    await close();
  });

  test("types every letter into a detail, and its letters lead elsewhere only with Alt or from other cells", async () => {
    const { page, complaints, close } = await open(WIDE);
    await begin(page, paths.slice(0, 3));
    const { keyboard } = page;
    const cell = (index: number, column: string) =>
      row(page, papers[index]?.file ?? "").locator(`td[data-column="${column}"]`);
    const columnOf = () => page.evaluate(() => document.activeElement?.closest("td")?.dataset["column"]);
    for (const [index, title] of ["Networks", "Quantum Mechanics", "Optics"].entries()) {
      // In the middle of the cell there can be a button that asks for the month.
      await cell(index, "status").click({ position: { x: 4, y: 4 } });
      await keyboard.press("Home");
      for (let steps = 0; steps < 3; steps += 1) await keyboard.press("ArrowRight");
      expect(await columnOf()).toBe("subject");
      await keyboard.type(title);
      await keyboard.press("Enter");
      await expect.poll(() => cell(index, "subject").innerText()).toContain(title);
    }
    await expect.poll(() => cell(0, "subject").innerText()).toContain("Networks");
    expect(await page.locator("#pile-answer").inputValue()).not.toContain("uantum");
    // An open field is saved before the key leads to the question.
    await cell(0, "set").click();
    await keyboard.type("C");
    await keyboard.press("Alt+q");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("pile-answer");
    await expect.poll(() => cell(0, "set").innerText()).toContain("C");
    await cell(0, "set").click();
    await keyboard.type("D");
    await keyboard.press("Alt+o");
    await page.locator(".pile-paper").waitFor();
    await page.getByRole("button", { name: words.paper.close }).click();
    await expect.poll(() => cell(0, "set").innerText()).toContain("D");
    await cell(1, "status").click();
    await keyboard.press("q");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("pile-answer");
    expect(complaints).toEqual([]);
    await close();
  });

  test("takes a paper out and puts it back, and changes the selected papers at once", async () => {
    const { page, close } = await open(WIDE);
    await begin(page, paths.slice(0, 3));
    for (const index of [0, 1])
      await row(page, papers[index]?.file ?? "")
        .locator("input")
        .check();
    await page.getByRole("combobox", { name: words.bulk.choose }).selectOption({ label: "Set" });
    await page.locator(".pile-bulk-value input").fill("B");
    await page.locator(".pile-bulk-value button").click();
    await expect
      .poll(() => page.locator('td[data-column="set"]').allInnerTexts())
      .toEqual([
        expect.stringContaining("B"),
        expect.stringContaining("B"),
        expect.not.stringContaining("B"),
      ]);
    await page.getByRole("combobox", { name: words.bulk.choose }).selectOption({ label: words.paper.kind });
    await page.locator(".pile-bulk-value select").selectOption("note");
    await page.locator(".pile-bulk-value button").click();
    await expect.poll(() => page.locator(".pile-kind").count()).toBe(2);
    await page.locator(".pile-bulk").getByRole("button", { name: words.takeOut }).click();
    await group(page, "leftOut").click();
    await page.getByRole("button", { name: words.putBack }).first().click();
    await expect
      .poll(async () => Object.values(await statusOf(page)).filter((one) => one === "leftOut"))
      .toHaveLength(1);
    await close();
  });
});

describe("the way through questions and doubts", () => {
  test("the focus goes from question to question and from doubt to doubt", async () => {
    const { page, close } = await open(WIDE);
    await begin(page, someWithDoubts);
    const { keyboard } = page;
    const label = page.locator(".pile-ask label");
    await keyboard.press("q");
    for (let left = await label.count(); left > 0; left = await label.count()) {
      const before = await label.innerText();
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("pile-answer");
      // Without a proposed answer, they differ.
      if ((await page.locator("#pile-answer").inputValue()) === "") {
        await page.getByRole("button", { name: words.ask.differ }).focus();
      }
      await keyboard.press("Enter");
      await expect.poll(async () => (await label.allInnerTexts())[0]).not.toBe(before);
    }
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest(".pile-grid") !== null))
      .toBe(true);
    await row(page, "unclear.pdf").locator('td[data-column="code"]').click();
    await keyboard.type("CSE 2103");
    await keyboard.press("Enter");
    // The title of the course is known from another paper.
    await page.locator(".pile-option[aria-selected=true]", { hasText: "Data Structures" }).waitFor();
    await keyboard.press("Enter");
    await expect.poll(async () => (await statusOf(page))["unclear.pdf"]).toBe("ready");
    await close();
  });
});

describe("on a phone", () => {
  test("doubts are settled on cards and in the sheet, without scrolling sideways", async () => {
    const { page, complaints, close } = await open(PHONE);
    await begin(page, someWithDoubts);
    expect(await pageFaults(page)).toEqual([]);
    await page.locator(".pile-ask").getByRole("button", { name: words.ask.setAll }).tap();
    const card = page.locator('.pile-card[data-label="unclear.pdf"]');
    await card.getByRole("group").getByRole("button").last().tap();
    await page.locator(".pile-write input").fill("Data Structures");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(".pile-detail-open").innerText()).toContain("Data Structures");
    expect(await pageFaults(page)).toEqual([]);
    await page.getByRole("button", { name: /^Term / }).tap();
    await page.locator(".pile-detail-open").getByRole("button", { name: "Fall", exact: true }).tap();
    await page.getByRole("button", { name: /^All \d+$/ }).tap();
    await page.getByRole("button", { name: words.paper.close }).tap();
    await card.getByRole("button", { name: "CSE 2103", exact: true }).tap();
    await expect.poll(async () => (await statusOf(page))["unclear.pdf"]).toBe("ready");
    // The card with the button has gone to another group.
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe("summary");
    await page.locator('[data-group="ready"] summary').tap();
    await expect.poll(() => page.locator('[data-group="ready"]').innerText()).toContain("Fall");
    expect(complaints).toEqual([]);
    await close();
  });
});

describe("the sheet of a paper", () => {
  test("keeps what was typed when it closes or shows the next paper, and while the paper changes", async () => {
    const { page, complaints, close } = await open(PHONE);
    await begin(page, paths.slice(0, 2));
    await openGroups(page);
    const label = (index: number) => papers[index]?.file ?? "";
    const edit = (index: number) => page.locator(`.pile-card[data-label="${label(index)}"] .pile-edit`);
    const input = page.locator(".pile-write input");
    const titleOf = async (index: number) => (await fieldsOf(page))[label(index)]?.["subject"]?.value;
    await edit(0).tap();
    await page.getByRole("button", { name: /^Course title / }).tap();
    await input.fill("Graphs");
    await page.getByRole("button", { name: words.paper.next }).tap();
    await expect.poll(() => titleOf(0)).toBe("Graphs");
    await page.getByRole("button", { name: /^Course title / }).tap();
    await input.fill("Trees");
    await page.keyboard.press("Escape");
    await expect.poll(() => titleOf(1)).toBe("Trees");
    await edit(0).tap();
    await page.getByRole("button", { name: /^Course title / }).tap();
    await input.fill("Graph the");
    // Another tab changes the same paper; a new file makes this one ask for the rows.
    const [first] = await rowsOf(page);
    await page.request.put(`${site.server.origin}/api/piles/${page.url().split("/").at(-1)}/rows`, {
      data: { rows: [first?.id], values: { subject: "Other" } },
      headers: { origin: site.server.origin },
    });
    await page.setInputFiles(".pile-files input", paths[2] ?? "");
    await page.locator(".pile-detail-open .pile-detail-button", { hasText: "Other" }).waitFor();
    expect(await input.inputValue()).toBe("Graph the");
    expect(await input.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type("ory");
    await page.getByRole("button", { name: words.paper.close }).tap();
    await expect.poll(() => titleOf(0)).toBe("Graph theory");
    expect(complaints).toEqual([]);
    await close();
  });
});

// These tests send papers, which are duplicates afterwards, so they are the last ones.
describe("sending a pile", () => {
  test.each(["mouse", "keyboard"] as const)(
    "takes few clicks and keys with the %s until all is sent",
    async (name) => {
      const { page, complaints, close } = await open(WIDE);
      const person = countedPerson(page);
      await hydrated(page, ".pile-files input");
      await ways[name].choose(person, paths.slice(0, papers.length));
      await page.waitForURL(/\/contribute\/[0-9a-f]+$/);
      await expect.poll(async () => (await rowsOf(page)).length, READ).toBe(papers.length);
      await expect.poll(() => page.locator(".pile-bar").count(), READ).toBe(0);
      await ways[name].answer(person);
      await ways[name].check(person, papers);
      expect(person.counts().all).toBeLessThanOrEqual(MAX_ACTS);
      // The other way may have sent the same papers before.
      const ready = (await rowsOf(page)).filter(({ status }) => status === "ready").length;
      if (ready > 0) await ways[name].send(person);
      await expect
        .poll(async () => (await rowsOf(page)).filter(({ status }) => status === "sent").length, READ)
        .toBe(ready);
      if (ready > 0) await page.getByText(words.foot.sent(ready)).waitFor();
      const left = papers.length - ready;
      if (left === 0) await expectAllSent(page);
      await expect.poll(() => page.title()).toContain(ready > 0 ? words.allSent(ready) : words.title(0));
      await page.goto(`${site.server.origin}/dashboard`);
      await page
        .getByText(words.counts(0, ready, { others: left }))
        .first()
        .waitFor();
      expect(complaints).toEqual([]);
      await close();
    },
  );
});
