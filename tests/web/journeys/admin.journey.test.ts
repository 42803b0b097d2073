import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enContactDetails } from "../../../src/shared/messages/en-contact-details.ts";
import { enOperations } from "../../../src/shared/messages/en-operations.ts";
import { enSearch } from "../../../src/shared/messages/en-search.ts";
import type { User } from "../../../src/shared/people/policy.ts";
import {
  driveLink,
  insertItem,
  insertPerson,
  insertSubscriber,
  payloadOf,
} from "../../support/archive/factories.ts";
import { VISIT } from "../../support/platform/archive.ts";
import { about, type JourneyWorld, openJourneyWorld, type Persona } from "../../support/web/journey-world.ts";
import { en } from "../../../src/shared/messages/en.ts";
import { confirmUniversity, manageCourses, manageDepartments } from "../../support/web/journey-courses.ts";
import { approveAndRefuse, editReasons, openChange, openComparison } from "../../support/web/journey-desk.ts";

let world: JourneyWorld;
beforeAll(async () => {
  world = await openJourneyWorld();
});
afterAll(() => world.close());

describe.each([{ js: true }, { js: false }])("an admin, with JavaScript: $js", ({ js }) => {
  const name = `Admin-${js}`;
  let admin: Persona;
  let person: User;
  beforeAll(async () => {
    const { archive } = world;
    person = (await archive.signUp(name, "admin")).actor;
    const { actor } = await archive.signUp(`Student-${js}`);
    await insertItem(archive, "question", { status: "Pending", fields: { subject: `Good paper ${js}` } });
    await insertItem(archive, "note", { status: "Pending", fields: { topic: `Bad note ${js}` } });
    const book = { uploader: actor, fields: { bookName: `Unwanted book ${js}` } };
    await archive.services.removal.request(actor, await insertItem(archive, "book", book));
    const copied = await insertItem(archive, "book", { fields: { bookName: `Copied book ${js}` } });
    const claim = { item: `/book-details/${copied}`, work: "Mine", goodFaith: "yes" };
    const claimant = { name: "Karim", email: `karim-${js}@example.edu`, signature: "Karim" };
    await archive.services.takedowns.claim({ ...claim, ...claimant }, VISIT.client);
    const torn = await insertItem(archive, "note", { fields: { topic: `Torn note ${js}` } });
    await archive.services.feedback.report(undefined, "note", torn, { reason: "unreadable" }, VISIT.client);
    const review = { comment: `Rude words ${js}`, rating: "1" };
    await archive.services.reviews.create(actor, review, VISIT.client);
    admin = await world.startAs("admin", js);
  });

  // A search for a hidden item can list other items, because it leaves out words that it doesn't find.
  const listed = (title: string) => admin.page.locator("main article", { hasText: title }).count();

  test("logs in, approves a pending paper and deletes a pending note", async () => {
    const { page, goto, follow, at } = admin;
    await goto("/admin-dashboard/welcome");
    await page.waitForURL("**/login?from=*");
    await admin.logIn(`${name.toLowerCase()}@example.edu`);
    await at("/admin-dashboard/welcome");
    await admin.heading(`Hello, ${name}`);
    await goto("/admin-dashboard");
    await follow(en.queue.menu);
    await at("/admin-dashboard/manage-questions");
    await approveAndRefuse(admin, js, `Good paper ${js}`, `Bad note ${js}`);
    const waiting = await insertItem(world.archive, "note", {
      status: "Pending",
      fields: { topic: "Stays" },
    });
    for (const part of ["rows", `item/${waiting}`, `item/${waiting}/text`])
      expect((await goto(`/admin-dashboard/manage-questions/${part}`))?.status()).toBe(200);
    await goto(`/allQuestions?search=good+paper+${js}`);
    await expect.poll(() => page.locator("main article").count()).toBe(1);
  });

  test("compares two items with the same link, and marks them as no duplicates", async () => {
    const { page, goto, press, waitForToast } = admin;
    const fields = { driveLink: driveLink() };
    await insertItem(world.archive, "note", { fields: { ...fields, topic: `Second volume ${js}` } });
    await insertItem(world.archive, "note", {
      status: "Pending",
      fields: { ...fields, topic: `First volume ${js}` },
    });
    await goto("/admin-dashboard/manage-questions");
    await openComparison(admin, js, `First volume ${js}`);
    await page.waitForURL("**/admin-dashboard/compare/*");
    await press(about(en.similar.compare.notSame, `Second volume ${js}`));
    await waitForToast(en.similar.compare.notSameTitle);
    await expect.poll(() => page.locator(".similar-compared").count()).toBe(1);
  });

  test("corrects an item, and grants a request to delete it", async () => {
    const { page, goto, press, waitForToast, follow, at } = admin;
    await goto("/admin-dashboard/admin-books");
    await page
      .locator("tbody")
      .getByRole("link", { name: about("Edit", `Unwanted book ${js}`) })
      .click();
    await page.waitForURL("**/admin-dashboard/edit/*");
    await page.fill("#bookName", `Corrected book ${js}`);
    await press(en.edit.save);
    await waitForToast(`“Corrected book ${js}” is saved. Its status is Approved.`);
    // The page of books is in another group of the menu.
    await page.locator(".site-menu summary", { hasText: en.admin.groups.queue }).click();
    await follow(en.removal.title);
    await at("/admin-dashboard/delete-requests");
    await press(about(en.removal.grant, `Corrected book ${js}`));
    await waitForToast(en.removal.granted);
    await goto(`/allBooks?search=corrected+book+${js}`);
    await expect.poll(() => listed(`Corrected book ${js}`)).toBe(0);
  });

  test("approves a change to an approved item after seeing another admin's newer edit", async () => {
    const { page, goto, press, waitForToast } = admin;
    const { archive } = world;
    const { services } = archive;
    const { actor } = await archive.signUp(`Reviser-${js}`);
    const id = await insertItem(archive, "note", { uploader: actor, fields: { topic: `First draft ${js}` } });
    const { client } = VISIT;
    await services.resources.edit(actor, id, payloadOf("note", { topic: `Second draft ${js}` }), client);
    await goto("/admin-dashboard/manage-questions");
    await openChange(admin, js, { id, title: `First draft ${js}`, changed: `Second draft ${js}` });
    await page.waitForURL("**/admin-dashboard/change/*");
    const topic = page.locator("tbody tr", { hasText: `Second draft ${js}` });
    await expect.poll(() => topic.textContent()).toContain(`First draft ${js}`);
    const corrected = payloadOf("note", { topic: `Corrected draft ${js}` });
    await services.resources.edit(person, id, corrected, client);
    await press(/^Approve change/);
    await page.waitForSelector(".error-summary");
    await topic.filter({ hasText: `Corrected draft ${js}` }).waitFor();
    await press(/^Approve change/);
    await waitForToast(en.changes.approvedDetail(`Second draft ${js}`));
    await page.waitForURL("**/admin-dashboard/manage-questions");
    expect((await services.resources.get(undefined, "note", id)).title).toBe(`Second draft ${js}`);
  });

  test("accepts a copyright claim, and cancels a reported note", async () => {
    const { page, goto, follow, at, waitForToast } = admin;
    await goto("/admin-dashboard");
    await follow(/^Copyright/);
    await at("/admin-dashboard/takedowns");
    const claim = page.locator("article", { hasText: `Copied book ${js}` });
    await claim.locator("summary", { hasText: "Accept" }).click();
    await claim.getByRole("button", { name: about("Accept", `Copied book ${js}`) }).click();
    await waitForToast(en.takedowns.accepted);
    await goto(`/allBooks?search=copied+book+${js}`);
    await expect.poll(() => listed(`Copied book ${js}`)).toBe(0);
    await goto("/admin-dashboard");
    await follow(/^Reports/);
    await at("/admin-dashboard/reports");
    const reported = page.locator("article", { hasText: `Torn note ${js}` });
    await reported.locator("summary", { hasText: "Cancel" }).click();
    await reported.locator("details[open] [name=reason]").fill("A page is missing");
    await reported.locator("details[open] button").click();
    await waitForToast(`The status of “Torn note ${js}” is now Cancelled.`);
    await reported.waitFor({ state: "detached" });
    await goto(`/allNotes?search=torn+note+${js}`);
    await expect.poll(() => listed(`Torn note ${js}`)).toBe(0);
  });

  test("pauses and resumes text recognition", async () => {
    const { goto, press, waitForToast } = admin;
    await goto("/admin-dashboard/recognition");
    await admin.heading(en.recognition.title);
    await press(en.recognition.pause);
    await waitForToast(en.recognition.pausedTitle);
    await press(en.recognition.resume);
    await waitForToast(en.recognition.resumedTitle);
    await expect.poll(() => admin.page.textContent("main dd")).toBe(en.recognition.going);
  });

  test("sees that copies of Drive files are off", async () => {
    await admin.goto("/admin-dashboard/drive-copies");
    await admin.heading(en.driveCopies.title);
    await expect.poll(() => admin.page.textContent("main")).toContain(en.driveCopies.off);
  });

  test("sees when the last backup was made", async () => {
    await admin.goto("/admin-dashboard/backups");
    await admin.heading(en.backupPage.title);
    await expect.poll(() => admin.page.textContent("main dl")).toContain(en.backupPage.never);
  });

  test("sees how the archive has been running", async () => {
    await admin.goto("/admin-dashboard/operations");
    await admin.heading(enOperations.operations.title);
    await admin.page.getByText(enOperations.operations.periods.fortnight).click();
    await expect.poll(() => admin.page.url()).toContain("period=fortnight");
  });

  test("adds and removes a short name of a course", async () => {
    const { page, goto, press, waitForToast } = admin;
    await goto("/admin-dashboard/short-names");
    await admin.heading(enSearch.aliases.title);
    await page.fill("#alias", "zxc");
    await page.fill("#phrase", "Zoology of extinct corals");
    await press(enSearch.aliases.add);
    await waitForToast(enSearch.aliases.added);
    await press(enSearch.aliases.removeOf("zxc", "zoology of extinct corals"));
    await waitForToast(enSearch.aliases.removed);
    await expect.poll(() => page.getByText("zoology of extinct corals", { exact: true }).count()).toBe(0);
  });

  test("confirms a university that a person typed, and merges another one", async () => {
    expect(await confirmUniversity(admin, world.archive, js)).toContain("Sample Hill University");
  });

  test("merges two departments of a university, and undoes it", async () => {
    expect(await manageDepartments(admin, world.archive, js)).toContain("Dept. of Astronomy");
  });

  test("merges two courses, undoes it, renames one, and records an exam that was not held", async () => {
    expect(await manageCourses(admin, world.archive, js)).toContain("Data Structures and Algorithms");
  });

  test("changes the phone number on every page, and resets it to the default", async () => {
    const { page, goto, press, waitForToast } = admin;
    const words = enContactDetails.contactDetails;
    await goto("/admin-dashboard/contact-details");
    await admin.heading(words.title);
    await page.fill("#phone", "call us");
    await press(words.save);
    await page.waitForSelector("#phone-problem");
    await expect.poll(() => page.inputValue("#phone")).toBe("call us");
    await page.fill("#phone", "+880 1700 123456");
    await page.getByLabel(words.hideOf(words.fields.email.label)).check();
    await press(words.save);
    await waitForToast(words.saved);
    await expect.poll(() => page.inputValue("#phone")).toBe("+880 1700 123456");
    await goto("/contact");
    await expect.poll(() => page.locator('a[href="tel:+8801700123456"]').count()).toBe(2);
    await expect.poll(() => page.locator('a[href^="mailto:"]').count()).toBe(0);
    await goto("/admin-dashboard/contact-details");
    await press(words.reset);
    await waitForToast(words.saved);
    await expect.poll(() => page.inputValue("#phone")).toBe("");
    await goto("/contact");
    await expect.poll(() => page.locator('a[href="tel:+8800000000000"]').count()).toBe(2);
    await expect.poll(() => page.locator('a[href^="mailto:"]').count()).toBe(2);
  });

  test("edits the reasons for returning items", async () => expect(await editReasons(admin, js)).toBe(1));

  test("downloads the newsletter's list, and removes a review", async () => {
    const { page, goto, follow, waitForToast } = admin;
    const email = await insertSubscriber(world.archive);
    await goto("/admin-dashboard/newsletter");
    const [download] = await Promise.all([page.waitForEvent("download"), follow(en.subscribers.export)]);
    expect(await text(await download.createReadStream())).toContain(email);
    await goto("/admin-dashboard/reviews");
    const review = page.locator(".review", { hasText: `Rude words ${js}` });
    await review.getByRole("button", { name: "Remove" }).click();
    await waitForToast(en.reviewList.removed);
    await review.waitFor({ state: "detached" });
  });

  test("makes an admin, suspends a person, sees both in the audit trail, and logs out", async () => {
    const { page, goto, press, waitForToast } = admin;
    const [helper, pest] = [await insertPerson(world.archive), await insertPerson(world.archive)];
    await goto("/admin-dashboard/make-admin");
    await page.fill("#email", helper);
    await press("Make Admin");
    await waitForToast("Make Admin successfully");
    await goto(`/admin-dashboard/moderators?email=${pest}`);
    await page.getByLabel(en.moderators.everythingLabel).check();
    await press(en.moderators.submit);
    await waitForToast(`${pest} is a moderator`);
    await goto("/admin-dashboard/users");
    await page.getByRole("searchbox", { name: en.people.search }).fill(pest);
    await press("Find");
    await page.waitForURL("**/users?search=*");
    await press(about("Suspend", pest));
    await waitForToast(`${pest} is suspended`);
    for (const path of ["insight", "not-checked", `trusted-contributors?email=${helper}`])
      await goto(`/admin-dashboard/${path}`);
    await goto("/admin-dashboard/audit");
    const rows = await page.locator("tbody tr").allInnerTexts();
    expect(rows[0]).toMatch(new RegExp(`Suspended[\\s\\S]*${pest}`));
    expect(rows[2]).toMatch(new RegExp(`Made admin[\\s\\S]*${helper}`));
    await page.locator(".site-area form[action='/logout'] button").click();
    await waitForToast(en.login.goodbye);
  });

  test("has visited every page of an admin's journey", async () => {
    expect(await admin.arrive()).toEqual({ missed: [], complaints: [] });
  });
});
