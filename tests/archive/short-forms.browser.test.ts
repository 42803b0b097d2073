import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { adminSession, launchBrowser, openPage, overflow } from "../support/web/browser.ts";
import { startServer, type TestServer } from "../support/process/server.ts";

let server: TestServer;
let browser: Browser;
let state: Awaited<ReturnType<typeof adminSession>>;
let report: string;

beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
  state = await adminSession(browser, server);
  const [book] = (await (await fetch(`${server.origin}/api/allBooks?page=0&size=1`)).json()) as [
    { _id: string },
  ];
  report = `/book-details/${book._id}/report`;
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

const visitors = [
  "/login",
  "/register",
  "/forgot-password",
  "/reset-password?token=old",
  "/check-mail",
  "/verify-email?token=old",
  "/newsletter",
  "/newsletter/confirm?token=old",
  "/newsletter/unsubscribe?token=old",
  "/copyright",
  "a report",
];
const own = [
  "/login/confirm",
  "/change-email?token=old",
  "/dashboard/user-review",
  "/dashboard/edit-profile",
  "/dashboard/change-password",
  "/dashboard/change-email",
  "/dashboard/second-factor",
  "/dashboard/delete-account",
  "/admin-dashboard/make-admin",
];

async function visit(path: string, width: number) {
  const session = own.includes(path) ? { storageState: state } : {};
  const opened = await openPage(browser, { viewport: { width, height: 740 }, ...session });
  await opened.page.goto(server.origin + (path === "a report" ? report : path));
  return opened;
}

/** The sheet's position, its distance from the middle, and whether it contains the whole page. */
const sheetOf = (page: Page) =>
  page.evaluate(() => {
    const boxOf = (element: Element | null) => element?.getBoundingClientRect() ?? new DOMRect();
    const sheet = boxOf(document.querySelector(".form-sheet"));
    const room = boxOf(document.querySelector("#main"));
    const isOnSheet = [
      ...document.querySelectorAll("main :is(h1, p:not(.site-loading), label, input, button, a)"),
    ].every((element) => {
      const { left, right, width } = boxOf(element);
      return width <= 1 || (left > sheet.left && right < sheet.right);
    });
    return {
      width: sheet.width,
      left: sheet.left,
      aside: Math.abs(sheet.left + sheet.right - room.left - room.right) / 2,
      isOnSheet,
    };
  });

test.each([...visitors, ...own])(
  "%s is a sheet in the middle of a wide screen, and fills the width of a phone",
  async (path) => {
    const { page, complaints, close } = await visit(path, 1280);
    const sheet = await sheetOf(page);
    expect(sheet.aside).toBeLessThanOrEqual(2);
    expect(sheet).toMatchObject({ width: 600, isOnSheet: true });
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 740 });
      expect(await sheetOf(page)).toMatchObject({ left: 0, width, isOnSheet: true });
      expect(await overflow(page)).toBe(0);
    }
    expect(complaints).toEqual([]);
    await close();
  },
);

test("a failed login shows its problem on the sheet, above the fields", async () => {
  const { page, close } = await visit("/login", 1280);
  await page.fill("#email", "nobody@example.edu");
  await page.fill("#password", "not the password");
  await page.click(".form-sheet form button");
  const summary = page.locator(".form-sheet > .error-summary");
  await summary.waitFor();
  const [above, below] = [await summary.boundingBox(), await page.locator("#email").boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0);
  expect((await sheetOf(page)).isOnSheet).toBe(true);
  await close();
});

test("the contact form is a sheet beside the contact details, and below them on a phone", async () => {
  for (const [width, isBeside] of [
    [1280, true],
    [360, false],
  ] as const) {
    const { page, close } = await visit("/contact", width);
    const details = await page.locator("section[aria-labelledby=details]").boundingBox();
    const form = await page.locator("section.form-sheet").boundingBox();
    expect((form?.x ?? 0) >= (details?.x ?? 0) + (details?.width ?? 0)).toBe(isBeside);
    expect((form?.y ?? 0) >= (details?.y ?? 0) + (details?.height ?? 0)).toBe(!isBeside);
    await close();
  }
});
