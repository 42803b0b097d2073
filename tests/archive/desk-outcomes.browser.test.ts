import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { MAX_BULK } from "../../src/shared/moderating/desk.ts";
import { enDesk } from "../../src/shared/messages/en-desk.ts";
import { insertItems } from "../support/archive/factories.ts";
import { signUpModerator } from "../support/people/moderators.ts";
import { cookiesOf } from "../support/web/browser.ts";
import {
  currentId,
  DESK_PHONE,
  DESK_WIDE,
  type DeskSite,
  openDeskSite,
  said,
  shown,
} from "../support/archive/desk-screens.ts";

let site: DeskSite;
beforeAll(async () => {
  site = await openDeskSite();
});
afterEach(() => site.clear());
afterAll(async () => {
  await site.close();
  expect(site.faults).toEqual([]);
});

type Opened = Awaited<ReturnType<DeskSite["open"]>>["page"];

/** Holds requests to addresses that match. @returns a function that lets them go */
async function hold(page: Opened, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

const approveSelected = async (page: Opened, count: number) => {
  await page.getByRole("button", { name: enDesk.bulk.approve }).click();
  await page.getByText(enDesk.bulk.effect.approve(count)).waitFor();
  await page.getByRole("button", { name: enDesk.bulk.run.approve(count), exact: true }).click();
  await page.locator(".desk-last", { hasText: enDesk.bulk.done.approve(count) }).waitFor();
};

test("shows visibly in the bottom bar that another moderator decided first, and leaves Approve free", async () => {
  const [first, second] = [await site.addNote("First"), await site.addNote("Second")];
  for (const size of [DESK_WIDE, DESK_PHONE]) {
    const id = size === DESK_WIDE ? first : second;
    const { page, close } = await site.open(size, "one", `?item=${id}`);
    await shown(page, id);
    await site.archive.db.write
      .updateTable("resource")
      .set(({ eb }) => ({ status: "Approved", version: eb("version", "+", 1) }))
      .where("id", "=", id)
      .execute();
    await page.locator(".desk-decide button").last().click();
    await expect.poll(() => said(page)).toContain("Your decision was not saved.");
    const message = await page.locator("#desk-said").boundingBox();
    expect(message?.height).toBeGreaterThan(10);
    expect(message?.width).toBeGreaterThan(100);
    const approve = page.locator(".desk-decide button").last();
    if (await approve.isVisible()) await approve.click({ trial: true });
    await close();
  }
});

test("items can be decided one after another while the Text tab is open", async () => {
  const [first, second] = [await site.addPaper(0), await site.addPaper(1)];
  const { page, close } = await site.open(DESK_WIDE);
  await shown(page, first);
  await page.locator(".desk-paper").getByRole("button", { name: enDesk.text, exact: true }).click();
  await page.keyboard.press("a");
  await shown(page, second);
  await page.locator(".desk-last button").waitFor();
  await page.keyboard.press("a");
  await expect.poll(() => site.statusOf(second)).toBe("Approved");
  await close();
});

test("the sheet of a phone stays open and says why a return was not sent", async () => {
  const [first, second] = [await site.addNote("First"), await site.addNote("Second")];
  const { page, close } = await site.open(DESK_PHONE, "one", `?item=${first}`);
  await shown(page, first);
  const letGo = await hold(page, "**/decide");
  await page.locator(".desk-decide button").last().tap();
  await shown(page, second);
  await page.locator(".desk-decide button").first().tap();
  const sheet = page.getByRole("dialog");
  await sheet.getByText("Some pages are missing").tap();
  await page.getByRole("button", { name: enDesk.decide.send }).tap();
  await sheet.getByText(enDesk.decide.busy).waitFor();
  letGo();
  await sheet.getByText(enDesk.decide.busy).waitFor({ state: "detached" });
  await page.getByRole("button", { name: enDesk.decide.send }).tap();
  await expect.poll(() => site.statusOf(second)).toBe("Cancelled");
  await close();
});

describe("an undo", () => {
  test("of several items says how many stayed because they changed, and lists them", async () => {
    const ids = [await site.addNote("Changed"), await site.addNote("Same")];
    const { page, close } = await site.open(DESK_WIDE);
    for (const id of ids) await page.locator(`.desk-row[data-id="${id}"] input`).check();
    await approveSelected(page, 2);
    await site.archive.db.write
      .updateTable("resource")
      .set(({ eb }) => ({ version: eb("version", "+", 1) }))
      .where("id", "=", ids[0] as string)
      .execute();
    await page.locator(".desk-last button").click();
    const last = page.locator(".desk-last");
    await last.getByText(`${enDesk.bulk.undone(1)} ${enDesk.audit.keptDetail(1)}`).waitFor();
    await last.locator("summary").click();
    expect(await last.locator("li").allInnerTexts()).toEqual([`Changed: ${enDesk.bulk.why.kept}`]);
    expect(await last.getByRole("button").count()).toBe(0);
    await close();
  });

  test("says that it is early while the decision is being saved, and decisions wait for a running undo", async () => {
    const [first, second] = [await site.addNote("First"), await site.addNote("Second")];
    const { page, close } = await site.open(DESK_WIDE);
    await shown(page, first);
    const save = await hold(page, "**/decide");
    await page.keyboard.press("a");
    await shown(page, second);
    await page.keyboard.press("z");
    await expect.poll(() => said(page)).toBe(enDesk.last.stillSaving);
    save();
    await page.locator(".desk-last button").waitFor();
    const undo = await hold(page, "**/undo");
    await page.keyboard.press("z");
    await page.keyboard.press("a");
    await expect.poll(() => said(page)).toBe(enDesk.decide.undoing);
    undo();
    await shown(page, first);
    expect(await Promise.all([first, second].map(site.statusOf))).toEqual(["Pending", "Pending"]);
    await close();
  });
});

describe("a decision", () => {
  test("stops with a message if the moderator is logged out, and the item comes back", async () => {
    const [first] = [await site.addNote("First"), await site.addNote("Second")];
    const { page, close } = await site.open(DESK_WIDE);
    await shown(page, first);
    await page.context().clearCookies();
    await page.keyboard.press("a");
    await expect.poll(() => said(page)).toBe(enDesk.dropped.loggedOut);
    expect(await currentId(page)).toBe(first);
    expect(await page.locator(".desk-lost").count()).toBe(0);
    await close();
  });

  test("that waits for the connection is dropped if another account logs in", async () => {
    const [first] = [await site.addNote("First"), await site.addNote("Second")];
    const three = await signUpModerator(site.archive, "Three", [{ universityKey: "", departmentKey: "" }]);
    const { page, close } = await site.open(DESK_WIDE);
    await shown(page, first);
    await page.route("**/decide", (route) => route.abort());
    await page.keyboard.press("a");
    await page.locator(".desk-lost").waitFor();
    await page.context().clearCookies();
    await page.context().addCookies(cookiesOf(three.cookie, site.origin));
    await page.unroute("**/decide");
    await expect.poll(() => said(page)).toContain(enDesk.dropped.otherAccount);
    expect(await site.statusOf(first)).toBe("Pending");
    await close();
  });
});

test("a selected row keeps the version that the moderator saw, so a later edit is not approved unseen", async () => {
  const [edited, same] = [await site.addNote("Edited"), await site.addNote("Same")];
  const { page, close } = await site.open(DESK_WIDE);
  await shown(page, edited);
  for (const id of [edited, same]) await page.locator(`.desk-row[data-id="${id}"] input`).check();
  await site.archive.db.write
    .updateTable("resource")
    .set(({ eb }) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", edited)
    .execute();
  // The desk loads the queue again after 15 s, with the new version.
  await page.waitForResponse((response) => response.url().includes("/rows?"));
  await page.getByRole("button", { name: enDesk.bulk.approve }).click();
  await page.getByText(enDesk.bulk.skipped.changed(1)).waitFor();
  await page.getByRole("button", { name: enDesk.bulk.run.approve(1), exact: true }).click();
  await expect.poll(() => site.statusOf(same)).toBe("Approved");
  expect(await site.statusOf(edited)).toBe("Pending");
  await close();
});

test("the dialog of a decision about a longer list names at most the limit of one decision", async () => {
  const items = Array.from({ length: MAX_BULK + 1 }, () => ({
    status: "Pending" as const,
    uploader: site.student,
  }));
  await insertItems(site.archive, "note", items);
  const { page, close } = await site.open(DESK_WIDE);
  await page.locator(".desk-row input").first().check();
  expect(await page.locator(".desk-bulk kbd").count()).toBe(0);
  await page.getByRole("button", { name: enDesk.bulk.first(MAX_BULK) }).click();
  await page.getByRole("button", { name: enDesk.bulk.approve }).click();
  const dialog = page.getByRole("dialog", { name: enDesk.bulk.title.approve(MAX_BULK) });
  await dialog.waitFor();
  expect(await dialog.count()).toBe(1);
  await close();
});

test("single-letter keys can be turned off, and the device remembers it", async () => {
  const first = await site.addNote("First");
  await site.addNote("Second");
  const { page, close } = await site.open(DESK_WIDE);
  await shown(page, first);
  await page.keyboard.press("?");
  await page.getByLabel(enDesk.keys.letters).uncheck();
  await page.keyboard.press("Escape");
  await page.reload();
  await shown(page, first);
  await page.keyboard.press("j");
  await page.keyboard.press("a");
  expect(await currentId(page)).toBe(first);
  expect(await site.statusOf(first)).toBe("Pending");
  await page.getByRole("button", { name: enDesk.keys.open }).click();
  await page.getByLabel(enDesk.keys.letters).check();
  await page.keyboard.press("Escape");
  await page.keyboard.press("a");
  await expect.poll(() => site.statusOf(first)).toBe("Approved");
  await close();
});
