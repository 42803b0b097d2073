import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { countedPerson } from "../../tests/support/archive/counted-person.ts";
import { type DeskWay, deskWays } from "../../tests/support/archive/desk-ways.ts";
import { fillDesk } from "../../tests/support/archive/fill-desk.ts";
import { startServer } from "../../tests/support/process/server.ts";
import { launchBrowser, openPage, sampleSession } from "../../tests/support/web/browser.ts";
import { defineExperiment } from "../lib/experiment.ts";
import { choices, whole } from "../lib/options.ts";

const MINUTE = 60_000;
/** How long an act may take on a busy machine, in ms. */
const TIMEOUT = 5 * MINUTE;
const [P50, P95] = [0.5, 0.95];

export const experiment = defineExperiment({
  about: `Decides on pending items of mixed kinds with a real browser, and counts the keys and clicks: with the keyboard, with the
mouse, and at 360 px. It also prints the machine's time from a decision until the next item is on the screen; each decision
waits until the next item is loaded in advance.`,
  options: {
    ways: choices(Object.keys(deskWays), "only some ways"),
    items: whole(200, "pending items"),
  },
  needs: () => ["build", "programs"],
  async run({ values: { ways, items } }) {
    const browser = await launchBrowser();
    try {
      for (const name of ways) await count(browser, name, deskWays[name] as DeskWay, items);
    } finally {
      await browser.close();
    }
    return 0;
  },
});

async function count(by: Browser, name: string, way: DeskWay, items: number): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), "proshno-desk-"));
  const server = await startServer({ PROSHNO_DATA: data });
  const storageState = await sampleSession(by, server, "admin");
  const { page, complaints, close } = await openPage(by, {
    storageState,
    viewport: way.isPhone ? { width: 360, height: 740 } : { width: 1280, height: 800 },
    hasTouch: way.isPhone,
  });
  page.setDefaultTimeout(TIMEOUT);
  const person = countedPerson(page, way.isPhone);
  const times: number[] = [];
  try {
    const before = await fillDesk(data, items);
    await page.goto(`${server.origin}/admin-dashboard/manage-questions?sort=newest`);
    await page.locator(".desk-screen").waitFor();
    await page.evaluate(() => performance.setResourceTimingBufferSize(100_000));
    const begun = performance.now();
    await way.begin(person);
    for (let decided = 0; decided < items; decided += 1) {
      const id = await page.locator(".desk-row[aria-current]").getAttribute("data-id");
      await page.locator(`[data-shown="${id}"]`).waitFor();
      // The decision before has been stored.
      if (decided > 0) await page.locator(".desk-last button").waitFor();
      // A person looks at an item for longer than the next one takes to load.
      await page.waitForFunction(nextIsLoaded, id ?? "");
      await page.evaluate(watchNext, id ?? "");
      await way.decide(person, decided);
      if (decided < items - 1)
        times.push(await page.evaluate(() => (globalThis as unknown as Watch).nextShown));
    }
    await page.locator(".desk-last button").waitFor();
    const { total } = (await (await page.request.get(`${server.origin}/api/desk`)).json()).counts as {
      total: number;
    };
    times.sort((one, other) => one - other);
    const at = (share: number) => times[Math.floor(times.length * share)]?.toFixed(0);
    const { clicks, keys } = person.counts();
    console.log(
      `${name}: ${before + items - total} of ${items} items decided, ${keys} keys and ${clicks} clicks; ` +
        `from a decision to the next item p50 ${at(P50)} ms, p95 ${at(P95)} ms; ` +
        `${((performance.now() - begun) / MINUTE).toFixed(1)} minutes; errors of the browser: ${complaints.length}`,
    );
    for (const line of complaints) console.log(`  ${line}`);
  } finally {
    await close();
    await server.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

/** Whether the page has the data and the first picture of the item after this one. It runs in the page. */
function nextIsLoaded(id: string): boolean {
  const next = document.querySelector(`.desk-row[data-id="${id}"]`)?.nextElementSibling;
  if (!next) return true;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const small = next.querySelector("img")?.getAttribute("data-thumbnail")?.split("?")[0];
  const hasPicture = !small || loaded.some((name) => name.includes(`${small}?`) && !name.endsWith("=480"));
  return hasPicture && loaded.some((name) => name.endsWith(`/item/${next.getAttribute("data-id")}`));
}

interface Watch {
  nextShown: Promise<number>;
}

/** Measures, in the page, the time from the next key or click until another item is on the screen. */
function watchNext(id: string): void {
  (globalThis as unknown as Watch).nextShown = new Promise((resolve) => {
    let pressed = 0;
    const press = (event: Event) => {
      pressed = event.timeStamp;
    };
    for (const name of ["keydown", "click"]) addEventListener(name, press, { capture: true });
    const look = () => {
      const shown = document.querySelector("[data-shown]")?.getAttribute("data-shown");
      if (pressed === 0 || !shown || shown === id) return requestAnimationFrame(look);
      for (const name of ["keydown", "click"]) removeEventListener(name, press, { capture: true });
      return resolve(performance.now() - pressed);
    };
    look();
  });
}
