import axe from "axe-core";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { findChromium, findHeadlessChromium } from "../../../scripts/lib/system-packages.mjs";
import type { TestServer } from "../process/server.ts";

/** For every browser that a test or a measurement starts. */
export const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A browser with it finds no other machine: viewers of files elsewhere stay empty. */
export const LOOPBACK_ONLY = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1";

/**
 * The machine's Chromium, which `npm test` has made sure of.
 * @param options blocksPopups as it does for people, which takes one with windows; otherwise pages may open windows as
 *   they like; args beside those that every test has
 */
export function launchBrowser({ blocksPopups = false, args = [] as string[] } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: blocksPopups ? chromiumPath() : there(findHeadlessChromium()),
    args: [...FLAGS, ...args],
    ignoreDefaultArgs: blocksPopups ? ["--disable-popup-blocking"] : false,
  });
}

/** The same, with windows, and with a profile of its own, as its settings in the folder say. */
export function launchProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { executablePath: chromiumPath(), args: FLAGS });
}

/** Of a Chromium as people have it. @throws Error where there is none */
export const chromiumPath = (): string => there(findChromium());

function there(path: string | undefined): string {
  if (!path) throw new Error("No Chromium. `npm test` installs it, or set CHROMIUM_PATH.");
  return path;
}

/** A page in a context of its own that collects what went wrong in the browser. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => {
    // Chromium says so when a page is left before the one before has faded out.
    if (!error.message.startsWith("Transition was")) complaints.push(`${error.message} (${page.url()})`);
  });
  page.on("console", (message) => {
    // A refused form is a 4xx by design, and the browser logs every one.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      complaints.push(message.text());
  });
  return { page, complaints, close: () => context.close() };
}

/** A request's Cookie header as a browser's context takes it. @param origin of the site */
export const cookiesOf = (header: string, origin: string) =>
  [...header.matchAll(/(?:^|; )([^=;]+)=([^;]+)/g)].map(([, name = "", value = ""]) => {
    return { name, value, url: origin };
  });

/** Until React answers to the element, which stands there before its code has come. */
export function hydrated(page: Page, selector: string) {
  return page.waitForFunction((within) => {
    const element = document.querySelector(within);
    return element !== null && Object.keys(element).some((key) => key.startsWith("__reactProps"));
  }, selector);
}

/** What axe finds on the page as it stands, a line each. */
export async function axeFindings(page: Page): Promise<string[]> {
  // Put in by hand, as no page holds a frame of another site: axe's own builder opens a window for each look.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as Record<"axe", typeof axe>).axe.run(document, { resultTypes: ["violations"] }),
  );
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
}

/** Ids that more than one element of the page has: a script or a label would find the first. */
export function sameIds(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
    return ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `#${id} is there twice`);
  });
}

/** How many pixels the page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** What is wrong with how the page stands: what axe finds, and what scrolls sideways, a line each. */
export async function pageFaults(page: Page): Promise<string[]> {
  const found = [...(await axeFindings(page)), ...(await sameIds(page))];
  const wider = await overflow(page);
  return [...found, ...(wider ? [`${wider} px too wide`] : [])];
}

/** Signs in as the admin of a demo server's first start. @returns the session, for `openPage` */
export function adminSession(browser: Browser, server: TestServer) {
  return sampleSession(browser, server, "admin");
}

/** Signs in as somebody of a demo server's first start. @returns the session, for `openPage` */
export async function sampleSession(browser: Browser, server: TestServer, role: "admin" | "student") {
  const line = new RegExp(`${role}\\s+(\\S+)\\s+(\\S+)`);
  const [, email, password] = line.exec(server.lines.join("\n")) ?? [];
  const { page, close } = await openPage(browser);
  await page.goto(`${server.origin}/login`);
  await page.fill("#email", email as string);
  await page.fill("#password", password as string);
  await page.click("main form button");
  await page.waitForSelector(".toast");
  const storageState = await page.context().storageState();
  await close();
  return storageState;
}

/** Chooses a year in the panel of a year field, once the page's scripts run. */
export async function chooseYear(page: Page, field: string, year: number): Promise<void> {
  await page.locator(`${field}[readonly]`).click();
  const cell = page.getByRole("gridcell", { name: String(year), exact: true });
  while ((await cell.count()) === 0) {
    const centred = Number(await page.locator('[role="gridcell"][tabindex="0"]').textContent());
    await page.keyboard.press(year < centred ? "PageUp" : "PageDown");
  }
  await cell.click();
}
