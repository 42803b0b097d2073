import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { kinds, standaloneKinds } from "../../src/shared/kinds/index.ts";
import { adminSession, launchBrowser, openPage, pageFaults } from "../support/web/browser.ts";
import { startServer, type TestServer } from "../support/process/server.ts";

const open = [
  "/",
  "/home/courses?c=sample-university-of-engineering/cse2103",
  "/login",
  "/register",
  "/contact",
  "/privacy",
  "/terms",
  "/search",
  "/search?search=data+structures+final",
  "/search?search=zzqqx",
  "/universities",
  "/university/sample-university-of-engineering",
  "/department/sample-university-of-engineering/cse",
  "/course/sample-university-of-engineering/cse2103",
  "/course/sample-university-of-engineering/cse2104",
  "/copyright",
  "/forum",
  "/forgot-password",
  "/check-mail",
  "/verify-email",
  "/reset-password",
  "/newsletter",
  "/newsletter/confirm",
  "/newsletter/unsubscribe",
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
  "/dashboard/security",
  "/dashboard/change-password",
  "/dashboard/change-email",
  "/dashboard/delete-account",
  "/dashboard/second-factor",
  "/login/confirm",
  "/change-email",
  "/dashboard/pending-questions",
  "/admin-dashboard",
  "/admin-dashboard/manage-questions",
  "/admin-dashboard/delete-requests",
  "/admin-dashboard/takedowns",
  "/admin-dashboard/reports",
  "/admin-dashboard/newsletter",
  "/admin-dashboard/reviews",
  "/admin-dashboard/users",
  "/admin-dashboard/audit",
  "/admin-dashboard/short-names",
  ...["", "&department=cse", "&department=cse&into=Physics", "&department=cse&into=Nothing"].map(
    (more) => `/admin-dashboard/departments?university=sample+science+university${more}`,
  ),
  "/admin-dashboard/contact-details",
  ...kinds.map(({ pages }) => `/admin-dashboard/${pages.admin}`),
  "/admin-dashboard/make-admin",
  "/admin-dashboard/recognition",
  "/admin-dashboard/backups",
  "/admin-dashboard/operations",
  "/admin-dashboard/contact-messages",
];

type Opened = Awaited<ReturnType<typeof openPage>>;

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
])(
  "the checks of accessibility, sideways scrolling and console errors at $width px in $colorScheme colours",
  (size) => {
    const { width, colorScheme } = size;
    const window = { viewport: { width, height: 800 }, colorScheme };
    let visitor: Opened;
    let reader: Opened;
    beforeAll(async () => {
      visitor = await openPage(browser, window);
      reader = await openPage(browser, { ...window, storageState: state });
    });

    /** The problems of a page, one per line. */
    async function faults({ page, complaints }: Opened, path: string): Promise<string[]> {
      complaints.length = 0;
      await page.goto(server.origin + path);
      return [...(await pageFaults(page)), ...complaints];
    }

    test.each(open)("find no problem on %s", async (path) => expect(await faults(visitor, path)).toEqual([]));
    test.each(standaloneKinds.map(({ name }, index) => ({ name, index })))(
      "find no problem on the page of a $name",
      async ({ index }) => expect(await faults(visitor, details[index] as string)).toEqual([]),
    );
    test("find no problem on the report form of a book", async () => {
      const index = standaloneKinds.findIndex(({ name }) => name === "book");
      expect(await faults(visitor, `${details[index]}/report`)).toEqual([]);
    });
    test.each(standaloneKinds.map(({ name }, index) => ({ name, index })))(
      "find no problem on the page of a $name for a logged-in admin",
      async ({ index }) => expect(await faults(reader, details[index] as string)).toEqual([]),
    );
    test.each(guarded)("find no problem on %s for a logged-in admin", async (path) =>
      expect(await faults(reader, path)).toEqual([]),
    );
  },
);

test("public pages load only islands, and the dashboard runs React", async () => {
  for (const path of [...open.filter((one) => one !== "/api/docs"), ...details]) {
    const html = await (await fetch(server.origin + path)).text();
    const scripts = [...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
    for (const script of scripts)
      expect(script, path).toMatch(
        /^<script(?: type="module")? src="\/assets\/(?:theme|carousels|social-sign-in|share|filters|previews|drafts|reading|suggest|course|opened-course|your-courses)-[\w-]+\.js"(?: data-course="[^"]+")?>$|^<script type="application\/ld\+json">$/,
      );
  }
  const { page, close } = await openPage(browser, { storageState: state });
  await page.goto(`${server.origin}/dashboard`);
  await expect
    .poll(() => page.locator('script[src*="/entry.client-"], link[href*="/entry.client-"]').count())
    .toBeGreaterThan(0);
  await close();
});
