import type { Request } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { enDesk } from "../../src/shared/messages/en-desk.ts";
import {
  currentId,
  DESK_PHONE,
  DESK_WIDE,
  type DeskSite,
  openDeskSite,
  shown,
} from "../support/archive/desk-screens.ts";
import { pageFaults } from "../support/web/browser.ts";

let site: DeskSite;
beforeAll(async () => {
  site = await openDeskSite();
});
afterEach(() => site.clear());
afterAll(async () => {
  await site.close();
  expect(site.faults).toEqual([]);
});

describe.each(["light", "dark"] as const)("in the %s theme", (colorScheme) => {
  test("three panes fill the window, the page doesn't scroll, and axe finds nothing", async () => {
    const id = await site.addPaper(0, { year: "2019" });
    for (let index = 1; index < 8; index += 1) await site.addNote(`Note ${index}`);
    const { page, complaints, close } = await site.open({ ...DESK_WIDE, colorScheme });
    await shown(page, id);
    const boxes = await Promise.all(
      [".desk-queue", ".desk-paper", ".desk-details"].map((pane) => page.locator(pane).boundingBox()),
    );
    expect(boxes.map((box) => box?.width)).toEqual([296, 600, 384]);
    expect(new Set(boxes.map((box) => box?.height)).size).toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
    expect(await pageFaults(page)).toEqual([]);
    await page.keyboard.press("x");
    await page.getByRole("button", { name: enDesk.bulk.return }).click();
    expect(await pageFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  test("a phone shows one pane at a time with the decision below it, and axe finds nothing", async () => {
    const id = await site.addPaper(0, { year: "2019" }, 2);
    const next = await site.addPaper(1);
    const { page, complaints, close } = await site.open({ ...DESK_PHONE, colorScheme });
    expect(await pageFaults(page)).toEqual([]);
    await page.locator(`.desk-row[data-id="${id}"] .desk-open`).tap();
    await shown(page, id);
    expect(await pageFaults(page)).toEqual([]);
    const tab = (name: string) =>
      page.locator(".desk-item-head").getByRole("button", { name: new RegExp(`^${name}`) });
    for (const name of [enDesk.details, enDesk.text]) {
      await tab(name).tap();
      expect(await pageFaults(page)).toEqual([]);
    }
    await tab(enDesk.pages).tap();
    await shown(page, id);
    const approve = page.locator(".desk-decide button").last();
    const before = await approve.boundingBox();
    await page.locator(".desk-decide button").first().tap();
    await page.getByRole("dialog").getByText("Some pages are missing").tap();
    expect(await pageFaults(page)).toEqual([]);
    await page.getByRole("button", { name: enDesk.decide.send }).tap();
    await expect.poll(() => site.statusOf(id)).toBe("Cancelled");
    await shown(page, next);
    await page.locator(".desk-last button").waitFor();
    expect(await approve.boundingBox()).toEqual(before);
    expect(await pageFaults(page)).toEqual([]);
    await page.locator(".desk-last button").tap();
    await expect.poll(() => site.statusOf(id)).toBe("Pending");
    expect(complaints).toEqual([]);
    await close();
  });
});

describe("several items", () => {
  test("are approved at once after a preview, and the undo restores them", async () => {
    const ids = [await site.addNote("One"), await site.addNote("Two"), await site.addNote("Three")];
    const { page, close } = await site.open(DESK_WIDE);
    for (const id of ids.slice(0, 2)) await page.locator(`.desk-row[data-id="${id}"] input`).check();
    await page.getByRole("button", { name: enDesk.bulk.approve }).click();
    await page.getByText(enDesk.bulk.effect.approve(2)).waitFor();
    await page.getByRole("button", { name: enDesk.bulk.run.approve(2), exact: true }).click();
    for (const id of ids.slice(0, 2)) await expect.poll(() => site.statusOf(id)).toBe("Approved");
    await page.locator(".desk-last", { hasText: enDesk.bulk.done.approve(2) }).waitFor();
    expect(await site.statusOf(ids[2] as string)).toBe("Pending");
    await page.locator(".desk-last button").click();
    for (const id of ids) await expect.poll(() => site.statusOf(id)).toBe("Pending");
    await expect.poll(() => page.locator(".desk-row").count()).toBe(3);
    await close();
  });

  test("leave A and its button to the open item alone, and the button says so", async () => {
    const ids = [await site.addNote("One"), await site.addNote("Two"), await site.addNote("Three")];
    const [first = "", second = "", third = ""] = ids;
    const { page, close } = await site.open(DESK_WIDE);
    await shown(page, first);
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    await button(enDesk.decide.approve).waitFor();
    for (const id of [first, second]) await page.locator(`.desk-row[data-id="${id}"] input`).check();
    await button(enDesk.decide.approveOne).waitFor();
    await button(enDesk.decide.returnOne).waitFor();
    expect(await button(enDesk.decide.approve).count()).toBe(0);
    await page.locator("#desk-paper").focus();
    await page.keyboard.press("a");
    await expect.poll(() => site.statusOf(first)).toBe("Approved");
    await shown(page, second);
    await page.locator(".desk-last button").waitFor();
    for (const id of [second, third]) expect(await site.statusOf(id)).toBe("Pending");
    await button(enDesk.decide.approve).waitFor();
    await close();
  });

  test("of the whole list become a job whose progress is shown, and an open item of another desk is skipped", async () => {
    const ids: string[] = [];
    for (let index = 0; index < 60; index += 1) ids.push(await site.addNote(`Item ${index}`));
    const two = await site.open(DESK_WIDE, "two");
    await two.page.locator(`.desk-row[data-id="${ids[5]}"] .desk-open`).click();
    await expect
      .poll(async () =>
        (await site.archive.db.read.selectFrom("deskClaim").select("itemId").execute()).map(
          ({ itemId }) => itemId,
        ),
      )
      .toEqual([ids[5]]);
    const { page, close } = await site.open(DESK_WIDE);
    await page.locator(".desk-row input").first().check();
    await page.getByRole("button", { name: enDesk.bulk.all(60) }).click();
    await page.getByRole("button", { name: enDesk.bulk.return }).click();
    await page.getByLabel(enDesk.decide.reasonText).fill("Please send papers, not notes.");
    await page.getByText(enDesk.bulk.effect.return(59)).waitFor();
    await page.getByText(enDesk.bulk.skipped.held(1)).waitFor();
    await page.getByRole("button", { name: enDesk.bulk.run.return(59), exact: true }).click();
    await page.locator(".desk-last progress").waitFor();
    const { jobs, deskDecisions } = site.archive.services;
    const job = await jobs.claim({ lanes: ["desk"] });
    const { decision } = JSON.parse(job?.payload ?? "{}") as { decision: string };
    await deskDecisions.run(decision, new AbortController().signal);
    await page.locator(".desk-last", { hasText: enDesk.bulk.done.return(59) }).waitFor();
    expect(await site.statusOf(ids[5] as string)).toBe("Pending");
    expect(await site.statusOf(ids[59] as string)).toBe("Cancelled");
    await Promise.all([close(), two.close()]);
  });
});

test("the filter and the order are in the address, with counts", async () => {
  const note = await site.addNote("A note");
  await site.addPaper(0);
  const { page, close } = await site.open(DESK_WIDE);
  await page.getByRole("button", { name: enDesk.filter.open }).click();
  await page.getByLabel(enDesk.filter.kind).selectOption({ label: "Notes (1)" });
  await page.getByRole("button", { name: enDesk.filter.apply }).click();
  await page.waitForURL(/kind=note/);
  await expect.poll(() => page.locator(".desk-row").count()).toBe(1);
  await expect.poll(() => currentId(page)).toBe(note);
  expect(await page.locator(".desk-queue h2").innerText()).toBe(enDesk.matching(1, 2));
  await close();
});

test("thumbnails that don't arrive take two connections at most, and delay no paper and no decision", async () => {
  const ids: string[] = [];
  for (let index = 0; index < 8; index += 1) ids.push(await site.addPaper(index));
  const [first = "", second = ""] = ids;
  const { page, close } = await site.open(DESK_WIDE);
  const waiting = new Set<Request>();
  // A row that is drawn again takes its request back.
  page.on("requestfailed", (request) => waiting.delete(request));
  await page.route(/width=480$/, (route) => void waiting.add(route.request()));
  await page.reload({ waitUntil: "domcontentloaded" });
  await shown(page, first);
  await expect.poll(() => waiting.size).toBe(2);
  await page.keyboard.press("a");
  await shown(page, second);
  await expect.poll(() => site.statusOf(first)).toBe("Approved");
  await close();
});
