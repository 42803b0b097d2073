import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertOneOfEach } from "../support/archive/factories.ts";
import { cookiesOf, hydrated, launchBrowser, openPage, pageFaults } from "../support/web/browser.ts";
import { declaredRoutes } from "../support/web/journey-routes.ts";
import { listen, type ListeningSite } from "../support/process/listen.ts";
import { enrol } from "../support/people/second-factor.ts";
import { en } from "../../src/shared/messages/en.ts";

const principals = ["visitor", "student", "admin", "unenrolled", "demoted", "suspended", "expired"] as const;
type Principal = (typeof principals)[number];

/** The largest number of redirects before a page. */
const MAX_HOPS = 3;
/** Addresses that scripts call, which have no page. */
const DATA = new Set([
  "/dashboard/similar",
  "/dashboard/reading",
  "/dashboard/contribute/:id/rows",
  ...["rows", "item/:id", "item/:id/text"].map((part) => `/admin-dashboard/manage-questions/${part}`),
]);
const CSV = "/admin-dashboard/newsletter.csv";
const PAST = 1;

let site: ListeningSite;
let browser: Browser;
let ids: Record<string, string>;
const cookies = {} as Record<Principal, string>;

beforeAll(async () => {
  site = await listen({ adminsNeedSecondFactor: true });
  browser = await launchBrowser();
  const { archive } = site;
  const { actor, cookie } = await archive.signUp("Student");
  ids = await insertOneOfEach(archive, { status: "Approved", uploader: actor });
  cookies.visitor = "";
  cookies.student = cookie;
  cookies.admin = (await enrol(archive, Date.now, "admin")).headers.get("cookie") as string;
  for (const name of ["unenrolled", "demoted", "suspended", "expired"] as const)
    cookies[name] = (await archive.signUp(name, "admin")).cookie;
  const { write } = archive.db;
  const setUser = (name: Principal, values: object) =>
    write.updateTable("users").set(values).where("email", "=", `${name}@example.edu`).execute();
  await setUser("demoted", { role: "student" });
  await setUser("suspended", { suspendedAt: PAST });
  const { id } = (await archive.services.accounts.actor(new Headers({ cookie: cookies.expired }))) as {
    id: string;
  };
  await write.updateTable("session").set({ expiresAt: PAST }).where("userId", "=", id).execute();
});

afterAll(async () => {
  await browser.close();
  await site.close();
  expect(site.faults).toEqual([]);
});

/** The address of a declared route, with the id of an item that the route can show. */
function addressOf(route: string): string {
  if (route === "*") return "/nowhere";
  const kind = /^\/(\w+)-details\//.exec(route)?.[1] ?? "question";
  return route.replace(":id", ids[kind] as string);
}

/** The response after all redirects, which the server makes; undefined if there are too many. */
async function followed(name: Principal, address: string): Promise<Response | undefined> {
  let at = new URL(address, site.origin);
  for (let hops = 0; hops <= MAX_HOPS; hops++) {
    const response = await fetch(at, { redirect: "manual", headers: { cookie: cookies[name] } });
    if (response.status < 300 || response.status >= 400) return response;
    await response.body?.cancel();
    at = new URL(response.headers.get("location") as string, at);
  }
  return undefined;
}

/** The problems of a page's address, one per line. */
async function faults(name: Principal, address: string): Promise<string[]> {
  const response = await followed(name, address);
  if (!response) return [`${address}: more than ${MAX_HOPS} redirects`];
  const { status } = response;
  const headings = [...(await response.text()).matchAll(/<h1[\s>].*?<\/h1>/gs)].map(([heading]) =>
    heading.replace(/<[^>]*>/g, "").trim(),
  );
  const found = [];
  if (headings.length !== 1 || !headings[0]) found.push(`headings ${JSON.stringify(headings)}`);
  if (status >= 400 && status !== 403 && status !== 404) found.push(`status ${status}`);
  return found.map((fault) => `${address}: ${fault}`);
}

const pages = declaredRoutes().filter((route) => !DATA.has(route) && route !== CSV);

describe.each(principals)("the %s", (name) => {
  test("sees a page with one heading at every route, after three redirects at most", async () => {
    const found = [];
    for (const route of pages) found.push(...(await faults(name, addressOf(route))));
    expect(found).toEqual([]);
  });

  test("reaches a page from a login page that remembers any route", async () => {
    const found = [];
    for (const route of pages) {
      const from = encodeURIComponent(addressOf(route));
      found.push(
        ...(await endless(name, `/login?from=${from}`)),
        ...(await endless(name, `/register?from=${from}`)),
      );
    }
    expect(found).toEqual([]);
  });

  test("gets a response from addresses that have no page", async () => {
    for (const address of [...DATA, CSV]) expect(await endless(name, address)).toEqual([]);
  });
});

/** @returns a line if an address has too many redirects, or the server fails */
async function endless(name: Principal, address: string): Promise<string[]> {
  const response = await followed(name, address);
  await response?.body?.cancel();
  if (!response) return [`${address}: more than ${MAX_HOPS} redirects`];
  return response.status < 500 ? [] : [`${address}: ${response.status}`];
}

describe("a student in the admin area", () => {
  test.each([
    { js: true, width: 320, colorScheme: "dark" as const },
    { js: false, width: 1280, colorScheme: "light" as const },
  ])(
    "sees a page that says it is for admins, and can log out there, with JavaScript: $js",
    async ({ js, width, colorScheme }) => {
      const { cookie } = await site.archive.signUp(`Leaving${width}`);
      const viewport = { width, height: 740 };
      const { page, complaints, close } = await openPage(browser, {
        javaScriptEnabled: js,
        viewport,
        colorScheme,
      });
      await page.context().addCookies(cookiesOf(cookie, site.origin));
      const response = await page.goto(`${site.origin}/admin-dashboard/users?search=x`);
      expect(response?.status()).toBe(403);
      expect(await page.title()).toBe("This area is for admins · Proshno");
      const main = page.locator("main");
      await expect
        .poll(() => main.getByRole("heading", { level: 1 }).textContent())
        .toBe(en.adminsOnly.title);
      await expect.poll(() => main.textContent()).toContain(`leaving${width}@example.edu`);
      await expect
        .poll(() => main.getByRole("link", { name: "Go to Home" }).getAttribute("href"))
        .toBe("/home");
      // Axe needs JavaScript.
      if (js) expect(await pageFaults(page)).toEqual([]);
      await main.getByRole("button", { name: "Log Out" }).click();
      await page.locator(".toast", { hasText: en.login.goodbye }).waitFor();
      await expect.poll(() => new URL(page.url()).pathname).toBe("/");
      expect(complaints).toEqual([]);
      await close();
    },
  );

  test("sees the same page after losing the role, for a form and for a link", async () => {
    const { id, headers } = await enrol(site.archive, Date.now, "admin");
    const { page, close } = await openPage(browser, { viewport: { width: 1280, height: 900 } });
    await page.context().addCookies(cookiesOf(headers.get("cookie") as string, site.origin));
    const setRole = (role: "admin" | "student") =>
      site.archive.db.write.updateTable("users").set({ role }).where("id", "=", id).execute();
    const heading = page.getByRole("heading", { level: 1, name: en.adminsOnly.title });

    await page.goto(`${site.origin}/admin-dashboard/short-names`);
    await hydrated(page, "main form");
    await setRole("student");
    await page.locator(".site-menu summary", { hasText: en.admin.groups.people }).click();
    await page.locator(".site-menu").getByRole("link", { name: "Users" }).click();
    await heading.waitFor();
    await expect.poll(() => page.locator(".site-header a[href='/admin-dashboard']").count()).toBe(0);

    await setRole("admin");
    await page.goto(`${site.origin}/admin-dashboard/short-names`);
    await hydrated(page, "main form");
    await setRole("student");
    await page.fill("#alias", "DSA");
    await page.fill("#phrase", "data structures");
    const posted = page.waitForResponse((response) => response.request().method() === "POST");
    await page.locator("main").getByRole("button", { name: en.aliases.add }).click();
    expect((await posted).status()).toBe(403);
    await heading.waitFor();
    await close();
  });
});
