import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launchBrowser } from "./browser.ts";
import { startServer, type TestServer } from "../process/server.ts";

/** A server with the sample archive, and a browser; both run during the tests of one file. */
export interface BrowserSite {
  server: TestServer;
  browser: Browser;
}

/**
 * Starts a server and a browser before the tests of a file, and stops both after them.
 * @returns an object that is empty until then
 */
export function browserSite(): BrowserSite {
  const site = {} as BrowserSite;
  beforeAll(async () => {
    site.server = await startServer();
    site.browser = await launchBrowser();
  });
  afterAll(async () => {
    await site.browser.close();
    await site.server.stop();
  });
  return site;
}
