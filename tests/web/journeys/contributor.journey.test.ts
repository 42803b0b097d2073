import { enNotices } from "../../../src/shared/messages/en-notices.ts";
import { UNDO_WINDOW } from "../../../src/shared/people/notices.ts";
import { coursePath } from "../../../src/shared/courses/courses.ts";
import { enSaved } from "../../../src/shared/messages/en-saved.ts";
import { enWanted } from "../../../src/shared/messages/en-wanted.ts";
import { wantedPath } from "../../../src/shared/courses/wanted.ts";
import { courseAt, insertPaper } from "../../support/archive/courses.ts";
import { enPileScreen } from "../../../src/shared/messages/en-pile-screen.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { User } from "../../../src/shared/people/policy.ts";
import { driveLink, insertItem, payloadOf } from "../../support/archive/factories.ts";
import { paper } from "../../support/archive/pile-world.ts";
import { chooseYear, hydrated } from "../../support/web/browser.ts";
import { photo } from "../../support/files/photo.ts";
import { about, type JourneyWorld, openJourneyWorld, type Persona } from "../../support/web/journey-world.ts";
import { en } from "../../../src/shared/messages/en.ts";

let world: JourneyWorld;
beforeAll(async () => {
  world = await openJourneyWorld();
});
afterAll(() => world.close());

describe.each([{ js: true }, { js: false }])("a contributor, with JavaScript: $js", ({ js }) => {
  const name = `Contributor-${js}`;
  const title = `A book by ${name}`;
  let contributor: Persona;
  let person: User;
  beforeAll(async () => {
    person = (await world.archive.signUp(name)).actor;
    contributor = await world.startAs("contributor", js);
  });

  test("contributes a book, which is refused until it is complete and then waits for a moderator", async () => {
    const { page, goto, follow, press, at, waitForToast } = contributor;
    await goto("/dashboard/welcome");
    await page.waitForURL("**/login?from=*");
    await contributor.logIn(`${name.toLowerCase()}@example.edu`);
    await at("/dashboard/welcome");
    await contributor.heading(`Hello, ${name}`);
    await follow("Add Book");
    await at("/dashboard/add-books");
    const { year, ...fields } = payloadOf("book", { bookName: title, author: "" }) as Record<string, string>;
    for (const [id, value] of Object.entries(fields)) await page.fill(`#${id}`, value);
    await (js ? chooseYear(page, "#year", Number(year)) : page.fill("#year", year as string));
    await press("Add Book");
    await page.waitForSelector(".error-summary");
    await expect
      .poll(() => page.locator(".error-summary li").allTextContents())
      .toEqual(["Author is required"]);
    await expect.poll(() => page.inputValue("#bookName")).toBe(title);
    await page.fill("#author", "Sample Author");
    await press("Add Book");
    await waitForToast("Book Added Successfully");
    await at("/dashboard/my-books");
    await expect.poll(() => page.textContent("tbody")).toContain(title);
    await follow(en.own.pendingPage);
    await at("/dashboard/pending-questions");
    await expect.poll(() => page.textContent("tbody")).toContain(title);
  });

  test("begins a pile of papers and finds it in the dashboard; without JavaScript, finds the form for one paper", async () => {
    const { page, goto, follow, heading, press, waitForToast } = contributor;
    const file = { name: "final.pdf", mimeType: "application/pdf", buffer: paper("CSE 2103") };
    await goto("/dashboard/contribute");
    await heading(enPileScreen.listTitle);
    if (!js) {
      expect(await page.textContent("main")).toContain(enPileScreen.noScript.needed);
      expect(await page.locator(".pile-files").isVisible()).toBe(false);
      await follow(enPileScreen.noScript.addOne);
      await page.waitForURL("**/dashboard/add-question");
      // A pile that the person began on another device.
      const made = `/dashboard/contribute/${await world.archive.services.piles.create(person)}`;
      await goto(made);
      await page.getByRole("link", { name: enPileScreen.noScript.addOne }).waitFor();
      // The last test of the journey counts every address, also this one, which only the page's code requests.
      expect((await goto(`${made}/rows`))?.status()).toBe(200);
      await goto(made);
      await page.locator("summary", { hasText: enPileScreen.remove }).click();
      await press(enPileScreen.remove);
      await waitForToast(enPileScreen.removed);
      return contributor.at("/dashboard/contribute");
    }
    await page.setInputFiles(".pile-files input", file);
    await page.waitForURL(/\/contribute\/[0-9a-f]+$/);
    const address = new URL(page.url()).pathname;
    await expect.poll(() => page.textContent("main")).toContain("final.pdf");
    await heading(enPileScreen.title(1));
    expect((await goto(`${address}/rows`))?.status()).toBe(200);
    await goto("/dashboard");
    await follow(/^Batch of /);
    await page.waitForURL(/\/contribute\/[0-9a-f]+$/);
  });

  test("edits the pending book, and requests its deletion", async () => {
    const { page, goto, press, waitForToast } = contributor;
    await goto("/dashboard/pending-questions");
    await page
      .locator("main")
      .getByRole("link", { name: about("Edit", title) })
      .click();
    await page.waitForURL("**/dashboard/edit/*");
    await expect.poll(() => page.inputValue("#bookName")).toBe(title);
    await page.fill("#bookName", `${title}, second edition`);
    await press(en.edit.save);
    await waitForToast("is saved. Its status is Pending.");
    await page.waitForURL("**/dashboard/my-books");
    await press(about("Request To Delete", `${title}, second edition`));
    await waitForToast("Request To Delete");
    await expect.poll(() => page.textContent("tbody")).toContain(en.removal.requested);
  });

  test("changes an approved book, which stays public, and withdraws the change", async () => {
    const { page, goto, press, waitForToast } = contributor;
    const fields = { bookName: `Approved book ${js}` };
    const id = await insertItem(world.archive, "book", { uploader: person, fields });
    await goto(`/dashboard/edit/${id}`);
    await expect.poll(() => page.textContent("main")).toContain("The approved version stays public");
    await page.fill("#bookName", `Changed book ${js}`);
    await press(en.edit.save);
    await waitForToast(en.changes.savedDetail(`Approved book ${js}`));
    const listed = page.locator("main tbody tr", { hasText: `Approved book ${js}` });
    await expect.poll(() => listed.textContent()).toContain(en.changes.approvedWaiting);
    await goto(`/dashboard/edit/${id}`);
    await expect.poll(() => page.inputValue("#bookName")).toBe(`Changed book ${js}`);
    await press(en.changes.withdraw);
    await waitForToast(en.changes.withdrawn);
    await goto(`/dashboard/edit/${id}`);
    await expect.poll(() => page.inputValue("#bookName")).toBe(`Approved book ${js}`);
  });

  test("answers a question on the answer's own page, after an error for a missing field", async () => {
    const { page, goto, follow, press, waitForToast } = contributor;
    const id = await insertItem(world.archive, "question", { status: "Approved" });
    await goto(`/question-details/${id}`);
    await follow(/^Crop several photos/);
    await page.waitForURL(`**/dashboard/add-answer/${id}`);
    await page.fill("#solveDriveLink", driveLink());
    await press("Add your answer");
    await page.waitForSelector(".error-summary");
    await expect
      .poll(() => page.locator(".error-summary li").allTextContents())
      .toEqual(["Question number is required"]);
    await page.fill("#solveNumber", "3");
    await press("Add your answer");
    await waitForToast("order confirmed");
    await page.waitForURL(`**/question-details/${id}#answers`);
    await expect.poll(() => page.textContent(".details-answers")).toContain("Answer to question 3");
  });

  test("opens the addresses from which the form loads duplicates and a file's details", async () => {
    const { page, goto } = contributor;
    await goto(`/dashboard/similar?${new URLSearchParams({ kind: "book", bookName: title })}`);
    expect(JSON.parse(await page.innerText("pre"))).toEqual({});
    const { services } = world.archive;
    const { actor } = await world.archive.signUp(`Sender-${js}`);
    const { key } = await services.files.accept(actor, await photo(js ? 80 : 90), "page.jpg");
    await goto(`/dashboard/reading?file=${key}`);
    expect((await page.request.get(page.url())).status()).toBe(404);
  });

  test("reads why a book was returned, fixes it, and chooses the mails about notices", async () => {
    const { page, goto, follow, press, waitForToast, at } = contributor;
    const words = enNotices;
    const { archive, time } = world;
    const { actor: admin } = await archive.signUp(`Decider-${js}`, "admin");
    const options = { uploader: person, fields: { bookName: `Dark book ${js}` }, status: "Pending" } as const;
    const id = await insertItem(archive, "book", options);
    const decision = { status: "Cancelled", reason: "The photo is too dark.", returned: true };
    await archive.services.resources.setStatus(admin, "book", id, decision);
    time.later += UNDO_WINDOW;
    await goto("/dashboard/notices");
    await contributor.heading(words.notices.title);
    const notice = page.locator(".notices-list li", { hasText: `Dark book ${js}` });
    await expect.poll(() => notice.textContent()).toContain("The photo is too dark.");
    await press(words.notices.markAllRead);
    await waitForToast(words.notices.marked);
    await follow(new RegExp(`^${words.notices.fix}`));
    await page.waitForURL(`**/dashboard/edit/${id}`);
    await press(words.notices.fix);
    await waitForToast("Its status is Pending.");
    await goto("/dashboard/notices");
    await follow(words.notices.settings);
    await at("/dashboard/notice-settings");
    await page.selectOption("#answered", "never");
    await press(words.noticeSettings.save);
    await waitForToast(words.noticeSettings.saved);
    await expect.poll(() => page.inputValue("#answered")).toBe("never");
  });

  test("asks for a missing paper, follows its course, and saves a paper to a list", async () => {
    const { page, goto, follow, press, waitForToast, heading } = contributor;
    const code = `JRN ${js ? 1 : 2}`;
    const id = await insertPaper(world.archive, { code, year: "2020" });
    const course = await courseAt(world.archive, code.replace(" ", "").toLowerCase());
    await insertPaper(world.archive, { code, year: "2018" });
    await goto(wantedPath(course, "2019.final.fall"));
    await press(about(enWanted.ask, `${code} Data Structures, Final 2019 · Fall`));
    await waitForToast(enWanted.asked);
    await goto("/dashboard/requests");
    await heading(enWanted.own.title);
    await press(new RegExp(enWanted.takeBack));
    await waitForToast(enWanted.takenBack);
    await goto(coursePath(course));
    await press(new RegExp(`^${enWanted.follow.follow}`));
    await waitForToast(enWanted.follow.followed);
    await goto("/dashboard/follows");
    await press(new RegExp(`^${enWanted.follow.unfollow}`));
    await waitForToast(enWanted.follow.unfollowed);
    await goto(`/question-details/${id}`);
    await follow(new RegExp(`^${enSaved.save}`));
    await page.waitForURL(`**/dashboard/save/${id}`);
    await page.fill("#name", `Before the final ${js}`);
    await press(enSaved.submit);
    await waitForToast(enSaved.saved);
    await goto("/dashboard/saved");
    await follow(`Before the final ${js}`);
    await page.waitForURL("**/dashboard/saved/*");
    await press(new RegExp(`^${enSaved.removeItem}`));
    await waitForToast(enSaved.itemRemoved);
    expect(await page.textContent("main")).toContain(enSaved.empty);
  });

  test("has visited every page of a contributor's journey", async () => {
    await contributor.goto("/dashboard");
    expect(await contributor.arrive()).toEqual({ missed: [], complaints: [] });
  });
});

test("'Loading...' is visible while the next page of the dashboard loads", async () => {
  const { page, goto, follow, heading, logIn, arrive } = await world.startAs("contributor", true);
  await world.archive.signUp("Waiter");
  await goto("/login?from=/dashboard");
  await logIn("waiter@example.edu");
  const answered = Promise.withResolvers<void>();
  await page.route("**/my-notes.data*", async (route) => {
    await answered.promise;
    await route.continue();
  });
  const loading = page.locator("main [role=status]", { hasText: "Loading..." });
  await heading("Hello, Waiter");
  // Before React runs, the browser follows links itself and shows no 'Loading...'.
  await hydrated(page, 'a[href$="/my-notes"]');
  await expect.poll(() => loading.count()).toBe(0);
  await follow("My Notes");
  await loading.waitFor();
  answered.resolve();
  await heading("My Notes");
  await loading.waitFor({ state: "detached" });
  expect((await arrive()).complaints).toEqual([]);
});
