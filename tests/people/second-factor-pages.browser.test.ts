import type { Browser, Page } from "playwright-core";
import decodeQR from "qr/decode.js";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertPerson } from "../support/archive/factories.ts";
import { TEST_PASSWORD } from "../support/platform/archive.ts";
import { codeAt, STEP, wrongCodeAt } from "../support/people/authenticator.ts";
import { axeFindings, launchBrowser, openPage, overflow } from "../support/web/browser.ts";
import { listen, type ListeningSite } from "../support/process/listen.ts";
import { en } from "../../src/shared/messages/en.ts";

const MINUTE = 60_000;

let site: ListeningSite;
let browser: Browser;
let now = Date.UTC(2026, 10, 21);
beforeAll(async () => {
  site = await listen({ clock: () => now, adminsNeedSecondFactor: true });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await site.close();
  expect(site.faults).toEqual([]);
});

/** The address that a phone's camera reads from the QR code on the screen. */
async function scan(page: Page): Promise<URL> {
  const { data, info } = await sharp(await page.locator("svg.account-qr").screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return new URL(decodeQR({ width, height, data }, { effort: Infinity, timeLimit: Infinity }));
}

describe.each([
  { js: true, width: 320, colorScheme: "light" as const },
  { js: true, width: 1280, colorScheme: "dark" as const },
  { js: false, width: 360, colorScheme: "dark" as const },
])("with JavaScript: $js, at $width px in the $colorScheme theme", ({ js, width, colorScheme }) => {
  const email = `admin-${js}-${width}@example.edu`;
  let page: Page;
  let complaints: string[];
  let close: () => Promise<void>;
  let secret: string;
  let recoveryCodes: string[];
  beforeAll(async () => {
    await site.archive.signUp(`Admin-${js}-${width}`, "admin");
    ({ page, complaints, close } = await openPage(browser, {
      javaScriptEnabled: js,
      viewport: { width, height: 800 },
      colorScheme,
    }));
  });
  afterAll(async () => {
    expect(complaints).toEqual([]);
    await close();
  });

  const goto = (path: string) => page.goto(site.origin + path);
  const submit = (name: string) => page.getByRole("button", { name, exact: true }).click();
  /** Checks that the page fits the window and that axe finds no problems. */
  async function looksRight(name: string): Promise<void> {
    // Axe does not work without scripts.
    if (js) expect(await axeFindings(page), name).toEqual([]);
    expect(await overflow(page), name).toBe(0);
  }
  async function logIn(): Promise<void> {
    await page.fill("#email", email);
    await page.fill("#password", TEST_PASSWORD);
    await submit(en.login.submit);
  }

  test("an admin sets up a second factor with a QR code, and then reaches the requested page", async () => {
    await goto("/admin-dashboard/make-admin");
    await logIn();
    await page.waitForURL("**/dashboard/second-factor?from=*");
    await expect.poll(() => page.textContent("main")).toContain(en.secondFactor.adminsNeed);
    await looksRight("off");
    await submit(en.secondFactor.begin);
    await page.waitForSelector("svg.account-qr");
    await looksRight("pending");
    const address = await scan(page);
    secret = address.searchParams.get("secret") as string;
    expect([address.protocol, address.pathname]).toEqual([
      "otpauth:",
      `/Proshno:${email.replace("@", "%40")}`,
    ]);
    expect((await page.textContent("code.account-secret"))?.replaceAll(" ", "")).toBe(secret);

    await page.fill("#code", wrongCodeAt(secret, now));
    await submit(en.secondFactor.confirm);
    await page.waitForSelector(".error-summary");
    expect(await page.title()).toMatch(/^Error: /);
    await expect.poll(() => page.textContent("#code-problem")).toContain("This code doesn't match");
    expect((await scan(page)).searchParams.get("secret")).toBe(secret);
    await looksRight("pending-wrong");
    await page.fill("#code", codeAt(secret, now));
    await page.keyboard.press("Enter");
    await page.waitForSelector(".account-codes");
    recoveryCodes = await page.locator(".account-codes code").allTextContents();
    expect(recoveryCodes).toHaveLength(10);
    await looksRight("codes");
    await page.emulateMedia({ media: "print" });
    await expect
      .poll(() =>
        page.locator("header, .site-menu, .site-footer, a.button").filter({ visible: true }).count(),
      )
      .toBe(0);
    await page.emulateMedia({ media: "screen" });
    await page.getByRole("link", { name: en.secondFactor.codes.goOn }).click();
    await page.waitForURL("**/admin-dashboard/make-admin");
    await goto("/dashboard/second-factor");
    await expect.poll(() => page.textContent("main")).toContain("You have 10 recovery codes left");
    for (const code of recoveryCodes) expect(await page.content()).not.toContain(code);
    await looksRight("on");
  });

  test("an admin must give a fresh proof before they make someone an admin, which then happens without a second click", async () => {
    const student = await insertPerson(site.archive);
    now += 11 * MINUTE;
    await goto("/admin-dashboard/make-admin");
    await page.fill("#email", student);
    await submit("Make Admin");
    await page.waitForURL("**/login/confirm?from=*");
    await page.getByText(en.confirm.held.makeAdmin(student)).waitFor();
    await looksRight("confirm");
    await page.fill("#password", "not the password");
    await page.fill("#code", codeAt(secret, now));
    await submit(en.confirm.submitHeld.makeAdmin);
    await page.waitForSelector(".error-summary");
    await expect.poll(() => page.textContent("#password-problem")).toContain("This is not your password");
    expect([await page.inputValue("#password"), await page.inputValue("#code")]).toEqual(["", ""]);
    await looksRight("confirm-wrong");
    await page.fill("#password", TEST_PASSWORD);
    await page.fill("#code", codeAt(secret, now));
    await submit(en.confirm.submitHeld.makeAdmin);
    await page.waitForSelector(".toast:has-text('Make Admin successfully')");
    expect(new URL(page.url()).pathname).toBe("/admin-dashboard/make-admin");
    await expect.poll(() => page.inputValue("#email")).toBe("");
  });

  test("an admin gives the login's code with only the keyboard, and then reaches the requested page", async () => {
    now += STEP;
    await page.context().clearCookies();
    await goto("/dashboard/security");
    await logIn();
    await page.waitForURL("**/login/second-factor?from=%2Fdashboard%2Fsecurity");
    await looksRight("give-code");
    await expect
      .poll(() => page.locator('script:not([src*="/assets/theme-"], [src*="/assets/suggest-"])').count())
      .toBe(0);
    const field = page.locator("#code");
    expect([await field.getAttribute("autocomplete"), await field.getAttribute("inputmode")]).toEqual([
      "one-time-code",
      "numeric",
    ]);
    await field.focus();
    await page.keyboard.type(wrongCodeAt(secret, now));
    await page.keyboard.press("Enter");
    await page.waitForSelector(".error-summary");
    await expect.poll(() => page.textContent("#code-problem")).toContain("This code is wrong");
    await expect.poll(() => field.inputValue()).toBe("");
    await looksRight("give-code-wrong");
    await field.focus();
    await page.keyboard.type(codeAt(secret, now));
    await page.keyboard.press("Enter");
    await page.waitForURL("**/dashboard/security");
    await expect.poll(() => page.textContent(".toast")).toContain(en.login.welcome);
    await expect.poll(() => page.textContent("main")).toContain(en.secondFactor.isOn);
    await looksRight("security");
  });

  test("an admin logs in with a recovery code, and too many wrong codes show the waiting time", async () => {
    await page.context().clearCookies();
    await goto("/login?from=/dashboard");
    await logIn();
    await page.getByRole("link", { name: en.giveCode.app.other }).click();
    await page.waitForURL("**/login/second-factor?*&recovery*");
    await looksRight("recovery");
    for (let index = 0; index < 5; index += 1) {
      await page.fill("#code", "aaaa-aaaa-aaaa-aaaa");
      await Promise.all([page.waitForEvent("domcontentloaded"), submit(en.giveCode.submit)]);
    }
    await expect.poll(() => page.textContent(".error-summary")).toContain(en.tooManyTries(60));
    await looksRight("locked");
    now += MINUTE;
    await page.fill("#code", recoveryCodes[0] as string);
    await submit(en.giveCode.submit);
    await page.waitForURL("**/dashboard");
    await expect.poll(() => page.textContent(".toast")).toContain(en.login.welcome);
  });

  test("an admin renews the recovery codes, and turns the second factor off", async () => {
    await goto("/dashboard/second-factor");
    await expect.poll(() => page.textContent("main")).toContain("You have 9 recovery codes left");
    await submit(en.secondFactor.on.renew);
    await page.waitForSelector(".account-codes");
    const codes = await page.locator(".account-codes code").allTextContents();
    expect(codes.filter((code) => recoveryCodes.includes(code))).toEqual([]);
    await page.getByRole("link", { name: en.secondFactor.codes.goOn }).click();
    await page.waitForURL("**/dashboard/security");
    await goto("/dashboard/second-factor");
    await submit(en.secondFactor.on.turnOff);
    await page.waitForURL("**/dashboard/security");
    await expect.poll(() => page.textContent(".toast")).toContain(en.secondFactor.turnedOff);
    await goto("/admin-dashboard");
    await page.waitForURL("**/dashboard/second-factor?from=%2Fadmin-dashboard");
  });
});
