import { describe, expect, test } from "vitest";
import { openGroups, papers, PHONE, pileSite, row, WIDE } from "../support/archive/pile-screens.ts";
import type { Locator } from "playwright-core";

const { paths, open, begin } = pileSite();
const label = papers[0]?.file ?? "";
const year = String(papers[0]?.year);

/** The picture of a line: its words for those who can't see it, and whether it has arrived. */
async function seen(picture: Locator) {
  await picture.waitFor();
  const width = () => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth);
  await expect.poll(width).toBeGreaterThan(100);
  return picture.getAttribute("alt");
}

describe("the picture of the line that a detail was read from", () => {
  test("the picture of a line stands beside its value in the table, and nothing moves when it arrives", async () => {
    const { page, complaints, close } = await open(WIDE);
    await begin(page, paths.slice(0, 2));
    await row(page, label).locator('td[data-column="year"]').click();
    const picture = page.locator(".pile-option .pile-line");
    expect(await seen(picture)).toContain(year);
    expect((await picture.boundingBox())?.height).toBe(36);
    expect(complaints).toEqual([]);
    await close();
  });

  test("the picture of a line stands in the sheet of a phone", async () => {
    const { page, complaints, close } = await open(PHONE);
    await begin(page, paths.slice(0, 2));
    await openGroups(page);
    await page.locator(`.pile-card[data-label="${label}"] .pile-edit`).tap();
    await page.getByRole("button", { name: /^Year / }).tap();
    expect(await seen(page.locator(".pile-detail-open .pile-line"))).toContain(year);
    expect(complaints).toEqual([]);
    await close();
  });
});
