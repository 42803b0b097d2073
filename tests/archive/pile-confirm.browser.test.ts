import { expect, test } from "vitest";
import { enPileScreen as words } from "../../src/shared/messages/en-pile-screen.ts";
import { linesOf, pilePaper, UNIVERSITY } from "../support/archive/pile-papers.ts";
import { READY_VALUES } from "../support/archive/pile-world.ts";
import { PHONE, pileSite, rowsOf, statusOf, WIDE } from "../support/archive/pile-screens.ts";
import { tinyPdf } from "../support/files/tiny-pdf.ts";
import { pageFaults } from "../support/web/browser.ts";

const { open, begin } = pileSite();

/** Papers of a known university that print no exam, and one that prints all details. */
const files = ["one.pdf", "two.pdf", "whole.pdf"].map((name, index) => {
  const lines = linesOf(pilePaper(index)).with(0, READY_VALUES.university);
  const withoutExam = lines.map((line) => line.replace(/^(?:Final|Mid Term) /, ""));
  const buffer = tinyPdf([{ lines: name === "whole.pdf" ? lines : withoutExam }]);
  return { name, mimeType: "application/pdf", buffer };
});
const some = files.slice(0, 2);
const toCheck = { "one.pdf": "check", "two.pdf": "check" };
const ready = { "one.pdf": "ready", "two.pdf": "ready" };

test("one key confirms that a paper prints no exam, and a letter chooses another", async () => {
  const { page, complaints, close } = await open(WIDE);
  await begin(page, files);
  expect(await statusOf(page)).toEqual({ ...toCheck, "whole.pdf": "ready" });
  const { keyboard } = page;
  const exam = (file: string) => page.locator(`tr[data-label="${file}"] td[data-column="examType"]`);
  expect(await exam("one.pdf").innerText()).toContain(words.maybeNone);
  await exam("one.pdf").click();
  await page.locator(".pile-option[aria-selected=true]", { hasText: words.paper.nonePrinted }).waitFor();
  // A click elsewhere confirms nothing.
  await page.locator("h1").click();
  expect(await statusOf(page)).toMatchObject(toCheck);
  await page
    .locator('tr[data-label="whole.pdf"] td[data-column="status"]')
    .click({ position: { x: 4, y: 4 } });
  await keyboard.press("n");
  await page.locator(".pile-option[aria-selected=true]", { hasText: words.paper.nonePrinted }).waitFor();
  expect(await pageFaults(page)).toEqual([]);
  await keyboard.press("Enter");
  // The next doubt opens by itself.
  await exam("two.pdf").locator(".pile-field").waitFor();
  await keyboard.type("f");
  await keyboard.press("Enter");
  await expect.poll(() => statusOf(page)).toMatchObject(ready);
  await page.reload();
  await expect.poll(() => exam("two.pdf").innerText()).toContain("Final");
  expect((await exam("one.pdf").innerText()).trim()).toBe("");
  expect(await statusOf(page)).toMatchObject(ready);
  expect(complaints).toEqual([]);
  await close();
});

test("one answer confirms for all papers that none is printed", async () => {
  const { page, complaints, close } = await open(WIDE);
  await begin(page, some);
  const question = page.locator(".pile-ask");
  await question.getByText(words.ask.all("Exam")).waitFor();
  await question.getByRole("button", { name: words.ask.nonePrinted(2, 2), exact: true }).click();
  await expect.poll(() => statusOf(page)).toEqual(ready);
  await page.reload();
  await expect.poll(() => page.locator(".pile-grid tbody tr").count()).toBe(2);
  expect(await question.count()).toBe(0);
  expect(await statusOf(page)).toEqual(ready);
  expect(complaints).toEqual([]);
  await close();
});

test("on a phone, one tap on a card confirms that none is printed", async () => {
  const { page, complaints, close } = await open(PHONE);
  await begin(page, some);
  expect(await pageFaults(page)).toEqual([]);
  for (const file of Object.keys(ready)) {
    const card = page.locator(`.pile-card[data-label="${file}"]`);
    await card.getByRole("button", { name: words.paper.nonePrinted, exact: true }).tap();
    await expect.poll(async () => (await statusOf(page))[file]).toBe("ready");
  }
  expect(complaints).toEqual([]);
  await close();
});

test("one answer confirms the university of the last paper for all papers, and one tap for one paper", async () => {
  const { page, complaints, close } = await open(PHONE);
  const { origin } = new URL(page.url());
  const request = { headers: { origin } };
  // The last contribution of the person has a university.
  const data = { ...LAST, university: UNIVERSITY };
  expect((await page.request.post(`${origin}/api/postQuestion`, { ...request, data })).ok()).toBe(true);
  const without = [0, 1].map((index) => {
    const lines = linesOf(pilePaper(index)).slice(1);
    return { name: `${index}.pdf`, mimeType: "application/pdf", buffer: tinyPdf([{ lines }]) };
  });
  await begin(page, without);
  const statuses = async () => Object.values(await statusOf(page));
  expect(await statuses()).toEqual(["check", "check"]);
  // The cards are in the order in which the server read the papers.
  const card = page.locator('.pile-card[data-label="0.pdf"]');
  await card.getByRole("button", { name: words.paper.yes(UNIVERSITY), exact: true }).tap();
  await expect.poll(statuses).toEqual(["ready", "check"]);
  const [first] = await rowsOf(page);
  const path = `${origin}/api/piles/${page.url().split("/").at(-1)}/rows`;
  const forget = { rows: [first?.id], values: { university: null } };
  await page.request.put(path, { ...request, data: forget });
  await page.reload();
  await page.locator("#pile-answer").waitFor();
  expect(await page.locator("#pile-answer").inputValue()).toBe(UNIVERSITY);
  await page.locator(".pile-ask").getByRole("button", { name: words.ask.setAll }).tap();
  await expect.poll(statuses).toEqual(["ready", "ready"]);
  expect(complaints).toEqual([]);
  await close();
});

const LAST = {
  department: "CSE",
  subject: "Graph Theory",
  code: "CSE 4101",
  year: "2021",
  driveLink: "https://example.edu/graph-theory.pdf",
};
