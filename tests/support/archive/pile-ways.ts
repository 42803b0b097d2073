import { enPileScreen } from "../../../src/shared/messages/en-pile-screen.ts";
import { basename } from "node:path";
import type { CountedPerson } from "./counted-person.ts";
import { DEPARTMENT, type PilePaper, TERM, UNIVERSITY } from "./pile-papers.ts";

const words = enPileScreen;
/** A person checks at most this many details before we give up. */
const MAX_CHECKS = 200;

/** The right value of a detail of a paper, as a person reads it from the page. */
const TRUTH: Record<string, (paper: PilePaper) => string> = {
  code: ({ code }) => code,
  subject: ({ title }) => title,
  year: ({ year }) => String(year),
  examType: ({ examType }) => (examType === "final" ? "Final" : "Mid-term"),
  term: () => "Spring",
  university: () => UNIVERSITY,
  department: () => DEPARTMENT,
  semester: () => "",
  set: () => "",
};

export interface Way {
  /** Opens the page's dialog for files, and chooses them. */
  choose: (person: CountedPerson, paths: string[]) => Promise<void>;
  /** Answers the questions for all papers. */
  answer: (person: CountedPerson) => Promise<void>;
  /** Checks the details that the page asks to check. */
  check: (person: CountedPerson, papers: PilePaper[]) => Promise<void>;
  send: (person: CountedPerson) => Promise<void>;
}

const paperOf = (papers: PilePaper[], label: string): PilePaper | undefined =>
  papers.find(({ file }) => file === basename(label));

/** Types a value until the page offers it, and chooses it then, if this takes fewer keys. */
async function write(person: CountedPerson, value: string): Promise<void> {
  const { page } = person;
  const offered = page.locator(".pile-option strong");
  const chosen = page.locator('.pile-option[aria-selected="true"] strong');
  for (const [index, letter] of [...value].entries()) {
    await person.type(letter);
    const left = value.length - index - 1;
    const place = (await offered.allInnerTexts()).indexOf(value);
    if (place < 0 || left <= place + 1) continue;
    for (let steps = 0; steps <= place && (await chosen.allInnerTexts())[0] !== value; steps += 1)
      await person.press("ArrowDown");
    break;
  }
  await person.press("Enter");
}

/** The answers to the questions that the page can ask about all papers. */
const ANSWERS: Record<string, string> = { University: UNIVERSITY, Department: DEPARTMENT, Term: TERM };

/** The label of the question that the page asks now; undefined if it asks none. */
async function asked({ page }: CountedPerson): Promise<string | undefined> {
  const title = page.locator(".pile-ask label");
  return (await title.count()) > 0 ? (await title.innerText()).split(" of ")[0] : undefined;
}

async function answerAll(person: CountedPerson, give: (label: string) => Promise<void>): Promise<void> {
  const { page } = person;
  for (let label = await asked(person); label !== undefined; label = await asked(person)) {
    const title = await page.locator(".pile-ask label").innerText();
    await give(label);
    await page.waitForFunction(
      (before) => document.querySelector<HTMLElement>(".pile-ask label")?.innerText !== before,
      title,
    );
    // Until the server has the answer for all papers, they are still to check.
    if (ANSWERS[label] !== undefined && title === words.ask.all(label))
      await page.locator(".pile-answers", { hasText: `${label}: ` }).waitFor();
  }
}

const set = (person: CountedPerson) => person.page.locator(".pile-ask button:not([type])");

async function answerByHand(person: CountedPerson): Promise<void> {
  await answerAll(person, async (label) => {
    const answer = ANSWERS[label];
    const field = person.page.locator("#pile-answer");
    if (answer === undefined)
      return person.click(person.page.locator(".pile-ask").getByRole("button", { name: words.ask.differ }));
    const isSelect = await field.evaluate((element) => element instanceof HTMLSelectElement);
    if ((await field.inputValue()) !== answer && isSelect) await person.select(field, "Spring");
    else if ((await field.inputValue()) !== answer) {
      await person.click(field);
      await person.press("Control+a");
      await person.type(answer);
    }
    await person.click(set(person));
  });
}

export const ways: Record<"mouse" | "keyboard" | "phone", Way> = {
  mouse: {
    choose: (person, paths) => person.choose(() => person.click(person.page.locator(".pile-files")), paths),
    answer: answerByHand,
    async check(person, papers) {
      const { page } = person;
      for (let times = 0; times < MAX_CHECKS; times += 1) {
        // After a doubt is settled, the next one opens by itself.
        const open = page.locator(".pile-grid td", { has: page.locator(".pile-field") });
        const isOpen = (await open.count()) > 0;
        const cell = isOpen ? open : page.locator(".pile-grid td.pile-doubt").first();
        if ((await cell.count()) === 0) return;
        const row = await cell.getAttribute("data-row");
        const column = (await cell.getAttribute("data-column")) ?? "";
        const label = await page.locator(`td[data-row="${row}"] input`).first().evaluate(labelOfRow);
        const paper = paperOf(papers, label);
        if (!paper) throw new Error(`An unknown paper: ${label}`);
        if (!isOpen) await person.click(cell);
        const value = TRUTH[column]?.(paper) ?? "";
        const option = page.locator(".pile-option", {
          has: page.locator("strong", { hasText: exactly(value) }),
        });
        if ((await option.count()) > 0) await person.click(option.first());
        else await write(person, value);
      }
    },
    send: (person) => person.click(person.page.locator("#pile-send")),
  },
  keyboard: {
    async choose(person, paths) {
      const { page } = person;
      // The link that skips the menu is the first one of every page.
      for (const key of ["Tab", "Enter"]) await person.press(key);
      const isThere = () =>
        page.evaluate(() => document.activeElement?.matches(".pile-files input") === true);
      do await person.press("Tab");
      while (!(await isThere()));
      await person.choose(() => person.press("Enter"), paths);
    },
    answer: (person) =>
      answerAll(person, async (label) => {
        const { page } = person;
        const answer = ANSWERS[label];
        const field = page.locator("#pile-answer");
        // After an answer, the next question has the focus.
        if (!(await field.evaluate((element) => element === document.activeElement))) await person.press("q");
        const focused = () => page.evaluate(() => document.activeElement?.textContent);
        if (answer === undefined) {
          do await person.press("Tab");
          while ((await focused()) !== words.ask.differ);
          return person.press("Enter");
        }
        const isSelect = await field.evaluate((element) => element instanceof HTMLSelectElement);
        if ((await field.inputValue()) !== answer) {
          if (!isSelect) await person.press("Control+a");
          await person.type(isSelect ? "s" : answer);
        }
        await person.press("Enter");
      }),
    async check(person, papers) {
      const { page } = person;
      await person.press("n");
      for (let times = 0; times < MAX_CHECKS; times += 1) {
        const field = page.locator(".pile-field");
        if ((await field.count()) === 0) return;
        const name = (await field.getAttribute("aria-label")) ?? "";
        const column = (await field.evaluate((one) => one.closest("td")?.dataset["column"])) ?? "";
        const paper = paperOf(papers, name.slice(name.indexOf(", ") + 2));
        if (!paper) throw new Error(`An unknown paper: ${name}`);
        const value = TRUTH[column]?.(paper) ?? "";
        const chosen = page.locator('.pile-option[aria-selected="true"] strong');
        const offered = (await chosen.count()) > 0 ? await chosen.innerText() : "";
        if (offered === value) await person.press("Enter");
        else await write(person, value);
      }
    },
    send: (person) => person.press("Control+Enter"),
  },
  phone: {
    choose: (person, paths) => person.choose(() => person.click(person.page.locator(".pile-files")), paths),
    answer: answerByHand,
    async check(person, papers) {
      const { page } = person;
      for (let times = 0; times < MAX_CHECKS; times += 1) {
        const card = page.locator('[data-group="work"] .pile-card:has([role="group"])').first();
        if ((await card.count()) === 0) return;
        const paper = paperOf(papers, (await card.getAttribute("data-label")) ?? "");
        const group = card.locator("[role=group]");
        const label = (await group.getAttribute("aria-label")) ?? "";
        if (!paper) throw new Error(`An unknown paper: ${label}`);
        const value = TRUTH[COLUMNS[label] ?? ""]?.(paper) ?? "";
        const right = group.getByRole("button", { name: value, exact: true });
        if (value !== "" && (await right.count()) > 0) await person.click(right);
        else {
          await person.click(group.getByRole("button").last());
          await page.locator(".pile-write input").waitFor();
          await page.locator(".pile-write input").fill("");
          await person.type(value);
          await person.press("Enter");
          await person.click(page.getByRole("button", { name: words.paper.close }));
        }
      }
    },
    send: (person) => person.click(person.page.locator("#pile-send")),
  },
};

/** The columns by the labels of the form. */
const COLUMNS: Record<string, string> = {
  "Course code": "code",
  "Course title": "subject",
  Department: "department",
  Year: "year",
  Exam: "examType",
  Term: "term",
};

const exactly = (text: string): RegExp => new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`);

/** The name of the file of a row, from its checkbox. */
const labelOfRow = (input: Element): string => input.closest("tr")?.dataset["label"] ?? "";
