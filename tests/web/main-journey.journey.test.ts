import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { driveLink } from "../support/archive/factories.ts";
import { standaloneKinds } from "../../src/shared/kinds/index.ts";
import { chooseYear, launchBrowser, openPage } from "../support/web/browser.ts";
import { missedRoutes, recordRoutes } from "../support/web/journey-routes.ts";
import { startServer, type TestServer } from "../support/process/server.ts";
import { en } from "../../src/shared/messages/en.ts";

const DRIVE = "https://drive.google.com/file/d/1TESTabcdefghijklmnopqrstuvwxyz01/view?usp=sharing";
/** The smallest PNG: one pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let server: TestServer;
let browser: Browser;
let admin: { email: string; password: string };

beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
  const [, email, password] = /admin\s+(\S+)\s+(\S+)/.exec(server.lines.join("\n")) ?? [];
  admin = { email: email as string, password: password as string };
});

afterAll(async () => {
  await browser.close();
  expect(await server.stop()).toBe(0);
});

describe.each([{ js: true }, { js: false }])("the main journey, with JavaScript: $js", ({ js }) => {
  const name = `Reader ${js ? "one" : "two"}`;
  const email = `reader-${js}@example.edu`;
  const password = "a good pass phrase";
  const mark = js ? "Hydrated" : "Plain";
  const visited = new Set<string>();

  async function visit(path: string) {
    const opened = await openPage(browser, { javaScriptEnabled: js });
    recordRoutes(opened.page.context(), server.origin, visited);
    await opened.page.goto(server.origin + path);
    return opened;
  }

  async function logIn(page: Page, who: { email: string; password: string }) {
    await page.fill("#email", who.email);
    await page.fill("#password", who.password);
    await page.click("main form > button");
  }

  test("a new student corrects a wrong password repetition, registers, and returns to the form", async () => {
    const { page, complaints, close } = await visit("/dashboard/add-question");
    await expect.poll(() => page.url()).toContain("/login?from=%2Fdashboard%2Fadd-question");
    await page.locator("main").getByRole("link", { name: en.login.register }).click();
    await page.fill("#name", name);
    await page.fill("#email", email);
    await page.fill("#password", password);
    await page.fill("#passwordAgain", "something else");
    await page.click("main form > button");
    await page.waitForSelector(".error-summary");
    expect(await page.title()).toMatch(/^Error: /);
    await expect
      .poll(() => page.textContent("#passwordAgain-problem"))
      .toContain("Your Password did not match");
    await expect.poll(() => page.inputValue("#email")).toBe(email);
    await expect.poll(() => page.inputValue("#password")).toBe("");
    await page.fill("#password", password);
    await page.fill("#passwordAgain", password);
    await page.click("main form > button");
    await page.waitForURL("**/dashboard/add-question");
    await expect.poll(() => page.textContent(".toast")).toContain(en.register.welcome);
    expect(complaints).toEqual([]);
    await close();
  });

  test("a student contributes one item of each kind, and an admin approves them; the student answers one, and the admin cancels the answer", async () => {
    const student = await visit("/login?from=/dashboard");
    await logIn(student.page, { email, password });
    await student.page.waitForURL("**/dashboard");
    for (const kind of standaloneKinds)
      await contribute(student.page, kind.pages.add as string, `${mark} ${kind.name}`);

    const visitor = await visit("/");
    for (const kind of standaloneKinds) {
      await visitor.page.goto(`${server.origin}${kind.pages.lists[0]}?search=${mark}`);
      await expect.poll(() => visitor.page.textContent("main")).not.toContain(`${mark} ${kind.name}`);
    }

    const moderator = await visit("/login?from=/admin-dashboard");
    await logIn(moderator.page, admin);
    await moderator.page.waitForURL("**/admin-dashboard");
    for (const kind of standaloneKinds) {
      await setStatus(moderator.page, kind.pages.admin, `${mark} ${kind.name}`, "Approved");
    }

    for (const kind of standaloneKinds) {
      await visitor.page.goto(`${server.origin}${kind.pages.lists[0]}?search=${mark}`);
      await visitor.page.click(`main h2 a:has-text("${mark} ${kind.name}")`);
      await visitor.page.waitForURL(`**${kind.pages.details}/*`);
      await expect.poll(() => visitor.page.title()).toContain(`${mark} ${kind.name}`);
    }

    await student.page.goto(`${server.origin}/allQuestions?search=${mark}`);
    await student.page.click(`main h2 a:has-text("${mark} question")`);
    await student.page.waitForURL("**/question-details/*");
    await student.page.click("form:has(#solveNumber) > button");
    await student.page.waitForSelector(".error-summary");
    await student.page.fill("#solveNumber", "7");
    await student.page.fill("#solveDriveLink", DRIVE);
    await student.page.click("form:has(#solveNumber) > button");
    await student.page.waitForSelector(".details-answer");
    await student.page.locator(".toast", { hasText: "order confirmed" }).waitFor();
    await expect.poll(() => student.page.textContent(".details-answers")).toContain("Answer to question 7");
    const question = student.page.url();
    await visitor.page.goto(question);
    await expect.poll(() => visitor.page.textContent(".details-answers")).toContain("Answer to question 7");

    await setStatus(moderator.page, "admin-answers", `${mark} question`, "Cancelled");
    await visitor.page.goto(question);
    await expect.poll(() => visitor.page.textContent("main")).toContain("No answers yet");
    await setStatus(moderator.page, "admin-questions", `${mark} question`, "Cancelled");
    const gone = await visitor.page.goto(question);
    expect(gone?.status()).toBe(404);
    await expect
      .poll(() => visitor.page.textContent("h1"))
      .toBe("Something went wrong. please check again...");

    for (const opened of [student, visitor, moderator]) {
      expect(opened.complaints).toEqual([]);
      await opened.close();
    }
  });

  test("an incomplete form names every missing field and keeps the typed text", async () => {
    const { page, close } = await visit("/login?from=/dashboard/add-books");
    await logIn(page, { email, password });
    await page.waitForURL("**/dashboard/add-books");
    await page.fill("#bookName", "Kept");
    await page.fill("#driveLink", "http://insecure.example.edu");
    await page.click("main form > button");
    await page.waitForSelector(".error-summary");
    await expect
      .poll(() => page.locator(".error-summary li").allTextContents())
      .toEqual([
        "Author is required",
        "Subject is required",
        "Edition is required",
        "Year is required",
        "Drive link must begin with https://",
      ]);
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe("error-summary");
    await expect.poll(() => page.inputValue("#bookName")).toBe("Kept");
    await expect.poll(() => page.inputValue("#driveLink")).toBe("http://insecure.example.edu");
    await page.click('.error-summary a:has-text("Author")');
    await close();
  });

  test("the contact form refuses a blank message, and a complete message arrives in the inbox", async () => {
    const { page, close } = await visit("/contact");
    await page.fill("#name", name);
    await page.fill("#email", email);
    await page.fill("#sub", `${mark} subject`);
    await page.click("main form > button");
    await page.waitForSelector(".error-summary");
    await page.fill("#mess", "Do you have the 2019 paper?");
    await page.click("main form > button");
    await page.locator(".toast", { hasText: en.contact.sent }).waitFor();
    await page.goto(`${server.origin}/login?from=/admin-dashboard/contact-messages`);
    await logIn(page, admin);
    await page.waitForURL("**/contact-messages");
    await expect.poll(() => page.textContent("main")).toContain(`${mark} subject`);
    await close();
  });

  test("Make Admin shows the specification's words for a failure and for a success", async () => {
    const { page, close } = await visit("/login?from=/admin-dashboard/make-admin");
    await logIn(page, admin);
    await page.waitForURL("**/make-admin");
    await expect.poll(() => page.getAttribute("#email", "placeholder")).toBe("Enter Email to make admin");
    await page.fill("#email", "nobody@example.edu");
    await page.click("main form > button");
    await page.waitForSelector(".error-summary");
    await expect.poll(() => page.textContent(".error-summary")).toContain("Oops! Not working");
    await page.fill("#email", email);
    await page.click("main form > button");
    await page.locator(".toast", { hasText: "Make Admin successfully" }).waitFor();
    await close();
  });

  test("the visitor, the student and the admin have visited every page of the journey", () => {
    expect(missedRoutes("main", visited)).toEqual([]);
  });

  async function contribute(page: Page, form: string, title: string) {
    const values: Record<string, string> = {
      department: "CSE",
      subject: title,
      code: "CSE 9999",
      semester: "4",
      year: "2024",
      driveLink: driveLink(),
      bookName: title,
      author: "Sample Author",
      edition: "2",
      topic: title,
      labName: title,
      syllabusName: title,
      blog: "A text of its own.",
    };
    await page.goto(`${server.origin}/dashboard/${form}`);
    // React replaces the file input, so the positions of the other controls change.
    const controls = page.locator("main .field input, main .field textarea");
    for (const id of await controls.evaluateAll((all) => all.map((one) => one.id))) {
      const control = page.locator(`#${id}`);
      if (id === "blogImg")
        await control.setInputFiles({ name: "cover.png", mimeType: "image/png", buffer: PIXEL });
      else if (js && id === "year") await chooseYear(page, "#year", Number(values["year"]));
      else if (values[id]) await control.fill(values[id]);
    }
    await page.click("main form > button");
    await page.waitForURL("**/dashboard/my-*");
    await page.locator(".toast", { hasText: "Added Successfully" }).waitFor();
    await expect.poll(() => page.textContent("tbody tr:first-child")).toContain("Pending");
  }

  /** Uses the row's dropdown and its update button, which is disabled until the status changes. */
  async function setStatus(page: Page, table: string, title: string, status: string) {
    await page.goto(`${server.origin}/admin-dashboard/${table}`);
    const row = page.locator("tbody tr", { hasText: title }).first();
    if (js) await row.locator("button:disabled").waitFor();
    await row.locator("select").selectOption(status);
    if (status === "Cancelled")
      await row.locator("form:has(select) [name=reason]").fill("Not of this course");
    await row.locator("form:has(select) button").click();
    await page.locator(".toast", { hasText: `is now ${status}` }).waitFor();
    await expect.poll(() => row.locator(".stamp").textContent()).toBe(status);
  }
});
