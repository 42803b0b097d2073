import { enNotices } from "../../../src/shared/messages/en-notices.ts";
import { insertConfirmedPerson, unsubscribeToken } from "../../support/archive/notices.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { standaloneKinds } from "../../../src/shared/kinds/index.ts";
import { enCopyright } from "../../../src/shared/messages/en-copyright.ts";
import { enLegal } from "../../../src/shared/messages/en-legal.ts";
import { insertItem, insertItems, insertPerson } from "../../support/archive/factories.ts";
import { type JourneyWorld, openJourneyWorld, type Persona } from "../../support/web/journey-world.ts";
import { linkIn } from "../../support/platform/smtp.ts";
import { enCoursePages } from "../../../src/shared/messages/en-course-pages.ts";
import { en } from "../../../src/shared/messages/en.ts";

let world: JourneyWorld;
beforeAll(async () => {
  world = await openJourneyWorld();
  const { archive, origin } = world;
  for (const kind of standaloneKinds) {
    const own: Record<string, string> = kind.name === "blog" ? { blogImg: `${origin}/favicon.svg` } : {};
    await insertItem(archive, kind.name, { fields: { ...own, [kind.title]: `Wanted ${kind.name}` } });
  }
  const older = Array.from({ length: 12 }, (_, index) => ({
    fields: { department: "bba", year: "2012", subject: `Paper ${index}` },
  }));
  await insertItems(archive, "question", older);
  await insertItem(archive, "question", {
    fields: {
      code: "AST 101",
      subject: "Stars",
      university: "Journey University",
      department: "Astronomy",
      year: "2019",
      examType: "final",
      term: "",
      set: "",
    },
  });
  await insertPerson(archive, "moderator", { role: "admin" });
});
afterAll(() => world.close());

describe.each([{ js: true }, { js: false }])("a visitor, with JavaScript: $js", ({ js }) => {
  const email = `visitor-${js}@example.edu`;
  let visitor: Persona;
  beforeAll(async () => {
    visitor = await world.startAs("visitor", js);
  });

  test("finds the home page from an unknown address", async () => {
    await visitor.goto("/nowhere");
    await visitor.follow("Go to Home");
    await visitor.at("/home");
    expect(await visitor.page.title()).toContain("Proshno");
  });

  test.each(standaloneKinds)(
    "finds a $name with the menu and the search, opens it and reports it",
    async ({ name, pages, words }) => {
      const { page, follow, press, waitForToast } = visitor;
      await page.locator("#menu").getByRole("link", { name: words.en.menu, exact: true }).click();
      await visitor.heading(words.en.listTitle);
      await page.locator("main input[type=search]").fill(`wanted ${name}`);
      await page.locator("main form[role=search] button").click();
      await page.waitForURL(`**${pages.lists[0]}?search=*`);
      const titles = page.locator("main article h2");
      await expect.poll(() => titles.allTextContents()).toEqual([expect.stringContaining(`Wanted ${name}`)]);
      await page.locator("main article h2 a").click();
      await page.waitForURL(`**${pages.details}/*`);
      const address = page.url();
      await follow("Report");
      await page.selectOption("#reason", "brokenLink");
      await press(en.report.send);
      await waitForToast(en.report.sent);
      await expect.poll(() => page.url()).toBe(address);
    },
  );

  test("filters the questions, goes from page to page, and clears the filters", async () => {
    const { page, goto, follow } = visitor;
    await goto("/");
    await follow("Find All Questions");
    await visitor.heading("Find All Questions");
    const filters = page.getByRole("form", { name: "Filters" });
    if (!(await filters.getByText("Department", { exact: true }).isVisible()))
      await filters.getByText("Filters").click();
    await filters.getByRole("checkbox", { name: /^BBA/ }).check();
    await filters.getByLabel("Year").selectOption("2012");
    await filters.getByRole("button", { name: "Show" }).click();
    await expect.poll(() => page.textContent(".count")).toBe("12 found · page 1 of 2");
    await expect.poll(() => page.locator("main article").count()).toBe(10);
    await page.getByRole("link", { name: "next", exact: true }).click();
    await expect.poll(() => page.textContent(".count")).toBe("12 found · page 2 of 2");
    await expect.poll(() => page.locator("main article").count()).toBe(2);
    await expect.poll(() => new URL(page.url()).pathname).toBe("/find-questions");
    await follow(en.list.clear);
    await expect.poll(() => page.textContent(".count")).toBe("14 found · page 1 of 2");
  });

  test("goes from the universities down to a course and its paper, and back with the breadcrumbs", async () => {
    const { page, goto, follow } = visitor;
    await goto("/");
    await follow(enCoursePages.browsing.browse);
    await visitor.heading(enCoursePages.browsing.universities);
    await page.getByRole("link", { name: "Journey University" }).click();
    await visitor.heading("Journey University");
    await page.getByRole("link", { name: "Astronomy" }).click();
    await visitor.heading("Astronomy");
    await page.getByRole("link", { name: "AST 101" }).click();
    await visitor.heading("AST 101 Stars");
    await visitor.at("/course/journey-university/ast101");
    await goto("/home/courses?c=journey-university/ast101");
    await expect.poll(() => page.locator("main li").innerText()).toContain("Final 2019");
    await page.getByRole("link", { name: "AST 101 Stars" }).click();
    await visitor.at("/course/journey-university/ast101");
    // On a phone the year of the paper is closed while scripts run.
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole("link", { name: /^Final 2019/ }).click();
    await visitor.heading("Final 2019");
    await page
      .getByRole("navigation", { name: en.crumbs.label })
      .getByRole("link", { name: "AST 101" })
      .click();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/course/journey-university/ast101");
    await visitor.heading("AST 101 Stars");
  });

  test("finds nothing in a search, and requests the missing paper", async () => {
    const { page, goto, follow } = visitor;
    await goto("/search");
    await page.fill("main input[name=search]", "qqzzx wwkkj");
    await page.locator("main form").getByRole("button", { name: "Search" }).click();
    await follow(en.searchPage.request);
    await page.waitForURL("**/contact?*");
    await expect.poll(() => page.inputValue("#sub")).toBe("Request: qqzzx wwkkj");
    await expect.poll(() => page.inputValue("#mess")).toContain("qqzzx wwkkj");
  });

  test("sees three books in a row on a desktop, and one on a phone", async () => {
    const { page, goto } = visitor;
    await goto("/allBooks");
    const columns: number[] = [];
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 900 });
      const grid = await page
        .locator(".item-cards")
        .evaluate((one) => getComputedStyle(one).gridTemplateColumns);
      columns.push(grid.split(" ").length);
    }
    expect(columns).toEqual([3, 1]);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  test("must log in to answer, but can send a message and change the theme", async () => {
    const { page, goto, follow, press, waitForToast } = visitor;
    await goto("/allQuestions?search=wanted");
    await page.locator("main article h2 a").click();
    const question = new URL(await page.waitForURL("**/question-details/*").then(() => page.url())).pathname;
    await follow(en.item.signInToAnswer);
    await page.waitForURL(`**/login?from=${encodeURIComponent(question)}`);
    await goto("/contact");
    for (const [id, value] of Object.entries({ name: "Rahim", email, sub: "Papers", mess: "Where is 2019?" }))
      await page.fill(`#${id}`, value);
    await press("Send Message");
    await waitForToast(en.contact.sent);
    const mail = await world.mailTo("moderator@example.edu");
    expect(mail.text).toContain("Where is 2019?");
    await goto("/forum");
    await visitor.heading("Forum | Share your Idea");
    await expect.poll(() => page.textContent("main")).toContain("Under Development");
    await page.getByRole("button", { name: "Dark", exact: true }).click();
    await page.locator("html[data-theme=dark]").waitFor();
  });

  test("reads the privacy page and the terms, and makes a copyright claim", async () => {
    const { page, goto, follow, press, waitForToast } = visitor;
    await goto("/");
    await follow("Privacy");
    await visitor.heading(enLegal.privacy.title);
    await follow("Terms");
    await visitor.heading(enLegal.terms.title);
    await goto("/allBooks?search=wanted");
    await page.locator("main article h2 a").click();
    await follow("Report");
    await page.locator("main a[href^='/copyright']").click();
    await visitor.heading(enCopyright.copyright.title);
    await press(enCopyright.copyright.send);
    await page.waitForSelector(".error-summary");
    await expect.poll(() => page.inputValue("#item")).toContain("/book-details/");
    const claim = { name: "Rahim", email, work: "My book", signature: "Rahim" };
    for (const [id, value] of Object.entries(claim)) await page.fill(`#${id}`, value);
    await page.check("#goodFaith");
    await press(enCopyright.copyright.send);
    await waitForToast(enCopyright.copyright.sent);
  });

  test("subscribes to the newsletter with the mailed link, and unsubscribes", async () => {
    const { page, goto, press, waitForToast } = visitor;
    await goto("/newsletter");
    await page.fill("#email", email);
    await press("Subscribe");
    await waitForToast(en.newsletter.thanks);
    await goto(linkIn(await world.mailTo(email), "/newsletter/confirm"));
    await press(en.newsletter.confirm.submit);
    await waitForToast(en.newsletter.confirm.done);
    await goto(linkIn(await world.mailTo(email), "/newsletter/unsubscribe"));
    await press("Unsubscribe");
    await visitor.heading(en.newsletter.unsubscribe.done);
    await expect.poll(() => page.locator("main").getByRole("button").count()).toBe(0);
  });

  test("stops mails about notices with the mailed link, without a login", async () => {
    const words = enNotices.noticeUnsubscribe;
    const reader = await insertConfirmedPerson(world.archive);
    const token = await unsubscribeToken(world.archive, reader, "answered");
    await visitor.goto(`/notices/unsubscribe?token=${token}`);
    await visitor.heading(words.title);
    await visitor.press(words.submit);
    await visitor.heading(words.done);
    expect(visitor.page.url()).toContain("/notices/unsubscribe");
  });

  test("has visited every page of a visitor's journey", async () => {
    expect(await visitor.arrive()).toEqual({ missed: [], complaints: [] });
  });
});
