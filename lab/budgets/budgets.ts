import { Failure } from "../../scripts/lib/run.mjs";
import { defineExperiment } from "../lib/experiment.ts";
import { withSite } from "../lib/measured-site.ts";
import { flag, texts, whole } from "../lib/options.ts";
import { asText } from "../lib/tables.ts";
import { bytesTable, findingsOf, htmlOf, scoresTable } from "./budget-report.ts";
import { measurePages } from "./measure-budgets.ts";

export const experiment = defineExperiment({
  about: `Measures the bytes that each page makes a phone load and its Lighthouse scores, and compares them with the budgets. It fails
if a page is above a budget.`,
  options: {
    runs: whole(5, "visits of Lighthouse to each page; 1 is a quick look", { least: 0 }),
    bytes: flag("leaves out Lighthouse"),
    only: texts("only pages with these paths or patterns"),
  },
  needs: () => ["build", "programs"],
  async run({ values, showSteps, write }) {
    const runs = values.bytes ? 0 : values.runs;
    const pages = await withSite(values.only, (site) => measurePages(site, { runs, showSteps }));
    if (pages.length === 0) throw new Failure("No page has this path or pattern.");
    console.log(`\nkB as sent\n${asText(bytesTable(pages))}`);
    if (runs > 0) {
      console.log(`\nLighthouse, median of ${runs}, ms\n${asText(scoresTable(pages))}`);
      console.log(["", "What it finds", ...findingsOf(pages)].join("\n"));
    }
    const broken = pages.flatMap((page) => page.broken);
    console.log(["", broken.length > 0 ? "Broken budgets" : "Every budget is kept.", ...broken].join("\n"));
    write("budgets.json", { at: new Date(), pages });
    console.log(`\nReport: ${write("budgets.html", htmlOf(pages))}`);
    return broken.length > 0 ? 1 : 0;
  },
});
