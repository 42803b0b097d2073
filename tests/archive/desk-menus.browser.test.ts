import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { enDesk } from "../../src/shared/messages/en-desk.ts";
import { en } from "../../src/shared/messages/en.ts";
import {
  DESK,
  DESK_WIDE,
  type DeskSite,
  openDeskSite,
  said,
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

describe.each([320, 1280])("at %i px", (width) => {
  const menus = [
    [en.admin.menu, "#area-menu", en.admin.dashboard],
    [en.frame.account("One"), "#reader", en.frame.logout],
  ] as const;

  test.each(menus)("“%s” opens below its button and inside the window", async (name, selector, entry) => {
    await site.addNote("A note");
    const { page, complaints, close } = await site.open({ viewport: { width, height: 640 } });
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe(enDesk.title);
    const button = page.getByRole("button", { name });
    await button.click();
    const menu = page.locator(selector);
    expect(await menu.getByText(entry, { exact: true }).isVisible()).toBe(true);
    const [above, box] = [await button.boundingBox(), await menu.boundingBox()];
    expect(box?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0) - 1);
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(640);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await pageFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
});

test("the menu leads to another page of the admin area, which gives the open item back", async () => {
  const id = await site.addNote("A note");
  const { page, close } = await site.open(DESK_WIDE);
  await shown(page, id);
  const claims = () => site.archive.db.read.selectFrom("deskClaim").select("itemId").execute();
  await expect.poll(claims).toEqual([{ itemId: id }]);
  await page.getByRole("button", { name: en.admin.menu }).click();
  await page.locator("#area-menu").getByRole("link", { name: en.admin.dashboard }).click();
  await page.waitForURL("**/admin-dashboard");
  await expect.poll(claims).toEqual([]);
  await close();
});

test("an item is deleted after a confirmation, with a reason for its contributor and an entry of the audit trail", async () => {
  const [bad, next] = [await site.addNote("A bad note"), await site.addNote("Next")];
  const { page, complaints, close } = await site.open(DESK_WIDE);
  await shown(page, bad);
  const open = page.getByRole("button", { name: enDesk.delete.open });
  await open.click();
  await page.getByRole("button", { name: enDesk.delete.cancel }).click();
  await open.click();
  expect(await pageFaults(page)).toEqual([]);
  await page.getByLabel(enDesk.delete.reason).fill("Not a note");
  await page.getByRole("button", { name: enDesk.delete.run, exact: true }).click();
  await shown(page, next);
  expect(await said(page)).toBe(en.removal.removedDetail("A bad note"));
  expect(await page.locator(".desk-last").count()).toBe(0);
  const { db } = site.archive;
  const item = db.read.selectFrom("resource").select(["removedFrom", "reason"]).where("id", "=", bad);
  expect(await item.executeTakeFirstOrThrow()).toMatchObject({
    removedFrom: "Pending",
    reason: "Not a note",
  });
  const entries = db.read.selectFrom("audit").select("action").where("targetId", "=", bad);
  expect(await entries.execute()).toEqual([{ action: "removeItem" }]);
  await page.goto(site.origin + DESK);
  await shown(page, next);
  expect(await page.locator(".desk-row").count()).toBe(1);
  expect(complaints).toEqual([]);
  await close();
});
