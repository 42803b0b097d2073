// `npm test`: installs everything that the tests need, runs them, and ends with one line of figures.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuild, ensureDependencies, node24, root } from "./lib/ensure.mjs";
import { main, run, runStep } from "./lib/run.mjs";
import { ensureSystemPackages } from "./lib/system-packages.mjs";

await main(async () => {
  await ensureDependencies();
  await ensureBuild();
  await ensureSystemPackages();
  await runStep(node24(), ["node_modules/size-limit/bin.js"], {
    cwd: root,
    failure: "A part of the build is larger than its limit in .size-limit.js.",
  });

  const folder = mkdtempSync(join(tmpdir(), "proshno-test-"));
  const report = join(folder, "report.json");
  const args = ["node_modules/vitest/vitest.mjs", "run", "--reporter=default", "--reporter=json"];
  args.push(`--outputFile.json=${report}`, ...process.argv.slice(2));
  try {
    const { code } = await run(node24(), args, { cwd: root });
    const { passed, failed, skipped } = count(report);
    // Vitest also fails if an error occurs outside any test. In this case the last line must not look like a
    // success.
    const failures = code !== 0 ? Math.max(failed, 1) : failed;
    console.log(`\n${passed} passed, ${failures} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
    return code || (failures > 0 || passed === 0 ? 1 : 0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/**
 * @param {string} report path of vitest's JSON report; absent if vitest was stopped
 * @returns the figures; a file that failed before its first test counts as one failure
 */
function count(report) {
  if (!existsSync(report)) return { passed: 0, failed: 0, skipped: 0 };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
    readFileSync(report, "utf8"),
  );
  const brokenFiles = testResults.filter(
    (/** @type {{ status: string, assertionResults: { status: string }[] }} */ file) =>
      file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + brokenFiles.length,
    skipped: numPendingTests + numTodoTests,
  };
}
