import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { pilePaper } from "../support/archive/pile-papers.ts";
import { enDesk } from "../../src/shared/messages/en-desk.ts";
import {
  currentId,
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

describe("the keys of the desk", () => {
  test("approve, return with a reason, and undo, and the next item opens each time", async () => {
    const [first, second, third] = [
      await site.addPaper(0),
      await site.addPaper(1),
      await site.addNote("Third"),
    ];
    const { page, complaints, close } = await site.open(DESK_WIDE);
    await shown(page, first);
    await page.keyboard.press("a");
    await shown(page, second);
    await expect.poll(() => site.statusOf(first)).toBe("Approved");
    await page.locator(".desk-last button").waitFor();
    await page.keyboard.press("2");
    await page.keyboard.press("r");
    await shown(page, third);
    await expect.poll(() => site.statusOf(second)).toBe("Cancelled");
    const { reason } = await site.archive.db.read
      .selectFrom("resource")
      .select("reason")
      .where("id", "=", second)
      .executeTakeFirstOrThrow();
    expect(reason).toContain("blurred");
    await page.locator(".desk-last button").waitFor();
    await page.keyboard.press("z");
    await shown(page, second);
    await expect.poll(() => site.statusOf(second)).toBe("Pending");
    expect(await currentId(page)).toBe(second);
    expect(complaints).toEqual([]);
    await close();
  });

  test("approve, and the bar names the item in the same words after a reload", async () => {
    const id = await site.addPaper(0);
    const { page, close } = await site.open(DESK_WIDE);
    await shown(page, id);
    await page.keyboard.press("a");
    const bar = page.locator(".desk-last", { has: page.locator("button") }).locator("> span");
    const before = await bar.innerText();
    expect(before).toContain("Final");
    await page.reload();
    expect(await bar.innerText()).toBe(before);
    await close();
  });

  test("never approve repeatedly while a key is held, and a second press decides on nothing unseen", async () => {
    const ids = [await site.addPaper(0), await site.addPaper(1), await site.addPaper(2)];
    const { page, close } = await site.open(DESK_WIDE);
    await shown(page, ids[0] as string);
    // The first decision stays on its way until the test lets it go.
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route("**/decide", async (route) => {
      await held;
      await route.continue();
    });
    await page.keyboard.down("a");
    for (let repeat = 0; repeat < 5; repeat += 1) await page.keyboard.down("a");
    await page.keyboard.up("a");
    await shown(page, ids[1] as string);
    await page.keyboard.press("a");
    await expect.poll(() => said(page)).toBe(enDesk.decide.busy);
    letGo();
    await expect.poll(() => site.statusOf(ids[0] as string)).toBe("Approved");
    await page.locator(".desk-last button").waitFor();
    expect(await currentId(page)).toBe(ids[1]);
    expect(await Promise.all(ids.slice(1).map(site.statusOf))).toEqual(["Pending", "Pending"]);
    await close();
  });

  test("are text while a field has the focus, and Escape leaves the field", async () => {
    const [id] = [await site.addPaper(0, { year: "2019" }), await site.addPaper(1)];
    const { page, close } = await site.open(DESK_WIDE);
    await shown(page, id);
    await page.keyboard.press("e");
    const year = page.locator("#desk-year");
    await expect.poll(() => year.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.locator(".desk-frame").waitFor();
    await year.fill("");
    await page.keyboard.type("20a23");
    expect(await year.inputValue()).toBe("20a23");
    await page.keyboard.press("Escape");
    await page.keyboard.press("a");
    // The server refuses the year, and what was typed stays.
    await page.locator(".desk-details [role=alert]").waitFor();
    expect(await currentId(page)).toBe(id);
    expect(await year.inputValue()).toBe("20a23");
    expect(await site.statusOf(id)).toBe("Pending");
    await year.fill("2023");
    await page.keyboard.press("Escape");
    await page.keyboard.press("a");
    await expect.poll(() => site.statusOf(id)).toBe("Approved");
    const item = await site.archive.services.resources.get(undefined, "question", id);
    expect(item.year).toBe(2023);
    await close();
  });

  test("turn the pages, open the comparison, and mark a duplicate", async () => {
    const first = await site.addPaper(3, {}, 3);
    const twin = await site.addPaper(3, {}, 3);
    const { page, close } = await site.open(DESK_WIDE);
    await shown(page, first);
    await page.keyboard.press("p");
    await expect.poll(() => page.locator(".desk-tools").innerText()).toContain(enDesk.page.of(2, 3));
    await page.keyboard.press("m");
    expect(await site.statusOf(first)).toBe("Pending");
    // The twin is named by its code, exam and year.
    const { code, year, examType } = pilePaper(3);
    const exam = examType === "mid" ? "Mid" : "Final";
    const named = page.locator(".desk-similar li");
    await expect.poll(() => named.allInnerTexts()).toHaveLength(1);
    for (const part of [code, `${exam} ${year}`]) expect(await named.innerText()).toContain(part);
    await page.keyboard.press("d");
    await page.locator(".desk-other").waitFor();
    await page.keyboard.press("m");
    await expect.poll(() => site.statusOf(first)).toBe("Cancelled");
    expect(await currentId(page)).toBe(twin);
    await close();
  });

  test("list themselves, and R without a reason moves to the reasons", async () => {
    const id = await site.addPaper(4);
    const { page, close } = await site.open(DESK_WIDE);
    await shown(page, id);
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: enDesk.keys.title }).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await page.keyboard.press("r");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("name")))
      .toBe("desk-reason");
    expect(await site.statusOf(id)).toBe("Pending");
    await close();
  });
});

describe("two moderators", () => {
  test("open different items, see who has which, and J passes over the item of the other", async () => {
    const [first, second, third] = [await site.addPaper(0), await site.addPaper(1), await site.addPaper(2)];
    const one = await site.open(DESK_WIDE);
    await shown(one.page, first);
    await expect
      .poll(
        async () => (await site.archive.db.read.selectFrom("deskClaim").select("itemId").execute()).length,
      )
      .toBe(1);
    const two = await site.open(DESK_WIDE, "two");
    await shown(two.page, second);
    const row = two.page.locator(`.desk-row[data-id="${first}"]`);
    await expect.poll(() => row.innerText()).toContain(enDesk.row.has("One"));
    await two.page.keyboard.press("k");
    expect(await currentId(two.page)).toBe(second);
    await expect
      .poll(
        async () => (await site.archive.db.read.selectFrom("deskClaim").select("itemId").execute()).length,
      )
      .toBe(2);
    // The first moderator does not know of the claim yet, and passes over the item when the server says so.
    await one.page.keyboard.press("j");
    await shown(one.page, third);
    await Promise.all([one.close(), two.close()]);
  });

  test("who decide on the same item: the first wins, and the second is told", async () => {
    const [first, second] = [await site.addPaper(0), await site.addPaper(1)];
    const one = await site.open(DESK_WIDE);
    await shown(one.page, first);
    const two = await site.open(DESK_WIDE, "two");
    await two.page.locator(`.desk-row[data-id="${first}"] .desk-open`).click();
    await shown(two.page, first);
    await one.page.keyboard.press("a");
    await expect.poll(() => site.statusOf(first)).toBe("Approved");
    await two.page.keyboard.press("1");
    await two.page.keyboard.press("r");
    await expect.poll(() => said(two.page)).toContain("decided on");
    expect(await site.statusOf(first)).toBe("Approved");
    expect(await site.statusOf(second)).toBe("Pending");
    await Promise.all([one.close(), two.close()]);
  });
});
