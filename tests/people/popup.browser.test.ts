import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "../support/web/browser.ts";
import { stop } from "../../scripts/lib/oidc-provider.ts";
import {
  type OpenerPolicy,
  openProviderWorld,
  type ProviderWorld,
} from "../support/people/provider-world.ts";
import { en } from "../../src/shared/messages/en.ts";

let world: ProviderWorld;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([openProviderWorld(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

/** Runs in every page before its scripts. Records the data that scripts can see and the messages they send. */
function spy(): void {
  const tell = (text: string) => void (globalThis as unknown as { seen(text: string): void }).seen(text);
  const look = () =>
    tell(
      `page ${location.href} ${document.cookie} ${JSON.stringify(localStorage)} ${JSON.stringify(sessionStorage)} ` +
        `${history.length} ${JSON.stringify(history.state)} ${document.documentElement?.outerHTML}`,
    );
  const post = BroadcastChannel.prototype.postMessage;
  BroadcastChannel.prototype.postMessage = function (this: BroadcastChannel, message: unknown) {
    look();
    tell(`channel ${this.name} ${JSON.stringify(message)}`);
    return post.call(this, message);
  };
  addEventListener("message", ({ data }) => tell(`message ${JSON.stringify(data)}`));
  if (location.protocol === "http:") {
    addEventListener("DOMContentLoaded", look);
    addEventListener("pagehide", look);
  }
}

/** Opens a browser that records all data that its scripts can see. */
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
  "a login page under the opener policy %s",
  (policy) => {
    test("logs a person in through the popup window, and no secret of the login reaches a script", async () => {
      world.rewrite.openerPolicy = policy;
      const { context, seen, codes } = await openBrowser();
      const page = await context.newPage();
      const answer = await page.goto(`${world.origin}/login?from=%2FallBooks`);
      expect(answer?.headers()["cross-origin-opener-policy"]).toBe(policy);
      const popup = await openWindow(page);
      expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([500, 600]);
      // The provider's page can't navigate our page.
      expect(await popup.evaluate(() => window.opener)).toBeNull();
      const closed = popup.waitForEvent("close");
      await signInAt(popup, `${policy}@example.edu`);
      await Promise.all([closed, page.waitForURL(`${world.origin}/allBooks`)]);
      await expect.poll(() => page.textContent(".toast")).toContain(en.login.welcomeDetail("Rahim Uddin"));

      const token = await tokenOf(context);
      expect(token?.length).toBeGreaterThan(20);
      expect(codes).toHaveLength(1);
      const said = seen.filter((text) => !text.startsWith("page "));
      expect(said).toHaveLength(1);
      expect(said[0]).toMatch(/^channel sign-in ([0-9a-f-]{36}) \{"nonce":"\1","ok":true\}$/);
      const all = seen.join("\n");
      expect(all).toContain(`${world.origin}/allBooks`);
      expect(all).toContain(`${world.origin}/auth/done?popup=`);
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

test("a login succeeds even if its popup window seemed closed earlier", async () => {
  world.rewrite.openerPolicy = undefined;
  const { context } = await openBrowser();
  const page = await context.newPage();
  const closedOfOpener: unknown[] = [];
  await context.exposeBinding("told", (_source, closed: unknown) => closedOfOpener.push(closed));
  await page.addInitScript(() => {
    const { open } = window;
    window.open = (...args) => {
      const popup = open.apply(window, args);
      (globalThis as unknown as { popupOf: Window | null }).popupOf = popup;
      return popup;
    };
  });
  await page.goto(`${world.origin}/login`);
  const popup = await openWindow(page);
  // Under our opener policy, the window's handle says “closed” while the person is still typing in the
  // window.
  expect(await page.evaluate(() => (globalThis as unknown as { popupOf: Window }).popupOf.closed)).toBe(true);
  await expect
    .poll(() => page.getAttribute("form.sign-in-social [role=status]", "data-problem"))
    .toBe("waiting");
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await page.waitForSelector('form.sign-in-social [data-problem="popup-closed-by-user"]');
  await signInAt(popup, "looks-back@example.edu");
  await page.waitForURL(`${world.origin}/`);
  await context.close();
});

test.each([360, 1280])(
  "the login opens in the page itself, and not in a popup window, without JavaScript, at %i px",
  async (width) => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height: 740 } });
    const page = await context.newPage();
    await page.goto(`${world.origin}/register?from=%2FallNotes`);
    await page.click("text=Continue with Local");
    await page.waitForSelector("text=any e-mail is yours");
    await signInAt(page, `plain${width}@example.edu`);
    await page.waitForURL(`${world.origin}/allNotes`);
    await expect.poll(() => page.textContent(".toast")).toContain(en.login.welcome);
    await context.close();
  },
);

describe("a hostile page that opens one of our pages", () => {
  let evil: Server;
  let evilOrigin: string;
  beforeAll(async () => {
    evil = createServer((_request, response) => {
      response
        .writeHead(200, { "content-type": "text/html" })
        .end("<!doctype html><title>Evil</title><p>Evil");
    }).listen(0, "127.0.0.1");
    await once(evil, "listening");
    evilOrigin = `http://localhost:${(evil.address() as AddressInfo).port}`;
  });
  afterAll(() => stop(evil));

  interface Hostile {
    victim: Window | null;
    heard: unknown[];
  }

  /** Opens one of our pages from the hostile page, which records all messages that it gets. */
  async function lure(context: BrowserContext, path: string) {
    const page = await context.newPage();
    await page.goto(evilOrigin);
    const [victim] = await Promise.all([
      page.waitForEvent("popup"),
      page.evaluate((url) => {
        const own = globalThis as unknown as Hostile;
        own.heard = [];
        addEventListener("message", ({ data }) => own.heard.push(data));
        own.victim = open(url, "victim", "popup,width=500,height=600");
      }, world.origin + path),
    ]);
    await victim.waitForLoadState();
    return { page, victim };
  }

  test.each<OpenerPolicy>(["same-origin", "same-origin-allow-popups", "unsafe-none"])(
    "gets no message about a login under the policy %s",
    async (policy) => {
      world.rewrite.openerPolicy = policy;
      const { context } = await openBrowser();
      const { page, victim } = await lure(context, "/login?from=%2FallBooks");
      const popup = await openWindow(victim);
      await signInAt(popup, "lured@example.edu");
      await victim.waitForURL(`${world.origin}/allBooks`);
      const got = await page.evaluate(() => {
        const { victim: window, heard } = globalThis as unknown as Hostile;
        const tries = ["document", "name", "localStorage"].map((name) => {
          try {
            return String((window as unknown as Record<string, unknown>)[name]);
          } catch (error) {
            return (error as Error).name;
          }
        });
        return { closed: window?.closed, heard, tries, length: window?.length };
      });
      expect(got.heard).toEqual([]);
      // Our pages are in a separate browsing context group, so they look closed to the page that opened them.
      expect(got.closed).toBe(true);
      expect(got.tries.join()).not.toContain("proshno");
      // Without the separate group, a page could navigate a page that it opened.
      await page.evaluate((url) => {
        ((globalThis as unknown as Hostile).victim as Window).location.href = url;
      }, evilOrigin);
      expect(await victim.evaluate(() => location.pathname)).toBe("/allBooks");
      await context.close();
    },
  );

  test("can't start a login, and can't finish a login with a response of its own", async () => {
    world.rewrite.openerPolicy = undefined;
    const { context } = await openBrowser();
    const { page, victim } = await lure(context, "/auth/callback?code=stolen&state=stolen");
    expect(new URL(victim.url()).searchParams.get("problem")).toBe("web-storage-unsupported");
    const answered = page.waitForResponse((response) => response.url().endsWith("/auth/start"));
    await page.evaluate((url) => {
      const form = Object.assign(document.createElement("form"), {
        method: "post",
        action: `${url}/auth/start`,
      });
      document.body.append(form);
      form.submit();
    }, world.origin);
    expect((await answered).status()).toBe(403);
    expect((await context.cookies()).filter(({ name }) => name.startsWith("proshno"))).toEqual([]);
    await context.close();
  });

  test("can't end a login by opening the last page of its window", async () => {
    const { context } = await openBrowser();
    const page = await context.newPage();
    await page.goto(`${world.origin}/login`);
    const popup = await openWindow(page);
    for (const name of ["x", crypto.randomUUID(), ""]) {
      const { victim } = await lure(context, `/auth/done?popup=${name}&problem=internal-error`).catch(() => ({
        victim: undefined,
      }));
      await victim?.close();
    }
    await expect
      .poll(() => page.getAttribute("form.sign-in-social [role=status]", "data-problem"))
      .toBe("waiting");
    await signInAt(popup, "posed@example.edu");
    await page.waitForURL(`${world.origin}/`);
    await context.close();
  });
});
