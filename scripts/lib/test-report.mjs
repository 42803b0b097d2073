import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { root } from "./ensure.mjs";

/**
 * @typedef {{ path: string, ms: number, isBroken: boolean, failures: string[] }} TestFile
 * A file's path in the repository, how long its tests took in ms, whether it failed, and a line for each failed test
 */

/**
 * Reads Vitest's JSON report.
 * @param {string} path absent if Vitest was stopped
 * @param {number} code Vitest's exit code
 * @returns {{ passed: number, failed: number, skipped: number, files: TestFile[] }} a file that failed before its first test
 * counts as one failure
 */
export function readReport(path, code) {
  if (!existsSync(path)) return { passed: 0, failed: 1, skipped: 0, files: [] };
  const report = JSON.parse(readFileSync(path, "utf8"));
  /** @type {TestFile[]} */
  const files = report.testResults.map((/** @type {any} */ file) => ({
    path: relative(root, file.name),
    ms: file.endTime - file.startTime,
    isBroken: file.status === "failed",
    failures: file.assertionResults
      .filter((/** @type {any} */ test) => test.status === "failed")
      .map(
        (/** @type {any} */ test) => `${test.fullName}: ${String(test.failureMessages[0]).split("\n")[0]}`,
      ),
  }));
  const withoutTest = files.filter(({ isBroken, failures }) => isBroken && failures.length === 0);
  const failed = report.numFailedTests + withoutTest.length;
  return {
    passed: report.numPassedTests,
    // Vitest also fails if an error occurs outside any test. Then the last line must not look like a success.
    failed: code !== 0 ? Math.max(failed, 1) : failed,
    skipped: report.numPendingTests + report.numTodoTests,
    files,
  };
}

/**
 * @param {TestFile[]} files
 * @param {number} count
 * @returns {string[]} a line for each of the slowest files
 */
export const slowest = (files, count) =>
  files
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ path, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${path}`);
