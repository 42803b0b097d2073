import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { axeFindings, launchBrowser, overflow } from "../support/browser.ts";
import { stop } from "../support/oidc-provider.ts";
import { type OpenerPolicy, openProviderWorld, type ProviderWorld } from "../support/provider-world.ts";

let world: ProviderWorld;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([openProviderWorld(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

/** Runs in every page before its own scripts: tells what scripts can see and what they say to one another. */
function spy(): void {
  const tell = (text: string) => void (globalThis as unknown as { seen(text: string): void }).seen(text);
  const post = BroadcastChannel.prototype.postMessage;
  BroadcastChannel.prototype.postMessage = function (this: BroadcastChannel, message: unknown) {
    tell(`channel ${this.name} ${JSON.stringify(message)}`);
    return post.call(this, message);
  };
  addEventListener("message", ({ data }) => tell(`message ${JSON.stringify(data)}`));
  const look = () =>
    tell(
      `page ${location.href} ${document.cookie} ${JSON.stringify(localStorage)} ${JSON.stringify(sessionStorage)} ` +
        `${history.length} ${JSON.stringify(history.state)} ${document.documentElement?.outerHTML}`,
    );
  if (location.protocol === "http:") {
    addEventListener("DOMContentLoaded", look);
    addEventListener("pagehide", look);
  }
}

/** A person's browser, and all that scripts got to see in it. */
async function openBrowser() {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const seen: string[] = [];
  const codes: string[] = [];
  await context.exposeBinding("seen", ({ page }, text: string) => {
    if (page.url().startsWith(world.origin) || text.includes(world.origin)) seen.push(text);
  });
  await context.addInitScript(spy);
  context.on("request", (request) => {
    const url = new URL(request.url());
    const code = url.pathname === "/auth/callback" && url.searchParams.get("code");
    if (code) codes.push(code);
  });
  return { context, seen, codes };
}

/** Presses the button. @returns the window that opens */
async function openWindow(page: Page): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent("popup"), page.click("text=Continue with Local")]);
  await popup.waitForSelector("text=any e-mail is yours");
  return popup;
}

async function signInAt(popup: Page, email: string): Promise<void> {
  await popup.fill("[name=login]", email);
  await popup.click("text=Sign in");
}

const tokenOf = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === "proshno")?.value;

describe.each<OpenerPolicy>(["same-origin", "same-origin-allow-popups", "unsafe-none"])(
  "the opener under the policy %s",
  (policy) => {
    test("signs in by the window, and nothing of it reaches a script", async () => {
      world.rewrite.openerPolicy = policy;
      const { context, seen, codes } = await openBrowser();
      const page = await context.newPage();
      const answer = await page.goto(`${world.origin}/login?from=%2FallBooks`);
      expect(answer?.headers()["cross-origin-opener-policy"]).toBe(policy);
      const popup = await openWindow(page);
      expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([500, 600]);
      // The provider's page can't lead ours elsewhere.
      expect(await popup.evaluate(() => window.opener)).toBeNull();
      const closed = popup.waitForEvent("close");
      await signInAt(popup, `${policy}@example.edu`);
      await Promise.all([closed, page.waitForURL(`${world.origin}/allBooks`)]);
      expect(await page.textContent(".toast")).toContain("You are signed in as Rahim Uddin.");

      const token = await tokenOf(context);
      expect(token?.length).toBeGreaterThan(20);
      expect(codes).toHaveLength(1);
      const said = seen.filter((text) => !text.startsWith("page "));
      expect(said).toHaveLength(1);
      expect(said[0]).toMatch(/^channel sign-in ([0-9a-f-]{36}) \{"nonce":"\1","ok":true\}$/);
      const all = seen.join("\n");
      expect(all).toContain(`${world.origin}/allBooks`);
      expect(all).not.toContain(token);
      expect(all).not.toContain(codes[0]);
      expect(all).not.toContain("proshno-flow");
      const kept = await page.evaluate(async () => [
        document.cookie,
        localStorage.length,
        sessionStorage.length,
        (await indexedDB.databases()).length,
        (await caches.keys()).length,
      ]);
      expect(kept).toEqual(["", 0, 0, 0, 0]);
      const own = await context.request.get(`${world.origin}/api/users/${policy}@example.edu`);
      expect(await own.json()).toMatchObject({ email: `${policy}@example.edu`, displayName: "Rahim Uddin" });
      await context.close();
    });
  },
);
