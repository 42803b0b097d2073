import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TEST_PASSWORD } from "../support/platform/archive.ts";
import { axeFindings, launchBrowser, openPage, overflow } from "../support/web/browser.ts";
import { openProviderWorld, type ProviderWorld } from "../support/people/provider-world.ts";
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

async function register(page: Page, email: string): Promise<void> {
  await page.goto(`${world.origin}/register`);
  await page.fill("#name", "Rahim");
  await page.fill("#email", email);
  await page.fill("#password", TEST_PASSWORD);
  await page.fill("#passwordAgain", TEST_PASSWORD);
  await page.click("main form:not(.sign-in-social) button");
  await page.waitForURL(`${world.origin}/dashboard`);
}

/** Stops the redirect on the page before the provider. @returns the address of this page */
async function leavingPage(page: Page): Promise<string> {
  const REFRESH = /<meta http-equiv="refresh"[^>]*>/i;
  await page.route("**/auth/leave?**", async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    expect(body).toMatch(REFRESH);
    await route.fulfill({ response, body: body.replace(REFRESH, "") });
  });
  const form = { popup: crypto.randomUUID() };
  const started = await page.request.post(`${world.origin}/auth/start`, { form });
  return world.origin + ((await started.json()) as { leave: string }).leave;
}

test("the server's startup messages do not name a provider's variable that is set", () => {
  expect(world.server.lines.join("\n")).not.toContain("PROSHNO_OIDC_ISSUER");
});

describe("the pages of a login with a provider", () => {
  const paths = {
    login: "/login",
    register: "/register",
    problem: "/login?problem=email-has-account",
    done: "/auth/done?problem=internal-error",
  };
  const looks = (["light", "dark"] as const).flatMap((colorScheme) =>
    [320, 360, 1280].map((width) => [colorScheme, width] as const),
  );

  test.each(looks)(
    "fit the window in the %s theme at %i px, and axe finds no problems",
    async (colorScheme, width) => {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 740 } });
      const page = await context.newPage();
      for (const [name, path] of Object.entries(paths)) {
        await page.goto(world.origin + path);
        expect(await overflow(page), name).toBe(0);
        expect(await axeFindings(page), name).toEqual([]);
      }
      await page.goto(`${world.origin}/login`);
      const widthOf = async (selector: string) => (await page.locator(selector).boundingBox())?.width;
      expect(await widthOf("form.sign-in-social > button")).toBe(await widthOf("form.sign-in-social"));
      await page.goto(await leavingPage(page));
      expect(await overflow(page), "leave").toBe(0);
      expect(await axeFindings(page), "leave").toEqual([]);
      await register(page, `${colorScheme}${width}@example.edu`);
      for (const path of [
        "/dashboard/security",
        "/dashboard/provider",
        "/dashboard/provider?problem=identity-taken",
      ]) {
        await page.goto(world.origin + path);
        expect(await overflow(page), path).toBe(0);
        expect(await axeFindings(page), path).toEqual([]);
      }
      await context.close();
    },
  );

  test("a person with a password connects and disconnects a provider under Security", async () => {
    const { page, complaints, close } = await openPage(browser);
    await page.goto(`${world.origin}/register`);
    await register(page, "connects@example.edu");
    await page.goto(`${world.origin}/dashboard/security`);
    await page.click("text=Connect Local");
    await page.click("button:has-text('Connect Local')");
    await page.waitForSelector("text=any e-mail is yours");
    await page.fill("[name=login]", "connects@example.org");
    await page.click("text=Sign in");
    await page.waitForURL(`${world.origin}/dashboard/security`);
    await expect.poll(() => page.textContent(".toast")).toContain(en.signIn.connectedDetail("Local"));
    await page.click("text=Disconnect Local");
    await page.click("button:has-text('Disconnect Local')");
    await page.waitForSelector(`text=${en.signIn.isNotConnected("Local")}`);
    expect(complaints).toEqual([]);
    await close();
  });

  test("a person can log in with only the keyboard", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${world.origin}/login`);
    await page.focus("#password");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe("Continue with Local");
    const [popup] = await Promise.all([page.waitForEvent("popup"), page.keyboard.press("Enter")]);
    await popup.waitForSelector("text=any e-mail is yours");
    await popup.focus("[name=name]");
    await popup.keyboard.press("Enter");
    await page.waitForURL(`${world.origin}/`);
    await context.close();
  });
});
