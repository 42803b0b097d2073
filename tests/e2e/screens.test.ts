import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { kinds, standaloneKinds } from "../../src/shared/kinds/index.ts";
import { axeFindings, launchBrowser, openPage, overflow } from "../support/browser.ts";
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
const own = [
  "/dashboard",
  ...standaloneKinds.flatMap(({ pages }) => [`/dashboard/${pages.mine}`, `/dashboard/${pages.add}`]),
  "/dashboard/user-profile",
  "/dashboard/edit-profile",
  "/dashboard/user-review",
  "/dashboard/security",
  "/dashboard/second-factor",
  "/login/confirm",
];
const admins = [
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
let state: Awaited<ReturnType<typeof signIn>>;

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
  state = await signIn();
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

async function signIn() {
  const [, email, password] = /admin\s+(\S+)\s+(\S+)/.exec(server.lines.join("\n")) ?? [];
  const { page, close } = await openPage(browser);
  await page.goto(`${server.origin}/login`);
  await page.fill("#email", email as string);
  await page.fill("#password", password as string);
  await page.click("main form button");
  await page.waitForSelector(".toast");
  const stored = await page.context().storageState();
  await close();
  return stored;
}

describe.each([
  { width: 320, colorScheme: "light" as const },
  { width: 1280, colorScheme: "dark" as const },
])("$width px, $colorScheme", ({ width, colorScheme }) => {
  test.each(["everybody's", "one's own", "the admins'"])(
    "%s pages: axe finds nothing, nothing scrolls sideways, no complaint",
    async (who) => {
      const isOpen = who === "everybody's";
      const storageState = isOpen ? undefined : state;
      const { page, complaints, close } = await openPage(browser, {
        viewport: { width, height: 800 },
        colorScheme,
        storageState,
      });
      const paths = isOpen ? [...open, ...details] : who === "one's own" ? own : admins;
      for (const path of paths) {
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
