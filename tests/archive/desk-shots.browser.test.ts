import { afterAll, beforeAll, test } from "vitest";
import { openDeskSite, type DeskSite, DESK_WIDE, DESK_PHONE } from "../support/archive/desk-screens.ts";
let site: DeskSite;
beforeAll(async () => { site = await openDeskSite(); });
afterAll(() => site.close());
test("shots", async () => {
  const first = await site.addPaper(0, { year: "2019" }, 3);
  for (let i = 1; i < 6; i += 1) await site.addPaper(i, i === 2 ? { term: "" } : {});
  await site.addPaper(0);
  await site.addNote("Sorting");
  for (const scheme of ["light", "dark"] as const) {
    const { page, complaints, close } = await site.open({ ...DESK_WIDE, colorScheme: scheme });
    await page.locator("[data-shown]").waitFor();
    await page.keyboard.press("e");
    await page.waitForTimeout(800);
    await page.screenshot({ path: `/tmp/nd-wide-${scheme}.png` });
    console.log(complaints, await page.locator(".desk-bottom [role=status]").textContent());
    await close();
  }
  for (const scheme of ["light", "dark"] as const) {
    const { page, complaints, close } = await site.open({ ...DESK_PHONE, colorScheme: scheme });
    await page.waitForTimeout(500);
    await page.screenshot({ path: `/tmp/nd-phone-${scheme}-1.png` });
    await page.locator(".desk-open").first().tap();
    await page.waitForTimeout(800);
    await page.screenshot({ path: `/tmp/nd-phone-${scheme}-2.png` });
    await page.locator(".desk-item-head .desk-tabs button").nth(1).tap();
    await page.waitForTimeout(500);
    await page.screenshot({ path: `/tmp/nd-phone-${scheme}-3.png` });
    await page.locator(".desk-decide button").first().tap();
    await page.waitForTimeout(500);
    await page.screenshot({ path: `/tmp/nd-phone-${scheme}-4.png` });
    console.log(complaints);
    await close();
  }
  const { page, close } = await site.open({ ...DESK_WIDE, javaScriptEnabled: false });
  await page.screenshot({ path: "/tmp/nd-plain.png" });
  await close();
});
