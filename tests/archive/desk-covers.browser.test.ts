import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { enDesk } from "../../src/shared/messages/en-desk.ts";
import { insertItem, payloadOf } from "../support/archive/factories.ts";
import {
  DESK_PHONE,
  DESK_WIDE,
  type DeskSite,
  openDeskSite,
  shown,
} from "../support/archive/desk-screens.ts";
import { VISIT } from "../support/platform/archive.ts";
import { pageFaults } from "../support/web/browser.ts";

const ID = "1Abcdefghijklmnopqrstuvwxyz012345";

let site: DeskSite;
beforeAll(async () => {
  site = await openDeskSite();
});
afterEach(() => site.clear());
afterAll(async () => {
  await site.close();
  expect(site.faults).toEqual([]);
});

const add = (kind: string, fields: Record<string, string>) =>
  insertItem(site.archive, kind, { status: "Pending", uploader: site.student, fields });

test.each([DESK_WIDE, DESK_PHONE])(
  "a paper that is only on Drive has a cover, and its link opens Drive's preview",
  async (options) => {
    const driveLink = `https://drive.google.com/open?id=${ID}`;
    const id = await add("question", { code: "CSE 2103", driveLink });
    const { page, complaints, close } = await site.open(options);
    const row = page.locator(`.desk-row[data-id="${id}"]`);
    expect(await row.locator(".desk-no-thumbnail svg").count()).toBe(1);
    await row.locator(".desk-open").click();
    await shown(page, id);
    expect(await page.locator(".desk-cover .item-cover").innerText()).toContain("CSE 2103");
    const link = page.getByRole("link", { name: enDesk.page.drive });
    expect(await link.getAttribute("href")).toBe(`https://drive.google.com/file/d/${ID}/preview`);
    expect(await pageFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  },
);

test("a link to another site or to a folder on Drive opens as it is", async () => {
  for (const driveLink of ["https://example.org/paper.pdf", `https://drive.google.com/drive/folders/${ID}`]) {
    const id = await add("question", { driveLink });
    const { page, close } = await site.open(DESK_WIDE);
    await shown(page, id);
    const link = page.locator(".desk-no-pages").getByRole("link", { name: enDesk.page.link });
    expect(await link.getAttribute("href")).toBe(driveLink);
    await close();
    await site.clear();
  }
});

test("a blog shows its picture", async () => {
  const payload = payloadOf("blog", { topic: "How to revise" });
  const id = await site.archive.services.resources.create(site.student, "blog", payload, VISIT.client);
  const { page, close } = await site.open(DESK_WIDE);
  await shown(page, id);
  const address = payload["blogImg"];
  const picture = page.getByAltText(enDesk.page.cover("How to revise"));
  expect(await picture.getAttribute("src")).toBe(address);
  const small = page.locator(`.desk-row[data-id="${id}"] img`);
  expect(await small.getAttribute("data-thumbnail")).toBe(address);
  await close();
});
