import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminSession, launchBrowser, LOOPBACK_ONLY } from "../support/web/browser.ts";
import { overBudget } from "../support/web/budgets.ts";
import { measureBytes } from "../support/web/route-bytes.ts";
import { startServer, type TestServer } from "../support/process/server.ts";
import { pagesIn, type Visit, visitOf } from "../support/web/visited-routes.ts";

/** One page with a form, one that begins a pile, and one with a table. `npm run lab -- budgets` measures all of them. */
const HYDRATED = ["/dashboard/add-question", "/dashboard/contribute", "/admin-dashboard/manage-questions"];

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser({ args: [LOOPBACK_ONLY] });
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

describe("the bytes that a phone loads", () => {
  test.concurrent.each(pagesIn("public"))("stay within the budget of $pattern", async (page) => {
    const visit = await visitOf(page, server.origin);
    const { bytes, status } = await measureBytes(browser, server.origin + visit.path);
    expect(status).toBeLessThan(500);
    // A page that loads nothing would meet every budget.
    expect(Math.min(bytes.html, bytes.css, bytes.fonts)).toBeGreaterThan(0);
    expect(overBudget(visit, bytes)).toEqual([]);
  });

  test.each(HYDRATED)("stay within the budget of the React page %s", async (path) => {
    const storageState = await adminSession(browser, server);
    const visit: Visit = { pattern: path, path, area: "dashboard" };
    const { bytes, status } = await measureBytes(browser, server.origin + path, { storageState });
    expect(status).toBe(200);
    expect(bytes.js).toBeGreaterThan(0);
    expect(overBudget(visit, bytes)).toEqual([]);
  });
});

test("the report names each part that is over its budget", () => {
  const visit: Visit = { pattern: "/allNotes", path: "/allNotes", area: "public" };
  const bytes = { html: 8_001, css: 8_000, js: 15_100, fonts: 20_000, images: 0, all: 51_101 };
  expect(overBudget(visit, bytes)).toEqual([
    "/allNotes: html 8.0 of 8.0 kB",
    "/allNotes: js 15.1 of 15.0 kB",
  ]);
});
