import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { kindNamed } from "../../src/shared/kinds/index.ts";
import { en } from "../../src/shared/messages/en.ts";
import { enDesk } from "../../src/shared/messages/en-desk.ts";
import { enSearch } from "../../src/shared/messages/en-search.ts";
import { enWelcome } from "../../src/shared/messages/en-welcome.ts";
import { DESK_WIDE } from "../support/archive/desk-screens.ts";
import { tinyPdf } from "../support/files/tiny-pdf.ts";
import { listen, type ListeningSite } from "../support/process/listen.ts";
import { launchBrowser, openPage, pageFaults } from "../support/web/browser.ts";

const PASSWORD = "a good pass phrase";
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };
const PAPER = tinyPdf([
  {
    lines: [
      "Department of Information and Communication Technology",
      "Final Examination 2019",
      "Course Code: ICT 2101    Course Title: Data Structures",
      "1. Explain a stack with an example.",
    ],
  },
]);

type Person = Awaited<ReturnType<typeof person>>;

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

/** A person with a browser of their own. */
async function person(options: Parameters<typeof openPage>[1] = PHONE) {
  const { page, complaints, close } = await openPage(browser, options);
  const main = page.locator("main");
  return {
    page,
    main,
    goto: (path: string) => page.goto(site.origin + path),
    /** Looks at the text of the page until it contains these words, now and after a reload. */
    async sees(...words: (string | RegExp)[]) {
      for (const isReloaded of [false, true]) {
        if (isReloaded) await page.reload();
        for (const word of words)
          if (typeof word === "string") await expect.poll(() => main.innerText()).toContain(word);
          else await expect.poll(() => main.innerText()).toMatch(word);
      }
      expect(await pageFaults(page)).toEqual([]);
    },
    async register(name: string) {
      await page.goto(`${site.origin}/register`);
      await page.fill("#name", name);
      await page.fill("#email", `${name.toLowerCase()}@example.edu`);
      for (const field of ["#password", "#passwordAgain"]) await page.fill(field, PASSWORD);
      await page.click("main form > button");
      await page.locator(".toast", { hasText: en.register.welcome }).waitFor();
    },
    async logIn(name: string) {
      await page.fill("#email", `${name.toLowerCase()}@example.edu`);
      await page.fill("#password", PASSWORD);
      await main.getByRole("button", { name: en.login.submit, exact: true }).click();
      await page.waitForURL((url) => url.pathname !== "/login");
    },
    /** Ends the visit. @returns the errors of the browser */
    async leave() {
      await close();
      return complaints;
    },
  };
}

describe("an archive without any item", () => {
  let [student, moderator]: Person[] = [];

  test("tells a visitor on each public page that nothing is there yet, with a next step", async () => {
    const visitor = await person();
    await visitor.goto("/");
    await visitor.sees("0 items");
    expect(await visitor.main.innerText()).not.toMatch(/NaN|undefined|null/);
    await visitor.goto("/allQuestions");
    await visitor.sees(kindNamed("question").words.en.empty);
    await visitor.goto("/search?search=ict+2101");
    await visitor.sees(enSearch.searchPage.request);
    expect(await visitor.leave()).toEqual([]);
  });

  test("shows the first admin that nothing waits", async () => {
    const admin = await person(DESK_WIDE);
    await admin.register("Amina");
    await site.archive.services.people.setRoleAsOperator("amina@example.edu", "admin");
    await admin.goto("/admin-dashboard");
    await admin.logIn("Amina");
    await admin.sees("Hello, Amina", enWelcome.adminSteps.intro);
    await admin.main.getByRole("link", { name: enWelcome.adminSteps.add.button }).waitFor();
    await admin.goto("/admin-dashboard/manage-questions");
    await admin.page.getByText(enDesk.empty).waitFor();
    expect(await admin.leave()).toEqual([]);
  });

  test("leads the first contributor, who finds no course to follow, from two steps to a paper that waits", async () => {
    student = await person();
    const { page, main, goto, sees } = student;
    await student.register("Shanta");
    await goto("/dashboard");
    await sees(enWelcome.left(2));
    expect(await main.innerText()).not.toContain(enWelcome.steps.follow.title);
    await goto("/dashboard/add-question");
    await page.setInputFiles("#fileKey", { name: "ict.pdf", mimeType: "application/pdf", buffer: PAPER });
    await main.getByText(en.uploads.attached).waitFor();
    const files = site.archive.db.read.selectFrom("file").select("sha256");
    await site.archive.services.recognition.readText((await files.executeTakeFirstOrThrow()).sha256, "");
    await expect.poll(() => page.inputValue("#code")).toBe("ICT 2101");
    await main.locator("form > button").last().click();
    await page.waitForURL("**/dashboard/my-questions");
    await sees("Final 2019", "ICT 2101 Data Structures", en.status.Pending);
    await goto("/dashboard");
    await sees(enWelcome.left(1), `${enWelcome.count(1)}, ${enWelcome.waiting(1)}`);
  });

  test("gives the first moderator one item, and nothing after the approval", async () => {
    moderator = await person(DESK_WIDE);
    const { page, goto } = moderator;
    await moderator.register("Mina");
    const { people } = site.archive.services;
    await people.grantModeratorAsOperator({ email: "mina@example.edu", areas: "everything" });
    await goto("/admin-dashboard");
    await moderator.logIn("Mina");
    await moderator.sees(enWelcome.waiting(1));
    await goto("/admin-dashboard/manage-questions");
    await page.locator(".desk-details h2", { hasText: "Data Structures" }).waitFor();
    // The desk decides only on what the moderator has seen.
    await page.locator("[data-shown]").waitFor();
    await page.keyboard.press("a");
    await page.locator(".desk-last button").waitFor();
    for (const isReloaded of [false, true]) {
      if (isReloaded) await page.reload();
      await page.getByText(enDesk.empty).waitFor();
      await expect
        .poll(() => page.locator(".desk-last").innerText())
        .toContain("ICT 2101 Data Structures, Final 2019");
    }
    expect(await moderator.leave()).toEqual([]);
  });

  test("shows the first paper to a visitor on the home page, in the search and on its course", async () => {
    const visitor = await person();
    await visitor.goto("/");
    await visitor.sees("Final 2019", "ICT 2101 Data Structures");
    await visitor.goto("/search?search=data+strucutre+final");
    await visitor.sees("Final 2019");
    await visitor.main.locator("a[href*='/course/']").first().click();
    await visitor.page.waitForURL("**/course/**");
    await visitor.sees("Data Structures", "Shanta");
    await visitor.main.locator("a[href*='question-details']").first().click();
    await visitor.page.waitForURL("**/question-details/*");
    await visitor.sees("Final 2019", enSearch.card.noAnswers);
    expect(await visitor.leave()).toEqual([]);
  });

  test("tells the contributor that the paper is public", async () => {
    await student?.goto("/dashboard/my-questions");
    await student?.sees(en.status.Approved);
    await student?.goto("/dashboard");
    await student?.sees(/1 item(?!,)/);
    expect(await student?.leave()).toEqual([]);
  });
});
