import { randomUUID } from "node:crypto";
import { type BrowserServer, chromium } from "playwright-core";
import { findHeadlessChromium } from "../../../scripts/lib/system-packages.mjs";
import { freePort } from "../process/server.ts";
import { FLAGS } from "../web/browser.ts";

/**
 * Starts one Chromium, to which the test files connect (`launchBrowser`). If Chromium ends, the files that use it fail, and it
 * starts again at the same address for the next files.
 * @returns a function that ends it
 */
export default async function setup(): Promise<() => Promise<void>> {
  const executablePath = findHeadlessChromium();
  if (!executablePath) throw new Error("No Chromium. `npm test` installs it, or set CHROMIUM_PATH.");
  const [port, wsPath] = [await freePort(), `/${randomUUID()}`];
  let isOver = false;
  let server: BrowserServer;
  async function start(): Promise<void> {
    server = await chromium.launchServer({ executablePath, args: FLAGS, host: "127.0.0.1", port, wsPath });
    server.on("close", () => {
      if (!isOver) start().catch((error: unknown) => console.error(error));
    });
  }
  await start();
  process.env["TEST_BROWSER"] = `ws://127.0.0.1:${port}${wsPath}`;
  return async () => {
    isOver = true;
    delete process.env["TEST_BROWSER"];
    await server.close();
  };
}
