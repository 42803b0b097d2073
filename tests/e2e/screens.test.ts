import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { kinds, standaloneKinds } from "../../src/shared/kinds/index.ts";
import { adminSession, axeFindings, launchBrowser, openPage, overflow } from "../support/browser.ts";
import { startServer, type TestServer } from "../support/server.ts";

const open = [
  "/",
  "/login",
  "/register",
  "/contact",
  "/forum",
  "/nowhere",
  "/api/docs",
  ...standaloneKinds.flatMap(({ pages }) => pages.lists),
];
const guarded = [
  "/dashboard",
  ...standaloneKinds.flatMap(({ pages }) => [`/dashboard/${pages.mine}`, `/dashboard/${pages.add}`]),
  "/dashboard/user-profile",
  "/dashboard/edit-profile",
  "/dashboard/user-review",
  "/admin-dashboard",
  "/admin-dashboard/users",
  "/admin-dashboard/audit",
  ...kinds.map(({ pages }) => `/admin-dashboard/${pages.admin}`),
  "/admin-dashboard/make-admin",
  "/admin-dashboard/contact-messages",
];

let server: TestServer;
let browser: Browser;
let details: string[];
let state: Awaited<ReturnType<typeof adminSession>>;

beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
  details = await Promise.all(
    standaloneKinds.map(async ({ calls, pages }) => {
      const answer = (await (
        await fetch(`${server.origin}/api/${calls.lists[0]}?page=0&size=1`)
      ).json()) as never;
      const [item] = (calls.listKey ? answer[calls.listKey] : answer) as [{ _id: string }];
      return `${pages.details}/${item._id}`;
    }),
  );
  state = await adminSession(browser, server);
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

describe.each([
  { width: 320, colorScheme: "light" as const },
  { width: 1280, colorScheme: "dark" as const },
])("$width px, $colorScheme", ({ width, colorScheme }) => {
  test.each(["everybody's", "signed in"])(
    "%s pages: axe finds nothing, nothing scrolls sideways, no complaint",
    async (who) => {
      const storageState = who === "signed in" ? state : undefined;
      const { page, complaints, close } = await openPage(browser, {
        viewport: { width, height: 800 },
        colorScheme,
        storageState,
      });
      for (const path of who === "signed in" ? guarded : [...open, ...details]) {
        await page.goto(server.origin + path);
        expect(await axeFindings(page), path).toEqual([]);
        expect(await overflow(page), path).toBe(0);
        expect(complaints, path).toEqual([]);
      }
      await close();
    },
  );
});

test("pages for reading carry no script at all, and the area for contributing does", async () => {
  for (const path of [...open.filter((one) => one !== "/api/docs"), ...details]) {
    const html = await (await fetch(server.origin + path)).text();
    expect(html, path).not.toContain("<script");
  }
  const { page, close } = await openPage(browser, { storageState: state });
  await page.goto(`${server.origin}/dashboard`);
  expect(await page.locator("script").count()).toBeGreaterThan(0);
  await close();
});
