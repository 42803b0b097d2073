import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminSession, chooseYear, launchBrowser, openPage } from "../support/web/browser.ts";
import { startServer, type TestServer } from "../support/process/server.ts";
import { en } from "../../src/shared/messages/en.ts";

const DRIVE = "https://drive.google.com/file/d/1TESTabcdefghijklmnopqrstuvwxyz01/view?usp=sharing";
const FORM = "/dashboard/add-question";
const RESTORED = ".restored:not([hidden])";

let server: TestServer;
let browser: Browser;
let admin: { email: string; password: string };
let question: string;

beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
  const [, email, password] = /admin\s+(\S+)\s+(\S+)/.exec(server.lines.join("\n")) ?? [];
  admin = { email: email as string, password: password as string };
  const answer = await fetch(`${server.origin}/api/allQuestions?size=1`);
  const { allQuestions } = (await answer.json()) as { allQuestions: [{ _id: string }] };
  question = `/question-details/${allQuestions[0]._id}`;
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

/** Opens a page as the admin, in a browser without drafts. */
async function visit(path: string) {
  const opened = await openPage(browser, { storageState: await adminSession(browser, server) });
  await opened.page.goto(server.origin + path);
  return opened;
}

/** Waits until the page's scripts run, because only then the form saves typed text. */
const ready = (page: Page) => page.waitForSelector("#year[readonly]");
const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith("draft:")));

const tabOf = (page: Page) => page.evaluate(() => sessionStorage.getItem("draft-tab"));

async function logIn(page: Page) {
  await page.fill("#email", admin.email);
  await page.fill("#password", admin.password);
  await page.click("main form > button");
}

describe("a form with React", () => {
  test("a reload restores typed and chosen values, and the reader can discard them", async () => {
    const { page, complaints, close } = await visit(FORM);
    await page.fill("#subject", "Kept words");
    await chooseYear(page, "#year", 2016);
    await page.selectOption("#examType", "final");
    await page.reload();
    await page.waitForSelector(RESTORED);
    await expect.poll(() => page.inputValue("#subject")).toBe("Kept words");
    await expect.poll(() => page.inputValue("#year")).toBe("2016");
    await expect.poll(() => page.inputValue("#examType")).toBe("final");
    await expect.poll(() => page.inputValue("#code")).toBe("");
    await page.click("#year");
    await expect.poll(() => page.textContent('[role="gridcell"][tabindex="0"]')).toBe("2016");
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: en.form.draftDiscard }).click();
    await page.waitForSelector('.discarded:has-text("Draft discarded"):not([hidden])');
    for (const field of ["#subject", "#year", "#examType"])
      await expect.poll(() => page.inputValue(field)).toBe("");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("driveLink");
    await expect.poll(() => drafts(page)).toEqual([]);
    await page.reload();
    await ready(page);
    await expect.poll(() => page.locator(RESTORED).count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  test("two tabs keep a draft each, and a new tab is offered only the draft of a closed one", async () => {
    const { page, close } = await visit(FORM);
    await ready(page);
    await page.fill("#subject", "Tab One");
    await page.fill("#code", "ONE 1");
    await expect.poll(() => drafts(page)).toHaveLength(1);
    const second = await page.context().newPage();
    await second.goto(server.origin + FORM);
    await ready(second);
    await second.fill("#subject", "Tab Two");
    await expect.poll(() => drafts(page)).toHaveLength(2);
    for (const [tab, subject, code] of [
      [page, "Tab One", "ONE 1"],
      [second, "Tab Two", ""],
    ] as const) {
      await tab.reload();
      await tab.waitForSelector(RESTORED);
      expect([await tab.inputValue("#subject"), await tab.inputValue("#code")]).toEqual([subject, code]);
    }
    await second.close();
    const third = await page.context().newPage();
    await third.goto(server.origin + FORM);
    await third.waitForSelector(RESTORED);
    expect(await third.inputValue("#subject")).toBe("Tab Two");
    expect(await drafts(page)).toHaveLength(2);
    // A duplicated tab has the storage of its original, whose lock is taken.
    await third.evaluate((own) => sessionStorage.setItem("draft-tab", own ?? ""), await tabOf(page));
    await third.reload();
    await ready(third);
    await expect.poll(() => tabOf(third)).not.toBe(await tabOf(page));
    await page.reload();
    await page.waitForSelector(RESTORED);
    expect(await page.inputValue("#subject")).toBe("Tab One");
    await close();
  });

  test("a refused form keeps its draft, and a sent form deletes it", async () => {
    const { page, close } = await visit("/dashboard/add-notes");
    await page.fill("#topic", "Trees");
    await page.fill("#department", "CSE");
    await page.fill("#subject", "Data Structures");
    await page.click("main form > button");
    await page.waitForSelector("#driveLink-problem");
    await page.waitForFunction(() => Object.keys(localStorage).some((name) => name.startsWith("draft:")));
    await page.fill("#driveLink", DRIVE);
    await page.click("main form > button");
    await page.locator(".toast", { hasText: "Note Added Successfully" }).waitFor();
    await page.waitForFunction(() => !Object.keys(localStorage).some((name) => name.startsWith("draft:")));
    await page.goto(`${server.origin}/dashboard/add-notes`);
    await expect.poll(() => page.inputValue("#topic")).toBe("");
    await close();
  });

  test("a login after an expired session returns to the form with its typed text", async () => {
    const { page, close } = await visit(FORM);
    await ready(page);
    await page.fill("#subject", "Half a form");
    await page.context().clearCookies();
    await page.click("main form > button");
    await page.waitForURL("**/login?from=%2Fdashboard%2Fadd-question");
    await logIn(page);
    await page.waitForURL(`**${FORM}`);
    await page.waitForSelector(RESTORED);
    await expect.poll(() => page.inputValue("#subject")).toBe("Half a form");
    await close();
  });

  test("logging out deletes the drafts from the browser, and another tab does not restore them", async () => {
    const { page, close } = await visit(FORM);
    await ready(page);
    await page.fill("#subject", "Nobody else's business");
    const other = await page.context().newPage();
    await other.goto(`${server.origin}/`);
    await expect.poll(() => drafts(other)).toHaveLength(1);
    await other.click('.site-button[popovertarget="reader"]');
    await other.click('#reader button:has-text("Log Out")');
    await other.locator(".toast", { hasText: en.login.goodbye }).waitFor();
    await other.waitForFunction(() => !Object.keys(localStorage).some((name) => name.startsWith("draft:")));
    await page.reload();
    await page.waitForURL("**/login?from=*");
    await expect.poll(() => drafts(page)).toEqual([]);
    await close();
  });

  test("another person in the same browser does not see the draft", async () => {
    const { page, close } = await visit(FORM);
    await ready(page);
    await page.fill("#subject", "Mine");
    await page.context().clearCookies();
    await page.goto(`${server.origin}/register?from=${FORM}`);
    await page.fill("#name", "Somebody else");
    await page.fill("#email", "somebody-else@example.edu");
    for (const field of ["#password", "#passwordAgain"]) await page.fill(field, "a good pass phrase");
    await page.click("main form > button");
    await page.waitForURL(`**${FORM}`);
    await ready(page);
    await expect.poll(() => page.inputValue("#subject")).toBe("");
    await expect.poll(() => page.locator(RESTORED).count()).toBe(0);
    await close();
  });

  test("a known course code fills in empty fields of the course and keeps typed values", async () => {
    const { page, close } = await visit(FORM);
    await ready(page);
    await page.fill("#subject", "As I call it");
    await page.fill("#code", "cse2103");
    await page.press("#code", "Tab");
    await page.waitForSelector('main [role="status"]:has-text("CSE 2103")', { state: "attached" });
    await expect.poll(() => page.inputValue("#department")).toBe("CSE");
    await expect.poll(() => page.inputValue("#subject")).toBe("As I call it");
    await expect.poll(() => page.inputValue("#code")).toBe("cse2103");
    await close();
  });

  test("the draft of an edit contains only the changed fields", async () => {
    const { page, close } = await visit("/admin-dashboard/admin-labs");
    const href = await page.locator('a[href*="/admin-dashboard/edit/"]').first().getAttribute("href");
    await page.goto(server.origin + href);
    await ready(page);
    const before = { year: await page.inputValue("#year"), subject: await page.inputValue("#subject") };
    expect(before.year).toMatch(/^\d{4}$/);
    await page.fill("#labName", "A better name");
    await page.reload();
    await page.waitForSelector(RESTORED);
    await expect.poll(() => page.inputValue("#labName")).toBe("A better name");
    const [key = ""] = await drafts(page);
    const kept = JSON.parse((await page.evaluate((name) => localStorage.getItem(name), key)) as string);
    expect(kept.fields).toEqual({ labName: "A better name" });
    expect({ year: await page.inputValue("#year"), subject: await page.inputValue("#subject") }).toEqual(
      before,
    );
    await chooseYear(page, "#year", 2015);
    await page.click("main form > button");
    await page.locator(".toast", { hasText: "“A better name" }).waitFor();
    await expect.poll(() => page.locator(".toast strong").textContent()).toBe("update");
    await page.goto(server.origin + href);
    await expect.poll(() => page.inputValue("#year")).toBe("2015");
    await close();
  });

  test("the form works in a browser without local storage", async () => {
    const { page, complaints, close } = await openPage(browser, {
      storageState: await adminSession(browser, server),
    });
    await page.addInitScript(() => {
      Object.defineProperty(window, "localStorage", {
        get() {
          throw new DOMException("Storage is switched off", "SecurityError");
        },
      });
    });
    await page.goto(server.origin + FORM);
    await ready(page);
    await page.fill("#subject", "Not kept");
    await page.click("main form > button");
    await page.waitForSelector("#code-problem");
    await expect.poll(() => page.inputValue("#subject")).toBe("Not kept");
    expect(complaints).toEqual([]);
    await close();
  });
});

describe("the answer form on a page without React", () => {
  test("a reload and a refusal keep the typed answer, and sending it deletes the draft", async () => {
    const { page, complaints, close } = await visit(question);
    await page.click("details.drawer > summary");
    await page.fill("#solveNumber", "3");
    await page.reload();
    await page.waitForSelector(RESTORED);
    await expect.poll(() => page.inputValue("#solveNumber")).toBe("3");
    await page.click('main form > button:has-text("Add your answer")');
    await page.waitForSelector("#solveDriveLink-problem");
    await expect.poll(() => page.inputValue("#solveNumber")).toBe("3");
    await page.goto(server.origin + question);
    await page.waitForSelector(RESTORED);
    await page.fill("#solveDriveLink", DRIVE);
    await page.click('main form > button:has-text("Add your answer")');
    await page.locator(".toast", { hasText: "order confirmed" }).waitFor();
    await page.waitForFunction(() => !Object.keys(localStorage).some((name) => name.startsWith("draft:")));
    await page.reload();
    await expect.poll(() => page.inputValue("#solveNumber")).toBe("");
    expect(complaints).toEqual([]);
    await close();
  });

  test("a login after an expired session returns to the answer form with its typed text", async () => {
    const { page, close } = await visit(question);
    await page.click("details.drawer > summary");
    await page.fill("#solveNumber", "5");
    await page.context().clearCookies();
    await page.click('main form > button:has-text("Add your answer")');
    await page.waitForURL("**/login?from=*");
    await logIn(page);
    await page.waitForURL(`**${question}`);
    await page.waitForSelector(RESTORED);
    await expect.poll(() => page.inputValue("#solveNumber")).toBe("5");
    await page.getByRole("button", { name: en.form.draftDiscard }).click();
    await expect.poll(() => page.inputValue("#solveNumber")).toBe("");
    await close();
  });
});

test.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
  "a reader dismisses a toast, with JavaScript: $javaScriptEnabled",
  async (options) => {
    const { page, close } = await openPage(browser, options);
    await page.goto(`${server.origin}/login?from=/forum`);
    await logIn(page);
    await page.waitForSelector(".toast");
    await page.getByRole("button", { name: en.frame.dismiss }).click();
    await page.waitForSelector(".toast", { state: "hidden" });
    await expect.poll(() => page.url()).toBe(`${server.origin}/forum`);
    await close();
  },
);
