import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pageFaults } from "../../tests/support/web/browser.ts";
import { readToTheEnd } from "../../tests/support/web/route-bytes.ts";
import type { Area, Visit } from "../../tests/support/web/visited-routes.ts";
import { type Sheet, type Shot, writeHtmlSheets, writePngSheet } from "./contact-sheet.ts";
import type { MeasuredSite } from "../lib/measured-site.ts";
import type { ShowSteps } from "../lib/progress.ts";

const THEMES = ["light", "dark"] as const;
const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
];

interface Look {
  viewport: (typeof SIZES)[number];
  colorScheme: (typeof THEMES)[number];
}

/**
 * Takes pictures of every whole page of the site, on a phone and on a desktop, light and dark, and checks
 * each page with axe and for sideways scrolling.
 * @param folder of the pictures and their contact sheets; emptied before
 * @returns the problems, one line each
 */
export async function takeScreenshots(
  site: MeasuredSite,
  folder: string,
  showSteps: ShowSteps,
): Promise<string[]> {
  const looks = SIZES.flatMap((viewport) => THEMES.map((colorScheme) => ({ viewport, colorScheme })));
  const progress = showSteps(looks.length * site.visits.length);
  rmSync(folder, { recursive: true, force: true });
  const sheets: Sheet[] = [];
  const faults: string[] = [];
  for (const look of looks) {
    const name = `${look.viewport.width}-${look.colorScheme}`;
    mkdirSync(join(folder, name), { recursive: true });
    const shots: Shot[] = [];
    for (const area of ["public", "dashboard", "admin-dashboard"] as const) {
      shots.push(...(await shotsOf(site, area, { ...look, folder, name, faults, done: progress.step })));
    }
    sheets.push({ name, shots });
    if (shots.length > 0) await writePngSheet(folder, { name, shots });
  }
  writeHtmlSheets(folder, sheets);
  progress.stop();
  return faults;
}

interface ShotOptions extends Look {
  folder: string;
  /** The name of the sheet. */
  name: string;
  /** A list to which problems are added. */
  faults: string[];
  done: (path: string) => void;
}

async function shotsOf(
  { origin, browser, visits, sessions }: MeasuredSite,
  area: Area,
  { folder, name, faults, done, ...look }: ShotOptions,
): Promise<Shot[]> {
  const storageState = sessions[area];
  // Without reduced motion, a picture would show a transition half way.
  const context = await browser.newContext({
    ...look,
    reducedMotion: "reduce",
    ...(storageState ? { storageState } : {}),
  });
  const page = await context.newPage();
  const shots: Shot[] = [];
  for (const visit of visits.filter((one) => one.area === area)) {
    const file = `${name}/${fileName(visit)}.png`;
    await page.goto(origin + visit.path);
    await readToTheEnd(page);
    await page.evaluate(() => {
      scrollTo(0, 0);
      // The browser lays out distant parts only when the reader scrolls near them. A picture of the whole
      // page never scrolls.
      for (const card of document.querySelectorAll<HTMLElement>(".item-card"))
        card.style.contentVisibility = "visible";
    });
    await page.screenshot({ path: join(folder, file), fullPage: true });
    for (const fault of await pageFaults(page)) faults.push(`${name} ${visit.pattern}: ${fault}`);
    shots.push({ name: visit.pattern, file });
    done(`${name} ${visit.pattern}`);
  }
  await context.close();
  return shots;
}

/** `/note-details/:id/report` becomes `note-details-id-report`. */
function fileName({ pattern }: Visit): string {
  return (
    pattern.replace(/[^a-z0-9]+/gi, "-").replace(/^-|-$/g, "") || (pattern === "/" ? "index" : "not-found")
  );
}
