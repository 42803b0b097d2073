import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Failure, runStep } from "./run.mjs";

/** @typedef {{ what: string, packages: string[], missing: () => boolean, otherwise: string }} Need */

/** @type {Need[]} */
const NEEDS = [
  {
    what: "Chromium",
    packages: ["chromium"],
    missing: () => !findChromium(),
    otherwise: "or name another build of it in CHROMIUM_PATH",
  },
  {
    what: "a Bangla font",
    packages: ["fontconfig", "fonts-noto-core"],
    missing: () => !outputOf("fc-list", [":lang=bn"]),
    otherwise: "or any other font with Bengali letters",
  },
  {
    what: "the PostgreSQL server programs",
    packages: ["postgresql"],
    missing: () => !process.env.TEST_DATABASE_URL && !findPostgres(),
    otherwise: "or name a server to test on in TEST_DATABASE_URL",
  },
];

/**
 * Installs what the tests need from the system. They are never skipped for want of it.
 * @throws {Failure} naming exactly what to install where it cannot be installed from here
 */
export async function ensureSystemPackages() {
  const missing = NEEDS.filter((need) => need.missing());
  if (missing.length === 0) return;
  const asRoot = rootCommand();
  if (asRoot) await aptInstall(asRoot, missing);
  const left = asRoot ? missing.filter((need) => need.missing()) : missing;
  if (left.length > 0) throw new Failure(explain(left));
}

/**
 * @returns {string | undefined} the path of Chromium or Chrome
 * @throws {Failure} where CHROMIUM_PATH names a file that is not there
 */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named && !existsSync(named))
    throw new Failure(`CHROMIUM_PATH names ${named}, and there is no such file.`);
  if (named) return named;
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  return existsSync("/usr/bin/chromium") ? "/usr/bin/chromium" : names.map(onPath).find(Boolean);
}

/** @returns {string | undefined} the folder that holds initdb and postgres, of the newest version there */
export function findPostgres() {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, "bin")),
    outputOf("pg_config", ["--bindir"]),
  ];
  return folders.find((folder) => folder && existsSync(join(folder, "initdb")));
}

/** @param {string} name */
function onPath(name) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/**
 * @param {string} command
 * @param {string[]} args
 * @returns {string} what it printed; empty where it is not installed or fails
 */
function outputOf(command, args) {
  try {
    return execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "";
  }
}

/** @returns {string[] | undefined} how to run apt-get as root; undefined where that is impossible */
function rootCommand() {
  if (!onPath("apt-get")) return undefined;
  if (process.getuid?.() === 0) return ["env"];
  return spawnSync("sudo", ["-n", "true"], { stdio: "ignore" }).status === 0
    ? ["sudo", "-n", "env"]
    : undefined;
}

/**
 * @param {string[]} asRoot
 * @param {Need[]} needs
 */
async function aptInstall([command = "env", ...first], needs) {
  const packages = needs.flatMap((need) => need.packages);
  console.log(`Installing ${packages.join(", ")} for the tests …`);
  // Waits for another apt-get rather than failing beside it.
  const apt = [...first, "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300"];
  const failure = explain(needs);
  await runStep(command, [...apt, "update"], { cwd: "/", failure });
  await runStep(command, [...apt, "install", "-y", "--no-install-recommends", ...packages], {
    cwd: "/",
    failure,
  });
}

/** @param {Need[]} needs */
function explain(needs) {
  const lines = needs.map(
    ({ what, packages, otherwise }) => `  ${what}: apt-get install ${packages.join(" ")} (${otherwise})`,
  );
  return `The tests need what could not be installed from here. Please install:\n${lines.join("\n")}`;
}
