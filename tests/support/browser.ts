import { existsSync } from "node:fs";
import AxeBuilder from "@axe-core/playwright";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * The machine's Chromium, which `npm test` has made sure of.
 * @param options blocksPopups as it does for people; otherwise pages may open windows as they like
 */
export function launchBrowser({ blocksPopups = false } = {}): Promise<Browser> {
  const ignoreDefaultArgs = blocksPopups ? ["--disable-popup-blocking"] : false;
  return chromium.launch({ executablePath: chromiumPath(), args: FLAGS, ignoreDefaultArgs });
}

/** The same with a profile of its own, as its settings in the folder say. */
export function launchProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { executablePath: chromiumPath(), args: FLAGS });
}

function chromiumPath(): string {
  const paths = [process.env["CHROMIUM_PATH"], "/usr/bin/chromium", "/usr/bin/google-chrome"];
  const executablePath = paths.find((path) => path && existsSync(path));
  if (!executablePath) throw new Error("No Chromium. `npm test` installs it, or set CHROMIUM_PATH.");
  return executablePath;
}

/** A page in a context of its own that collects what went wrong in the browser. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => {
    // Chromium says so when a page is left before the one before has faded out.
    if (!error.message.startsWith("Transition was")) complaints.push(error.message);
  });
  page.on("console", (message) => {
    // A refused form is a 4xx by design, and the browser logs every one.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      complaints.push(message.text());
  });
  return { page, complaints, close: () => context.close() };
}

/** What axe finds on the page as it stands, a line each. */
export async function axeFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
}

/** How many pixels the page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
