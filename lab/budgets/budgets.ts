/**
 * `npm run budgets`: measures the bytes that each page makes a phone load and its Lighthouse scores, and
 * compares them with the budgets. It fails if a page is above a budget. `--runs 1` is a quick look (default:
 * 5), `--bytes` leaves out Lighthouse, `--only /allQuestions` measures only some pages.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureBuild, ensureDependencies, root } from "../../scripts/lib/ensure.mjs";
import { Failure, main } from "../../scripts/lib/run.mjs";
import { ensureSystemPackages } from "../../scripts/lib/system-packages.mjs";

await main(async () => {
  const { values } = parseArgs({
    options: {
      runs: { type: "string", default: "5" },
      bytes: { type: "boolean", default: false },
      only: { type: "string", multiple: true, default: [] },
    },
  });
  const runs = values.bytes ? 0 : Number(values.runs);
  if (!Number.isInteger(runs) || runs < 0) throw new Failure("--runs takes a whole number.");
  await ensureDependencies();
  await ensureBuild();
  await ensureSystemPackages();

  // These modules import dependencies, which are installed only now.
  const { withSite } = await import("../lib/measured-site.ts");
  const { measurePages } = await import("./measure-budgets.ts");
  const report = await import("./budget-report.ts");
  const { asText } = await import("../lib/tables.ts");
  const pages = await withSite(values.only, (site) => measurePages(site, { runs }));
  if (pages.length === 0) throw new Failure("No page has this path or pattern.");
  console.log(`\nkB as sent\n${asText(report.bytesTable(pages))}`);
  if (runs > 0) {
    console.log(`\nLighthouse, median of ${runs}, ms\n${asText(report.scoresTable(pages))}`);
    console.log(["", "What it finds", ...report.findingsOf(pages)].join("\n"));
  }
  const broken = pages.flatMap((page) => page.broken);
  console.log(["", broken.length > 0 ? "Broken budgets" : "Every budget is kept.", ...broken].join("\n"));
  console.log(`\nReport: ${report.writeReport(join(root, "bench/results"), pages)}/budgets.html`);
  return broken.length > 0 ? 1 : 0;
});
