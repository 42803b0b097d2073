// `npm test` and `npm run test:long`: install everything that the tests need, run them, and end with one line of figures.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuild, ensureDependencies, node24, root } from "./lib/ensure.mjs";
import { main, run, runStep } from "./lib/run.mjs";
import { ensureSystemPackages } from "./lib/system-packages.mjs";
import { readReport, slowest } from "./lib/test-report.mjs";

/** Vitest's projects of each command. `postgres` repeats on PostgreSQL what `npm test` runs on SQLite only. */
const PROJECTS = {
  short: ["unit", "engine", "site", "journey"],
  long: ["postgres", "browser", "slow"],
};
/** No file of `npm run test:long` may take more than this share of the time of all files. */
const LARGEST_SHARE = 0.1;

await main(async () => {
  const [first, ...rest] = process.argv.slice(2);
  const isLong = first === "--long";
  const filters = isLong || first === undefined ? rest : [first, ...rest];
  await ensureDependencies();
  await ensureBuild();
  await ensureSystemPackages();
  await runStep(node24(), ["node_modules/size-limit/bin.js"], {
    cwd: root,
    failure: "A part of the build is larger than its limit in .size-limit.js.",
  });

  const folder = mkdtempSync(join(tmpdir(), "proshno-test-"));
  /** @param {string[]} args */
  const vitest = async (args) => {
    const report = join(folder, "report.json");
    rmSync(report, { force: true });
    const all = ["node_modules/vitest/vitest.mjs", "run", "--reporter=default", "--reporter=json"];
    all.push(`--outputFile.json=${report}`, ...args);
    const { code } = await run(node24(), all, { cwd: root });
    return { code, ...readReport(report, code) };
  };
  try {
    const projects = PROJECTS[isLong ? "long" : "short"].flatMap((name) => ["--project", name]);
    const result = await vitest([...projects, ...filters]);
    let { passed, failed } = result;
    const { skipped, files } = result;
    let broken = files.filter(({ isBroken }) => isBroken);
    console.log(`\nThe slowest files:\n${slowest(files, 10).join("\n")}`);
    if (isLong) {
      // A busy machine can break a test of a whole process. The file runs once more alone, and its first failure stays printed.
      const unsteady = [];
      for (const file of broken) {
        const { path, failures } = file;
        const again = await vitest([...projects, "--maxWorkers=1", path]);
        if (again.code !== 0 || again.failed > 0 || again.passed === 0) continue;
        unsteady.push(`${path}\n${failures.map((failure) => `    ${failure}`).join("\n")}`);
        broken = broken.filter((one) => one !== file);
        failed -= Math.max(1, failures.length);
        passed += failures.length;
      }
      if (unsteady.length > 0) console.log(`\nUnsteady (mend these first):\n${unsteady.join("\n")}`);
      const sum = files.reduce((total, { ms }) => total + ms, 0);
      const large = filters.length > 0 ? [] : files.filter(({ ms }) => ms > LARGEST_SHARE * sum);
      for (const { path } of large)
        console.log(`FAILED ${path}: It takes more than a tenth of the time of all files.`);
      failed += large.length;
    }
    // .ci/run repeats these lines at the end of its long output.
    if (result.failed > 0 && files.every(({ isBroken }) => !isBroken))
      console.log("FAILED outside all files: Vitest's own output above says why.");
    for (const { path, failures } of broken)
      for (const failure of failures.length > 0 ? failures : ["The file failed outside its tests."])
        console.log(`FAILED ${path}: ${failure}`);
    console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
    return failed > 0 || passed === 0 ? 1 : 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
