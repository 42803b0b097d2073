import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kindNamed, kinds, standaloneKinds } from "../../src/shared/kinds/index.ts";
import { insertItem } from "../support/archive/factories.ts";
import { listen, type ListeningSite } from "../support/process/listen.ts";
import { cookiesOf, launchBrowser, openPage, overflow } from "../support/web/browser.ts";
import { runsOut } from "../support/web/runs-out.ts";

const UNIVERSITY =
  "Bangabandhu Sheikh Mujibur Rahman International University of Engineering Science Technology and Maritime Studies at Gopalganj";
/** Bangla text of 120 characters without a space. */
const BANGLA = "উচ্চতরপরিসংখ্যানবিদ্যাএবংসম্ভাবনাতত্ত্ব".repeat(4).slice(0, 120);
const TITLE = `Introduction to ${"Electromagneticthermodynamics".repeat(4)}`.slice(0, 120);
const PERSON = "মোহাম্মদআব্দুল্লাহআলমামুনচৌধুরী".repeat(4).slice(0, 100);
const CODE = "CSE-2103-SESSIONAL";
const MILLIONS = 1_234_567;
const WIDTHS = [320, 360, 1280];

let site: ListeningSite;
let browser: Browser;
let cookie: string;
const details: string[] = [];
/** The pages of the university, the department and the course. */
const places: string[] = [];

beforeAll(async () => {
  site = await listen();
  browser = await launchBrowser();
  const { archive } = site;
  const admin = await archive.signUp("Admin", "admin");
  cookie = admin.cookie;
  await archive.db.write.updateTable("users").set({ displayName: PERSON }).execute();
  const uploader = { ...admin.actor, displayName: PERSON };
  const student = { ...(await archive.signUp("Rahim")).actor, displayName: PERSON };
  const place = {
    university: UNIVERSITY,
    department: "Institute of Disaster Management and Vulnerability Studies",
  };
  for (const [index, title] of [TITLE, BANGLA].entries())
    for (const { name, fields } of standaloneKinds) {
      const named = Object.fromEntries(
        Object.entries({ ...place, code: CODE }).filter(([one]) => one in fields),
      );
      const values = { ...named, [kindNamed(name).title]: title };
      const id = await insertItem(archive, name, { uploader, fields: values });
      await insertItem(archive, name, { uploader: student, status: "Pending", fields: values });
      if (index === 0 || name === "question") details.push(`${kindNamed(name).pages.details}/${id}`);
      if (name === "question") await insertItem(archive, "answer", { parentId: id, uploader });
    }
  const html = await (await fetch(site.origin + details[0])).text();
  const [, crumbs = ""] = /<nav class="crumbs"(.*?)<\/nav>/s.exec(html) ?? [];
  for (const [, path = ""] of crumbs.matchAll(/href="([^"]+)"/g)) places.push(path);
  await archive.db.write.updateTable("resourceTotal").set({ n: MILLIONS }).execute();
});
afterAll(async () => {
  await browser.close();
  expect(site.faults).toEqual([]);
  await site.close();
});

const areas: Record<string, () => string[]> = {
  "public pages": () => [
    "/",
    "/search",
    `/search?search=${CODE}`,
    "/universities",
    ...places,
    `/course/${"w".repeat(60)}/cse2103`,
    ...standaloneKinds.flatMap(({ pages }) => pages.lists.slice(0, 1)),
    ...details,
  ],
  "pages of the dashboard": () => [
    "/dashboard",
    ...standaloneKinds.map(({ pages }) => `/dashboard/${pages.mine}`),
    "/dashboard/pending-questions",
    "/dashboard/user-profile",
    "/dashboard/notices",
    "/dashboard/saved",
    "/dashboard/follows",
    "/dashboard/requests",
  ],
  "pages of the admin area": () => [
    "/admin-dashboard",
    "/admin-dashboard/manage-questions",
    "/admin-dashboard/users",
    "/admin-dashboard/moderators",
    "/admin-dashboard/trusted-contributors",
    "/admin-dashboard/universities",
    "/admin-dashboard/courses",
    "/admin-dashboard/short-names",
    "/admin-dashboard/insight",
    "/admin-dashboard/audit",
    ...kinds.map(({ pages }) => `/admin-dashboard/${pages.admin}`),
  ],
};

test.each(Object.keys(areas))(
  "no text of the %s runs out of its box with the longest names and the greatest counts",
  async (area) => {
    const { page, close } = await openPage(browser, { viewport: { width: 1280, height: 800 } });
    if (area !== "public pages") await page.context().addCookies(cookiesOf(cookie, site.origin));
    const faults: string[] = [];
    for (const path of areas[area]?.() ?? []) {
      const answer = await page.goto(site.origin + path);
      if (answer?.status() !== (path.includes("/www") ? 404 : 200))
        faults.push(`${path}: ${answer?.status()}`);
      if (path.endsWith("manage-questions"))
        await page.locator(".desk-details-body").waitFor({ state: "attached" });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        const wider = await overflow(page);
        if (wider > 0) faults.push(`${path} at ${width}: ${wider} px wider than the window`);
        for (const text of await runsOut(page)) faults.push(`${path} at ${width}: ${text}`);
      }
    }
    expect(faults).toEqual([]);
    await close();
  },
);

test("no text of the desk runs out of its box on a phone, on each part of an item and with two selected", async () => {
  const { page, close } = await openPage(browser, { viewport: { width: 320, height: 700 } });
  await page.context().addCookies(cookiesOf(cookie, site.origin));
  await page.goto(`${site.origin}/admin-dashboard/manage-questions`);
  await page.locator(".desk-row").first().waitFor();
  for (const box of (await page.locator(".desk-row input").all()).slice(0, 2)) await box.check();
  const faults = async (where: string) => {
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 700 });
      expect([where, width, await overflow(page), await runsOut(page)]).toEqual([where, width, 0, []]);
    }
  };
  await faults("the queue");
  await page.locator(".desk-open").first().click();
  await page.locator(".desk-no-pages").waitFor();
  for (const tab of await page.locator(".desk-item-head .desk-tabs button").all()) {
    await tab.click();
    await faults(await tab.innerText());
  }
  await close();
});
