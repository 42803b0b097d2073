import type { Browser, Page } from "playwright-core";
import { expect } from "vitest";
import { TEST_PASSWORD } from "../platform/archive.ts";
import { launchBrowser, openPage } from "./browser.ts";
import { type JourneyName, missedRoutes, recordRoutes } from "./journey-routes.ts";
import { serve } from "../process/listen.ts";
import { openMailedArchive } from "../platform/mailed.ts";
import { startProvider } from "../../../scripts/lib/oidc-provider.ts";
import { freePort } from "../process/server.ts";
import { en } from "../../../src/shared/messages/en.ts";

export type JourneyWorld = Awaited<ReturnType<typeof openJourneyWorld>>;

/** A whole site on loopback, which sends mails and knows a provider, and a browser for the journeys. */
export async function openJourneyWorld() {
  const time = { later: 0 };
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const provider = await startProvider({ origin });
  const clock = () => Date.now() + time.later;
  const mailed = await openMailedArchive("sqlite", { origin, oidc: provider.settings, clock });
  const stop = await serve(mailed.site.app, port);
  const browser = await launchBrowser();
  return {
    origin,
    archive: mailed.archive,
    /** How far the site's clock is ahead, in ms. */
    time,
    clock,

    /** Runs the worker. @returns the mail that it sends to an address */
    async mailTo(address: string) {
      const mail = (await mailed.mails()).findLast(({ to }) => to.includes(address));
      if (!mail) throw new Error(`No mail to ${address}`);
      return mail;
    },

    startAs: (journey: JourneyName, js: boolean) => startAs(browser, origin, journey, js),

    async close(): Promise<void> {
      await browser.close();
      await stop();
      await mailed.close();
      await provider.stop();
      expect(mailed.site.faults).toEqual([]);
    },
  };
}

/** Matches the name of a control whose object is named only for screen readers. */
export const about = (control: string, what: string): RegExp => new RegExp(`^${control} ?: ${what}$`);

export type Persona = Awaited<ReturnType<typeof startAs>>;

/** A person who goes through the site with a browser. */
async function startAs(browser: Browser, origin: string, journey: JourneyName, js: boolean) {
  const opened = await openPage(browser, { javaScriptEnabled: js, viewport: { width: 1280, height: 900 } });
  const { page, complaints, close } = opened;
  const visited = recordRoutes(page.context(), origin);
  return {
    page,
    goto: (path: string) => page.goto(origin + path),
    press: (name: string | RegExp) => page.locator("main").getByRole("button", { name }).first().click(),
    follow: (name: string | RegExp) => page.getByRole("link", { name }).first().click(),
    at: (path: string) => page.waitForURL(origin + path),
    waitForToast: (words: string) => page.locator(".toast", { hasText: words }).waitFor(),
    heading: (words: string | RegExp) => page.getByRole("heading", { level: 1, name: words }).waitFor(),
    logIn: (email: string, password = TEST_PASSWORD) => logIn(page, email, password),
    async logOut() {
      await page.getByRole("button", { name: /’s account$/ }).click();
      await page.locator("#reader").getByRole("button", { name: "Log Out" }).click();
      await page.locator(".toast", { hasText: en.login.goodbye }).waitFor();
    },
    /** Ends the journey. @returns the routes that it left out, and the errors of the browser */
    async arrive() {
      await close();
      return { missed: missedRoutes(journey, visited), complaints };
    },
  };
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.fill("#email", email);
  await page.fill("#password", password);
  await page.locator("main").getByRole("button", { name: en.login.submit, exact: true }).click();
}
