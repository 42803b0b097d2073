import { join } from "node:path";
import { root } from "../../scripts/lib/ensure.mjs";
import { defineExperiment } from "../lib/experiment.ts";
import { withSite } from "../lib/measured-site.ts";
import { texts } from "../lib/options.ts";
import { takeScreenshots } from "./take-screenshots.ts";

export const experiment = defineExperiment({
  about: `Takes pictures of every page at 360 and 1280 px, light and dark, in screenshots/. It also makes contact sheets: one to open in
a browser, and a picture for each width and theme. It fails if axe finds a problem or a page scrolls sideways.`,
  options: { only: texts("only pages with these paths or patterns") },
  needs: () => ["build", "programs"],
  async run({ values, showSteps }) {
    const folder = join(root, "screenshots");
    const faults = await withSite(values.only, (site) => takeScreenshots(site, folder, showSteps));
    console.log([`Contact sheets: ${folder}/index.html`, `${faults.length} faults`, ...faults].join("\n"));
    return faults.length > 0 ? 1 : 0;
  },
});
