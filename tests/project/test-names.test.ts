import { globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const MODULES = [
  "api",
  "archive",
  "files",
  "operations",
  "people",
  "platform",
  "process",
  "project",
  "site",
  "web",
];

/** The endings of test files, from the fewest needs to the most. */
const ENDINGS = ["", "engine", "site", "browser"] as const;
type Ending = (typeof ENDINGS)[number];

/** The ending that a test needs if it imports one of these functions. */
const NEEDS: Record<string, Ending> = {
  createPapers: "engine",
  createRecogniser: "engine",
  openCluster: "engine",
  openTestArchive: "engine",
  openZip: "engine",
  startPostgres: "engine",
  openSite: "site",
  startServer: "site",
  launchBrowser: "browser",
};
const IMPORT = /^(?:import|export) (?!type)([^"';]*?) from "(\.[^"]+)";/gms;

const mostOf = (needs: Ending[]): Ending =>
  ENDINGS[Math.max(0, ...needs.map((need) => ENDINGS.indexOf(need)))] ?? "";

/** The ending that a file needs for itself and its helpers. Imported types need no ending. */
function needOf(file: string, seen = new Set<string>()): Ending {
  if (seen.has(file)) return "";
  seen.add(file);
  const text = readFileSync(join(root, file), "utf8");
  const needs: Ending[] = /\binject\("postgresUrl"\)/.test(text) ? ["engine"] : [];
  for (const [, names = "", path = ""] of text.matchAll(IMPORT)) {
    const helper = posix.join(posix.dirname(file), path);
    const own = (names.match(/(type )?\w+/g) ?? []).filter((name) => !name.startsWith("type "));
    if (own.length === 0) continue;
    const known = own.flatMap((name) => NEEDS[name] ?? []);
    needs.push(...known);
    if (known.length === 0 && /^(?:tests\/support|lab)\//.test(helper) && !definesNeeds(helper))
      needs.push(needOf(helper, seen));
  }
  return mostOf(needs);
}

/** Whether a file defines one of these functions. Its other functions may need less. */
const definesNeeds = (file: string): boolean =>
  Object.keys(NEEDS).some((name) => new RegExp(`export (async )?function ${name}\\b`).test(read(file)));
const read = (file: string) => readFileSync(join(root, file), "utf8");

const all = globSync("{src,tests,lab}/**/*.test.{ts,tsx}", { cwd: root }).map((file) =>
  file.replaceAll("\\", "/"),
);
/** A journey needs what other tests in the browser need; `npm test` runs it. */
const endingOf = (file: string): string =>
  (/\.(engine|site|journey|browser|slow)\.test\./.exec(file)?.[1] ?? "").replace("journey", "browser");

test("the ending of each test file says what its tests need", () => {
  expect(all.length).toBeGreaterThan(200);
  const wrong = all.flatMap((file) => {
    const [ending, need] = [endingOf(file), needOf(file)];
    return ending === need || ending === "slow" ? [] : [`${file} needs ${need || "nothing"}`];
  });
  expect(wrong).toEqual([]);
});

test("each test under tests/ is in the folder of a module", () => {
  const wrong = all.filter(
    (file) => file.startsWith("tests/") && !MODULES.includes(file.split("/").slice(1, -1)[0] ?? ""),
  );
  expect(wrong).toEqual([]);
});

test("each helper under tests/support/ is in the folder of a module", () => {
  const helpers = globSync("tests/support/**/*.{ts,tsx}", { cwd: root });
  const wrong = helpers.filter((file) => !MODULES.includes(file.split(/[\\/]/).slice(2, -1)[0] ?? ""));
  expect(wrong).toEqual([]);
});
