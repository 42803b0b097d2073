import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { en } from "../../src/shared/messages/en.ts";
import { type SignInProblem, signInProblems } from "../../src/shared/people/sign-in-problems.ts";
import { launchBrowser, launchProfile, openPage, pageFaults } from "../support/web/browser.ts";
import { openProviderWorld, type ProviderWorld } from "../support/people/provider-world.ts";

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

/** The message that the page with the button shows at the end. */
async function wordsAt(page: Page, code: SignInProblem): Promise<string | null> {
  await page.waitForSelector(`form.sign-in-social [data-problem="${code}"]`);
  return page.textContent("form.sign-in-social [role=status]");
}

/** Records that the code occurred. @returns whether the browser has a session */
async function isSignedIn(page: Page, code: SignInProblem): Promise<boolean> {
  provoked.add(code);
  return (await page.context().cookies()).some(({ name }) => name === "proshno");
}

/** The message of a page about a code, and whether the browser has a session. */
const outcome = async (page: Page, code: SignInProblem) =>
  [await wordsAt(page, code), await isSignedIn(page, code)] as const;

const refusal = (code: SignInProblem) => [sentence(code), false];

async function openLogin(origin = world.origin, options = {}) {
  const opened = await openPage(browser, options);
  await opened.page.goto(`${origin}/login?from=%2FallBooks`);
  return opened;
}

/** A login page that sends its form without a click, so that the browser blocks the window. */
async function openBlocked() {
  const opened = await openPage(browser);
  await opened.page.addInitScript(() =>
    addEventListener("load", () => {
      if (location.pathname === "/login")
        document.querySelector<HTMLFormElement>("form.sign-in-social")?.requestSubmit();
    }),
  );
  await opened.page.goto(`${world.origin}/login?from=%2FallBooks`);
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

describe("the provider codes of the specification", () => {
  test("popup-blocked appears beside a button that logs in through this window", async () => {
    const { page, complaints, close } = await openBlocked();
    expect(await outcome(page, "popup-blocked")).toEqual(refusal("popup-blocked"));
    await expect.poll(() => page.url()).toBe(`${world.origin}/login?from=%2FallBooks`);
    expect(await pageFaults(page)).toEqual([]);
    await page.locator("form.sign-in-social > button").focus();
    await page.keyboard.press("Tab");
    const inPage = page.getByRole("button", { name: en.signIn.inPage });
    await expect.poll(() => inPage.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await page.waitForSelector("text=any e-mail is yours");
    await page.fill("[name=login]", "blocked@example.edu");
    await page.click("text=Sign in");
    await page.waitForURL(`${world.origin}/allBooks`);
    expect(page.context().pages()).toHaveLength(1);
    expect(complaints).toEqual([]);
    await close();
  });

  test("a browser without channels says so in a sentence, and logs in through this window", async () => {
    const { page, complaints, close } = await openPage(browser, {});
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, "BroadcastChannel"));
    await page.goto(`${world.origin}/login?from=%2FallBooks`);
    await page.click("text=Continue with Local");
    await page.getByText(en.signIn.noChannels("Local")).waitFor();
    expect(page.context().pages()).toHaveLength(1);
    await page.getByRole("button", { name: en.signIn.inPage }).click();
    await page.waitForSelector("text=any e-mail is yours");
    await page.fill("[name=login]", "channels@example.edu");
    await page.click("text=Sign in");
    await page.waitForURL(`${world.origin}/allBooks`);
    expect(complaints).toEqual([]);
    await close();
  });

  test("the button for this window disappears when a window opens", async () => {
    const { page, close } = await openBlocked();
    const inPage = page.getByRole("button", { name: en.signIn.inPage });
    await inPage.waitFor();
    await atProvider(page);
    await expect.poll(() => inPage.count()).toBe(0);
    await page.goto(`${world.origin}/register`);
    await page.getByRole("button", { name: "Continue with Local" }).waitFor();
    await expect.poll(() => inPage.count()).toBe(0);
    await close();
  });

  test("popup-closed-by-user appears if the person cancels at the provider", async () => {
    const { page, close } = await openLogin();
    const popup = await atProvider(page);
    const closed = popup.waitForEvent("close");
    await popup.click("text=Cancel");
    await closed;
    expect(await outcome(page, "popup-closed-by-user")).toEqual(refusal("popup-closed-by-user"));
    await close();
  });

  test("popup-closed-by-user appears if the person closes the window and returns to the page", async () => {
    const { page, close } = await openLogin();
    const popup = await atProvider(page);
    await popup.close();
    // The browser sends this event when a person returns to the page.
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    expect(await outcome(page, "popup-closed-by-user")).toEqual(refusal("popup-closed-by-user"));
    await close();
  });

  test("cancelled-popup-request appears if a second window replaces the first one", async () => {
    const { page, close } = await openLogin();
    const first = await atProvider(page);
    const second = await atProvider(page);
    expect(await outcome(page, "cancelled-popup-request")).toEqual(refusal("cancelled-popup-request"));
    await first.fill("[name=login]", "first@example.edu");
    const closed = first.waitForEvent("close");
    const done = first.waitForResponse((response) => response.url().includes("/auth/done"));
    await first.click("text=Sign in");
    expect((await done).url()).toContain("problem=cancelled-popup-request");
    await closed;
    expect(await isSignedIn(page, "cancelled-popup-request")).toBe(false);
    await second.fill("[name=login]", "second@example.edu");
    await second.click("text=Sign in");
    await page.waitForURL(`${world.origin}/allBooks`);
    await close();
  });

  test("unauthorized-domain appears if the site is open under a different host name", async () => {
    const { page, close } = await openLogin(`http://localhost:${world.port}`);
    const popup = await press(page);
    expect(await outcome(page, "unauthorized-domain")).toEqual(refusal("unauthorized-domain"));
    expect(popup.isClosed()).toBe(true);
    await close();
  });

  test("unauthorized-domain also appears without JavaScript", async () => {
    const { page, close } = await openLogin(`http://localhost:${world.port}`, { javaScriptEnabled: false });
    await page.click("text=Continue with Local");
    await expect.poll(() => page.textContent(".error-summary")).toContain(sentence("unauthorized-domain"));
    await close();
  });

  test("network-request-failed appears if the person is offline", async () => {
    const { page, close } = await openLogin();
    await page.context().setOffline(true);
    await press(page);
    expect(await outcome(page, "network-request-failed")).toEqual(refusal("network-request-failed"));
    await close();
  });

  test("network-request-failed appears if the provider can't be reached, and a later login works", async () => {
    const other = await openProviderWorld();
    await other.provider.pause();
    const { page, close } = await openLogin(other.origin);
    await press(page);
    expect((await outcome(page, "network-request-failed"))[1]).toBe(false);
    await other.provider.resume();
    const popup = await atProvider(page);
    await popup.click("text=Sign in");
    await page.waitForURL(`${other.origin}/allBooks`);
    await close();
    await other.close();
  });

  test("web-storage-unsupported appears if the browser stores no cookies", async () => {
    const folder = mkdtempSync(join(tmpdir(), "proshno-profile-"));
    mkdirSync(join(folder, "Default"));
    const block = { profile: { default_content_setting_values: { cookies: 2 } } };
    writeFileSync(join(folder, "Default", "Preferences"), JSON.stringify(block));
    const context = await launchProfile(folder);
    const page = await context.newPage();
    await page.goto(`${world.origin}/login`);
    await press(page);
    expect(await outcome(page, "web-storage-unsupported")).toEqual(refusal("web-storage-unsupported"));
    await context.close();
    rmSync(folder, { recursive: true });
  });

  test("web-storage-unsupported appears if the cookie is gone when the person returns", async () => {
    const { page, close } = await openLogin();
    const popup = await atProvider(page);
    await page.context().clearCookies({ domain: "127.0.0.1", name: /^proshno-flow-/ });
    await popup.click("text=Sign in");
    await popup.waitForSelector(".error-summary");
    await expect
      .poll(() => popup.textContent(".error-summary"))
      .toContain(sentence("web-storage-unsupported"));
    expect(await isSignedIn(page, "web-storage-unsupported")).toBe(false);
    await close();
  });

  test.each([
    ["internal-error", "server_error"],
    ["missing-multi-factor-info", "unmet_authentication_requirements"],
    ["invalid-api-key", "invalid_client"],
    ["unauthorized-domain", "unauthorized_client"],
    ["network-request-failed", "temporarily_unavailable"],
  ] as const)("%s appears if the provider responds with %s", async (code, error) => {
    world.provider.script.error = error;
    const { page, close } = await openLogin();
    await press(page);
    expect(await outcome(page, code)).toEqual(refusal(code));
    await close();
  });

  test("invalid-api-key appears if the site has the wrong secret", async () => {
    const other = await openProviderWorld(() => ({ PROSHNO_OIDC_CLIENT_SECRET: "of another site" }));
    const { page, close } = await openLogin(other.origin);
    const popup = await atProvider(page);
    await popup.click("text=Sign in");
    expect(await outcome(page, "invalid-api-key")).toEqual(refusal("invalid-api-key"));
    await close();
    await other.close();
  });
});

test("all nine provider codes occurred", () => {
  expect([...provoked].sort()).toEqual(signInProblems.slice(0, 9).sort());
  console.log(`provider codes: ${provoked.size} of 9 provoked in a browser`);
});
