import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { launchBrowser, openPage } from "../support/web/browser.ts";
import { freePort } from "../support/process/server.ts";
import { en } from "../../src/shared/messages/en.ts";

const root = new URL("../..", import.meta.url).pathname;

test("the button logs a person in with a local provider under npm run dev", async () => {
  const folder = mkdtempSync(join(tmpdir(), "proshno-dev-"));
  const port = await freePort();
  const dev = spawn(process.execPath, ["scripts/dev.mjs"], {
    cwd: root,
    env: { PATH: process.env["PATH"], PORT: String(port), PROSHNO_DATA: folder, PROSHNO_MODE: "production" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const browser = await launchBrowser();
  try {
    for await (const line of createInterface({ input: dev.stdout }))
      if (line.startsWith("Proshno is ready")) break;
    const { page, complaints } = await openPage(browser);
    await page.goto(`http://127.0.0.1:${port}/login?from=%2FallBooks`);
    const [popup] = await Promise.all([page.waitForEvent("popup"), page.click("text=Continue with Local")]);
    await popup.click("text=Sign in");
    await page.waitForURL(`http://127.0.0.1:${port}/allBooks`);
    await expect.poll(() => page.textContent(".toast")).toContain(en.login.welcomeDetail("Rahim Uddin"));
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
    dev.kill("SIGTERM");
    await once(dev, "exit");
    rmSync(folder, { recursive: true });
  }
});
