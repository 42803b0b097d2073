import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accountFaults } from "../../tests/support/people/account-faults.ts";
import { type Fault, planted } from "../../tests/support/platform/fault.ts";
import { startPostgres } from "../../tests/support/platform/postgres.ts";
import { node24, root } from "../../scripts/lib/ensure.mjs";
import { Failure, run } from "../../scripts/lib/run.mjs";
import { defineExperiment } from "../lib/experiment.ts";
import { text } from "../lib/options.ts";

/** The number of parallel runs; each has its own copy. */
const PARALLEL = 2;
/** The errors of a test that finds an unexpected value. The second is the error of `rejects`. */
const ASSERTION = /^(?:AssertionError|Error: promise resolved)/;

export const experiment = defineExperiment({
  about: `Plants one fault of the account code at a time in a copy of the product, as if a fix were missing. It checks that the fault's
test fails by an assertion.`,
  options: { word: text("", "only faults whose name or entry contains this") },
  places: ["word"],
  needs: () => ["build", "programs"],
  async run({ values: { word } }) {
    const faults = accountFaults.filter(({ name, entry }) => `${entry} ${name}`.includes(word));
    if (faults.length === 0) throw new Failure(`No fault is called ${word}.`);
    const folder = mkdtempSync(join(tmpdir(), "proshno-faults-"));
    const postgres = await startPostgres();
    try {
      const unnoticed = await plantAll(folder, postgres.url, faults);
      console.log(`\n${faults.length} faults planted, ${unnoticed} unnoticed`);
      return unnoticed > 0 ? 1 : 0;
    } finally {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

interface Ran {
  title: string;
  status: string;
  failureMessages: string[];
}

/** Runs a program and keeps its output. @throws Failure if this script is stopped in the meantime */
async function step(command: string, args: string[], cwd: string, env: Record<string, string>) {
  const { code, output, stopped } = await run(command, args, { cwd, env, quiet: true });
  if (stopped) throw new Failure("Stopped.");
  return { code, output };
}

/** Copies the files of the product, including untracked files, to a separate folder. */
async function copyProduct(folder: string): Promise<string> {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
  const { code, output } = await step("git", args, root, {});
  if (code !== 0) throw new Failure(`${output}\nCouldn't list the files. Run this in a git repository.`);
  const copy = mkdtempSync(join(folder, "copy-"));
  for (const path of output.split("\0"))
    if (path && existsSync(join(root, path))) cpSync(join(root, path), join(copy, path));
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  symlinkSync(join(root, "build"), join(copy, "build"));
  mkdirSync(join(folder, "tmp"), { recursive: true });
  return copy;
}

/** Starts a database server that all runs share, and makes a folder for files that the tests leave behind. */
function environment(folder: string, databaseUrl: string): Record<string, string> {
  return {
    TEST_DATABASE_URL: databaseUrl,
    TMPDIR: join(folder, "tmp"),
    NO_COLOR: "1",
  };
}

const pattern = (title: string): string => title.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** Runs the tests of one file that have these titles. @returns the tests that ran, and the output */
async function runTests(copy: string, env: Record<string, string>, file: string, titles: string[]) {
  const report = join(copy, "report.json");
  rmSync(report, { force: true });
  const args = ["node_modules/vitest/vitest.mjs", "run", file, "-t", titles.map(pattern).join("|")];
  args.push("--reporter=json", `--outputFile=${report}`);
  const { output } = await step(node24(), args, copy, env);
  if (!existsSync(report)) return { ran: [], output };
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as {
    testResults: { assertionResults: Ran[]; message: string }[];
  };
  const ran = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ title, status }) => status !== "skipped" && titles.some((one) => title.includes(one)));
  return { ran, output: `${output}${testResults.map(({ message }) => message).join("\n")}` };
}

/** The test of every fault must pass while the fault is not planted. */
async function checkUnplanted(copy: string, env: Record<string, string>, faults: Fault[]): Promise<void> {
  for (const [file, those] of Map.groupBy(faults, ({ test: [path] }) => path)) {
    const titles = [...new Set(those.map(({ test: [, title] }) => title))];
    const { ran, output } = await runTests(copy, env, file, titles);
    for (const title of titles) {
      const own = ran.filter((one) => one.title.includes(title));
      const broken = own.find(({ status }) => status !== "passed");
      if (own.length === 0) throw new Failure(`${output}\n${file} has no test "${title}".`);
      if (broken)
        throw new Failure(
          `${broken.failureMessages.join("\n")}\n${file} fails without a fault: mend it first.`,
        );
    }
  }
}

/**
 * Plants a fault, runs its test and removes the fault again.
 * @returns the reason if no test noticed the fault
 */
async function notice(copy: string, env: Record<string, string>, fault: Fault): Promise<string | undefined> {
  const isWeb = fault.edits.some(([path]) => path.startsWith("src/web/"));
  const [file, title] = fault.test;
  try {
    for (const [path, code] of planted(root, fault)) writeFileSync(join(copy, path), code);
    if (isWeb) await rebuild(copy, env);
    const { ran, output } = await runTests(copy, env, file, [title]);
    const failed = ran.filter(({ status }) => status === "failed");
    if (failed.some(({ failureMessages: [why = ""] }) => ASSERTION.test(why))) return undefined;
    if (ran.length > 0 && failed.length === 0) return "every test passed";
    return `no assertion failed: ${failed[0]?.failureMessages[0]?.split("\n")[0] ?? output.slice(-2_000)}`;
  } finally {
    for (const [path] of fault.edits) cpSync(join(root, path), join(copy, path));
    if (isWeb) {
      rmSync(join(copy, "build"), { recursive: true, force: true });
      symlinkSync(join(root, "build"), join(copy, "build"));
    }
  }
}

async function rebuild(copy: string, env: Record<string, string>): Promise<void> {
  rmSync(join(copy, "build"));
  const args = ["node_modules/@react-router/dev/bin.cjs", "build"];
  const { code, output } = await step(node24(), args, copy, { ...env, NODE_ENV: "production" });
  if (code !== 0) throw new Failure(`${output}\nCouldn't build the copy with the fault.`);
}

async function plantAll(folder: string, databaseUrl: string, faults: Fault[]): Promise<number> {
  const env = environment(folder, databaseUrl);
  const copies = await Promise.all(Array.from({ length: PARALLEL }, () => copyProduct(folder)));
  await checkUnplanted(copies[0] as string, env, faults);
  console.log(`Without a fault the tests pass. Now with one at a time:\n`);
  const unnoticed: Fault[] = [];
  const left = faults.values();
  const worker = async (copy: string) => {
    for (const fault of left) {
      const why = await notice(copy, env, fault);
      if (why !== undefined) unnoticed.push(fault);
      console.log(
        `${fault.entry.padEnd(30)}${fault.name.padEnd(66)}${why ? `UNNOTICED, ${why}` : "noticed"}`,
      );
    }
  };
  await Promise.all(copies.map(worker));
  return unnoticed.length;
}
