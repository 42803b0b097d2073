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

/** Flags for every browser that a test or a measurement starts. */
export const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** With this flag a browser reaches no other machine, so embedded viewers of other sites stay empty. */
export const LOOPBACK_ONLY = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1";

/**
 * Connects to the Chromium of the test run, or starts the machine's Chromium, which `npm test` installs: outside a run, and
 * for options that a running Chromium can't get.
 * @param options blocksPopups blocks pop-ups as for people, which needs a Chromium that is not headless; by
 * default pages can open windows. args are added to the flags of every test
 */
export function launchBrowser({ blocksPopups = false, args = [] as string[] } = {}): Promise<Browser> {
  const shared = process.env["TEST_BROWSER"];
  if (shared && !blocksPopups && args.length === 0) return chromium.connect(shared);
  return chromium.launch({
    executablePath: blocksPopups ? chromiumPath() : there(findHeadlessChromium()),
    args: [...FLAGS, ...args],
    ignoreDefaultArgs: blocksPopups ? ["--disable-popup-blocking"] : false,
  });
}

/** Starts a Chromium that is not headless, with its own profile and the settings in the folder. */
export function launchProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { executablePath: chromiumPath(), args: FLAGS });
}

/** The path of a Chromium that is not headless. @throws Error if there is none */
export const chromiumPath = (): string => there(findChromium());

function there(path: string | undefined): string {
  if (!path) throw new Error("No Chromium. `npm test` installs it, or set CHROMIUM_PATH.");
  return path;
}

/**
 * Opens a page in a new context that collects errors of the browser. By default its person prefers reduced motion, because
 * the fades between two pages take more than half of a browser's processor time.
 */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    reducedMotion: "reduce",
    ...options,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => {
    // Chromium reports this if people leave a page before its view transition ends.
    if (!error.message.startsWith("Transition was")) complaints.push(`${error.message} (${page.url()})`);
  });
  page.on("console", (message) => {
    // A refused form has a 4xx status by design, and the browser logs every one.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      complaints.push(message.text());
  });
  return { page, complaints, close: () => context.close() };
}

/** Converts a request's Cookie header to cookies for a browser context. @param origin of the site */
export const cookiesOf = (header: string, origin: string) =>
  [...header.matchAll(/(?:^|; )([^=;]+)=([^;]+)/g)].map(([, name = "", value = ""]) => {
    return { name, value, url: origin };
  });

/**
 * Waits until React controls the element, because the element is in the page before its script has loaded.
 */
export function hydrated(page: Page, selector: string) {
  return page.waitForFunction((within) => {
    const element = document.querySelector(within);
    return element !== null && Object.keys(element).some((key) => key.startsWith("__reactProps"));
  }, selector);
}

/** The violations that axe finds on the current page, one line each. */
export async function axeFindings(page: Page): Promise<string[]> {
  // We inject axe ourselves, because its own builder opens a window for each run. Our pages have no frames
  // from other sites.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as Record<"axe", typeof axe>).axe.run(document, { resultTypes: ["violations"] }),
  );
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
}

/** Ids that more than one element of the page has. A script or a label would find only the first element. */
export function sameIds(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
    return ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `#${id} is there twice`);
  });
}

/** How many pixels wider the page is than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** The problems of the current page, one line each: violations that axe finds, and sideways scrolling. */
export async function pageFaults(page: Page): Promise<string[]> {
  const found = [...(await axeFindings(page)), ...(await sameIds(page))];
  const wider = await overflow(page);
  return [...found, ...(wider ? [`${wider} px too wide`] : [])];
}

/** Logs in as the admin of a demo server's first start. @returns the session, for `openPage` */
export function adminSession(browser: Browser, server: TestServer) {
  return sampleSession(browser, server, "admin");
}

/** Logs in as a sample person of a demo server's first start. @returns the session, for `openPage` */
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

/** Chooses a year in the panel of a year field, after the page's scripts have started. */
export async function chooseYear(page: Page, field: string, year: number): Promise<void> {
  await page.locator(`${field}[readonly]`).click();
  const cell = page.getByRole("gridcell", { name: String(year), exact: true });
  while ((await cell.count()) === 0) {
    const centred = Number(await page.locator('[role="gridcell"][tabindex="0"]').textContent());
    await page.keyboard.press(year < centred ? "PageUp" : "PageDown");
  }
  await cell.click();
}
