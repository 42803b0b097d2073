/**
 * `npm run screenshots`: every page at 360 and 1280 px, light and dark, in `screenshots/`, with contact sheets: one to
 * open in a browser, and a picture for each width and theme; what axe finds or scrolls sideways ends it with 1.
 * `--only /allQuestions` takes some pages alone.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureBuild, ensureDependencies, root } from "./lib/ensure.mjs";
import { main } from "./lib/run.mjs";
import { ensureSystemPackages } from "./lib/system-packages.mjs";

await main(async () => {
  const { values } = parseArgs({ options: { only: { type: "string", multiple: true, default: [] } } });
  await ensureDependencies();
  await ensureBuild();
  await ensureSystemPackages();

  // Only now: what they import is there once the dependencies are.
  const { withSite } = await import("./lib/measured-site.ts");
  const { takeScreenshots } = await import("./lib/take-screenshots.ts");
  const folder = join(root, "screenshots");
  const faults = await withSite(values.only, (site) => takeScreenshots(site, folder));
  console.log([`Contact sheets: ${folder}/index.html`, `${faults.length} faults`, ...faults].join("\n"));
  return faults.length > 0 ? 1 : 0;
});
