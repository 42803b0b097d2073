import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { driveLink, insertItem } from "../../support/archive/factories.ts";
import { TEST_PASSWORD } from "../../support/platform/archive.ts";
import { launchBrowser, openPage } from "../../support/web/browser.ts";
import { about } from "../../support/web/journey-world.ts";
import { listen, type ListeningSite } from "../../support/process/listen.ts";
import { en } from "../../../src/shared/messages/en.ts";

const DRIVE = "https://drive.google.com/file/d/1TESTabcdefghijklmnopqrstuvwxyz01/view";
/** No page has more stops of the Tab key. */
const STOPS = 120;

let site: ListeningSite;
let browser: Awaited<ReturnType<typeof launchBrowser>>;
beforeAll(async () => {
  site = await listen();
  browser = await launchBrowser();
  await site.archive.signUp("Rahim");
  await site.archive.signUp("Karima", "admin");
  await insertItem(site.archive, "question", { fields: { subject: "Operating Systems", code: "CSE 3101" } });
});
afterAll(async () => {
  await browser.close();
  await site.close();
  expect(site.faults).toEqual([]);
});

/** Presses Tab until a control has the focus, and asserts that its focus ring is visible. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  for (let stop = 0; stop < STOPS; stop += 1) {
    await page.keyboard.press("Tab");
    if (await control.evaluate((element) => element === document.activeElement)) break;
  }
  const ring = await control.evaluate((element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return { focused: element.matches(":focus-visible"), outlineStyle, outlineWidth };
  });
  expect(ring, String(control)).toEqual({ focused: true, outlineStyle: "solid", outlineWidth: "3px" });
}

test("a student and an admin use only the keyboard to find a paper, answer it, contribute a book and approve it", async () => {
  const { page, complaints, close } = await openPage(browser, { viewport: { width: 1280, height: 900 } });
  const { keyboard } = page;
  const tab = (control: Locator) => tabTo(page, control);
  const link = (name: string | RegExp) => page.getByRole("link", { name, exact: true }).first();
  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true }).first();
  const enter = async (control: Locator) => {
    await tab(control);
    await keyboard.press("Enter");
  };
  const write = async (control: Locator, text: string) => {
    await tab(control);
    await keyboard.type(text);
  };
  async function logIn(email: string) {
    await write(page.locator("#email"), email);
    await write(page.locator("#password"), TEST_PASSWORD);
    await keyboard.press("Enter");
    await page.locator(".toast", { hasText: en.login.welcome }).waitFor();
  }

  // Find a paper from the home page.
  await page.goto(site.origin);
  await write(page.locator("#hero-search"), "cse3101");
  await keyboard.press("Enter");
  await page.waitForURL("**/search?search=cse3101");
  await enter(page.locator("main article h2 a"));
  await page.waitForURL("**/question-details/*");
  await expect.poll(() => page.textContent("main")).toContain("CSE 3101 Operating Systems");

  // Answer it.
  await enter(link(en.item.signInToAnswer));
  await page.waitForURL("**/login?from=*");
  await logIn("rahim@example.edu");
  await page.waitForURL("**/question-details/*");
  await write(page.locator("#solveNumber"), "3");
  await write(page.locator("#solveDriveLink"), DRIVE);
  await tab(button("Add your answer"));
  await keyboard.press("Space");
  await page.locator(".toast", { hasText: "order confirmed" }).waitFor();
  await expect.poll(() => page.textContent(".details-answers")).toContain("Answer to question 3");

  // Contribute a book.
  await enter(button("Rahim’s account"));
  await enter(page.locator("#reader").getByRole("link", { name: "Dashboard" }));
  await page.waitForURL("**/dashboard");
  await enter(link("Add Book"));
  await page.waitForURL("**/dashboard/add-books");
  const book = { bookName: "Typed by keys", author: "Sample Author", subject: "CSE", edition: "2" };
  for (const [id, value] of Object.entries(book)) await write(page.locator(`#${id}`), value);
  await page.locator("#year[readonly]").waitFor();
  await enter(page.locator("#year"));
  await page.locator('[role="gridcell"][tabindex="0"]').waitFor();
  await keyboard.press("ArrowLeft");
  await keyboard.press("Enter");
  await expect.poll(() => page.inputValue("#year")).toBe(String(new Date().getFullYear() - 1));
  await write(page.locator("#driveLink"), driveLink());
  await enter(page.locator("main form > button"));
  await page.locator(".toast", { hasText: "Book Added Successfully" }).waitFor();
  await expect.poll(() => page.textContent("tbody tr")).toContain("Pending");

  // Approve the book as an admin.
  await enter(button("Rahim’s account"));
  await enter(button("Log Out"));
  await page.locator(".toast", { hasText: en.login.goodbye }).waitFor();
  await enter(link("Login"));
  await page.waitForURL("**/login");
  await logIn("karima@example.edu");
  await enter(link("Admin Dashboard"));
  await page.waitForURL("**/admin-dashboard");
  await enter(page.locator(".site-menu summary", { hasText: en.admin.groups.archive }));
  await enter(link("Manage Books"));
  await page.waitForURL("**/admin-books");
  await tab(page.getByRole("combobox", { name: "Status of Typed by keys" }));
  await keyboard.press("ArrowDown");
  await enter(button(about("Update", "Typed by keys")));
  await page.locator(".toast", { hasText: "The status of “Typed by keys” is now Approved." }).waitFor();
  await page.goto(`${site.origin}/allBooks`);
  await expect.poll(() => page.textContent("main article h2")).toBe("Typed by keys");
  expect(complaints).toEqual([]);
  await close();
});
