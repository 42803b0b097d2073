import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { en } from "../../src/shared/messages/en.ts";
import { type SignInProblem, signInProblems } from "../../src/shared/sign-in-problems.ts";
import { launchBrowser, launchProfile, openPage } from "../support/browser.ts";
import { openProviderWorld, type ProviderWorld } from "../support/provider-world.ts";

let world: ProviderWorld;
let browser: Browser;
const provoked = new Set<SignInProblem>();

beforeAll(async () => {
  [world, browser] = await Promise.all([openProviderWorld(), launchBrowser({ blocksPopups: true })]);
});
beforeEach(() => {
  world.provider.script.error = undefined;
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

const sentence = (code: SignInProblem) => en.signInProblems[code]("Local", world.origin);

/** Waits until the page that has the button says what a code means, and nobody is signed in. */
async function says(page: Page, code: SignInProblem): Promise<void> {
  await page.waitForSelector(`form.social [data-problem="${code}"]`);
  expect(await page.textContent("form.social [role=status]")).toBe(sentence(code));
  await isNotSignedIn(page, code);
}

async function isNotSignedIn(page: Page, code: SignInProblem): Promise<void> {
  const names = (await page.context().cookies()).map(({ name }) => name);
  expect(names).not.toContain("proshno");
  provoked.add(code);
}

async function openLogin(origin = world.origin, options = {}) {
  const opened = await openPage(browser, options);
  await opened.page.goto(`${origin}/login?from=%2FallBooks`);
  return opened;
}

/** Presses the button. @returns the window that opens */
async function press(page: Page): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent("popup"), page.click("text=Continue with Local")]);
  return popup;
}

async function atProvider(page: Page): Promise<Page> {
  const popup = await press(page);
  await popup.waitForSelector("text=any e-mail is yours");
  return popup;
}

describe("each provider code of the specification comes about", () => {
  test("popup-blocked: the browser refuses the window, and sign-in goes on in the page", async () => {
    const { page, close } = await openPage(browser);
    // Without a person's press the browser opens no window.
    await page.addInitScript(() =>
      addEventListener("load", () => document.querySelector<HTMLFormElement>("form.social")?.requestSubmit()),
    );
    const leaving = page.waitForResponse((response) => response.url().includes("/auth/leave"));
    await page.goto(`${world.origin}/login?from=%2FallBooks`);
    expect(await (await leaving).text()).toContain(sentence("popup-blocked"));
    await page.waitForSelector("text=any e-mail is yours");
    await isNotSignedIn(page, "popup-blocked");
    await page.fill("[name=login]", "blocked@example.edu");
    await page.click("text=Sign in");
    await page.waitForURL(`${world.origin}/allBooks`);
    await close();
  });

  test("popup-closed-by-user: they cancel at the provider", async () => {
    const { page, close } = await openLogin();
    const popup = await atProvider(page);
    const closed = popup.waitForEvent("close");
    await popup.click("text=Cancel");
    await closed;
    await says(page, "popup-closed-by-user");
    await close();
  });

  test("popup-closed-by-user: they close the window, and come back", async () => {
    const { page, close } = await openLogin();
    const popup = await atProvider(page);
    await popup.close();
    // What the browser tells a page when a person turns to it again.
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    await says(page, "popup-closed-by-user");
    await close();
  });

  test("cancelled-popup-request: a second window takes the first one's place", async () => {
    const { page, close } = await openLogin();
    const first = await atProvider(page);
    const second = await atProvider(page);
    await says(page, "cancelled-popup-request");
    await first.fill("[name=login]", "first@example.edu");
    const closed = first.waitForEvent("close");
    const done = first.waitForResponse((response) => response.url().includes("/auth/done"));
    await first.click("text=Sign in");
    expect((await done).url()).toContain("problem=cancelled-popup-request");
    await closed;
    await isNotSignedIn(page, "cancelled-popup-request");
    await second.fill("[name=login]", "second@example.edu");
    await second.click("text=Sign in");
    await page.waitForURL(`${world.origin}/allBooks`);
    await close();
  });

  test("unauthorized-domain: the site is open at another name of the machine", async () => {
    const { page, close } = await openLogin(`http://localhost:${world.port}`);
    const popup = await press(page);
    await says(page, "unauthorized-domain");
    expect(popup.isClosed()).toBe(true);
    await close();
  });

  test("unauthorized-domain: the same without a script", async () => {
    const { page, close } = await openLogin(`http://localhost:${world.port}`, { javaScriptEnabled: false });
    await page.click("text=Continue with Local");
    expect(await page.textContent(".error-summary")).toContain(sentence("unauthorized-domain"));
    await close();
  });

  test("network-request-failed: the person is offline", async () => {
    const { page, close } = await openLogin();
    await page.context().setOffline(true);
    await press(page);
    await says(page, "network-request-failed");
    await close();
  });

  test("network-request-failed: the provider can't be reached, and can later", async () => {
    const other = await openProviderWorld();
    await other.provider.pause();
    const { page, close } = await openLogin(other.origin);
    await press(page);
    await page.waitForSelector('form.social [data-problem="network-request-failed"]');
    await other.provider.resume();
    await atProvider(page);
    await close();
    await other.close();
  });

  test("web-storage-unsupported: the browser keeps no cookies", async () => {
    const folder = mkdtempSync(join(tmpdir(), "proshno-profile-"));
    mkdirSync(join(folder, "Default"));
    const block = { profile: { default_content_setting_values: { cookies: 2 } } };
    writeFileSync(join(folder, "Default", "Preferences"), JSON.stringify(block));
    const context = await launchProfile(folder);
    const page = await context.newPage();
    await page.goto(`${world.origin}/login`);
    await press(page);
    await says(page, "web-storage-unsupported");
    await context.close();
    rmSync(folder, { recursive: true });
  });

  test("web-storage-unsupported: the cookie is gone when they come back", async () => {
    const { page, close } = await openLogin();
    const popup = await atProvider(page);
    await page.context().clearCookies({ domain: "127.0.0.1", name: /^proshno-flow-/ });
    await popup.click("text=Sign in");
    await popup.waitForSelector(".error-summary");
    expect(await popup.textContent(".error-summary")).toContain(sentence("web-storage-unsupported"));
    await isNotSignedIn(page, "web-storage-unsupported");
    await close();
  });

  test.each([
    ["internal-error", "server_error"],
    ["missing-multi-factor-info", "unmet_authentication_requirements"],
    ["invalid-api-key", "invalid_client"],
    ["unauthorized-domain", "unauthorized_client"],
    ["network-request-failed", "temporarily_unavailable"],
  ] as const)("%s: the provider answers %s", async (code, error) => {
    world.provider.script.error = error;
    const { page, close } = await openLogin();
    await press(page);
    await says(page, code);
    await close();
  });

  test("invalid-api-key: the site's secret is not the one that the provider knows", async () => {
    const other = await openProviderWorld(() => ({ PROSHNO_OIDC_CLIENT_SECRET: "of another site" }));
    const { page, close } = await openLogin(other.origin);
    const popup = await atProvider(page);
    await popup.click("text=Sign in");
    await says(page, "invalid-api-key");
    await close();
    await other.close();
  });
});

test("all nine were", () => {
  expect([...provoked].sort()).toEqual(signInProblems.slice(0, 9).sort());
  console.log(`provider codes: ${provoked.size} of 9 provoked in a browser`);
});
