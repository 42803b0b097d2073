/**
 * `npm run screenshots`: takes pictures of every page at 360 and 1280 px, light and dark, in `screenshots/`.
 * It also makes contact sheets: one to open in a browser, and a picture for each width and theme. It exits
 * with 1 if axe finds a problem or a page scrolls sideways. `--only /allQuestions` takes only some pages.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureBuild, ensureDependencies, root } from "../../scripts/lib/ensure.mjs";
import { main } from "../../scripts/lib/run.mjs";
import { ensureSystemPackages } from "../../scripts/lib/system-packages.mjs";

await main(async () => {
  const { values } = parseArgs({ options: { only: { type: "string", multiple: true, default: [] } } });
  await ensureDependencies();
  await ensureBuild();
  await ensureSystemPackages();

  // These modules import dependencies, which are installed only now.
  const { withSite } = await import("../lib/measured-site.ts");
  const { takeScreenshots } = await import("./take-screenshots.ts");
  const folder = join(root, "screenshots");
  const faults = await withSite(values.only, (site) => takeScreenshots(site, folder));
  console.log([`Contact sheets: ${folder}/index.html`, `${faults.length} faults`, ...faults].join("\n"));
  return faults.length > 0 ? 1 : 0;
});
