import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Failure, runStep } from "./run.mjs";

/**
 * A package that the tests need, or an optional one (`helps`).
 * @typedef {{ what: string, packages: string[], isThere: () => boolean, helps?: boolean, otherwise: string }}
 * Need
 */

/** Headless Chromium, which is smaller and needs no display. */
const HEADLESS = "chromium-headless-shell";

/** @type {Need[]} */
const NEEDS = [
  {
    what: "Chromium",
    packages: ["chromium"],
    isThere: () => Boolean(findChromium()),
    otherwise: "or name another Chromium in CHROMIUM_PATH",
  },
  {
    what: "headless Chromium",
    packages: [HEADLESS],
    isThere: () => Boolean(process.env.CHROMIUM_PATH || onPath(HEADLESS)),
    helps: true,
    otherwise: "needs half the processor time",
  },
  {
    what: "a Bangla font",
    packages: ["fontconfig", "fonts-noto-core"],
    isThere: () => Boolean(outputOf("fc-list", [":lang=bn"])),
    otherwise: "or any other font with Bengali letters",
  },
  {
    what: "the PostgreSQL server programs",
    packages: ["postgresql"],
    isThere: () => Boolean(process.env.TEST_DATABASE_URL || findPostgres()),
    otherwise: "or name a test server in TEST_DATABASE_URL",
  },
  {
    what: "a clock that can jump",
    packages: ["libfaketime"],
    isThere: () => Boolean(findFaketime()),
    otherwise: "which only Linux has",
  },
  {
    what: "strace, to slow a disk",
    packages: ["strace"],
    isThere: () => Boolean(onPath("strace")),
    helps: true,
    otherwise: "`npm run lab -- faults` needs it",
  },
];

/**
 * The programs of several machines, for `npm run lab -- failover`. Debian starts their services when it installs them.
 * @type {Need[]}
 */
export const clusterNeeds = [
  {
    what: "Patroni, etcd, HAProxy and PgBouncer",
    packages: ["patroni", "etcd-server", "haproxy", "pgbouncer"],
    isThere: () => ["patroni", "etcd", "haproxy", "pgbouncer"].every(onPath),
    otherwise: "in the versions of Debian 12",
  },
  {
    what: "network namespaces",
    packages: ["iproute2", "util-linux"],
    isThere: () => ["ip", "unshare", "nsenter", "setpriv"].every(onPath),
    otherwise: "which only Linux has",
  },
];

/**
 * Installs the system packages that the tests need. A test is never skipped because one is missing.
 * @param {Need[]} more what the caller needs besides
 * @throws {Failure} names the packages to install if this script can't install them
 */
export async function ensureSystemPackages(more = []) {
  const missing = [...NEEDS, ...more].filter(({ isThere }) => !isThere());
  const needed = missing.filter(({ helps }) => !helps);
  // An optional package is installed only if apt already knows it. Otherwise every run would update apt's
  // lists.
  if (needed.length === 0 && !missing.some(isKnown)) return;
  const asRoot = rootCommand();
  const left = () => needed.filter(({ isThere }) => !isThere());
  if (asRoot)
    await aptInstall(asRoot, missing).catch((error) => {
      if (left().length > 0) throw error;
    });
  if (left().length > 0) throw new Failure(explain(left()));
}

/**
 * @returns {string | undefined} the path of Chromium or Chrome
 * @throws {Failure} if CHROMIUM_PATH names a missing file
 */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named && !existsSync(named))
    throw new Failure(`CHROMIUM_PATH names ${named}, but there is no such file.`);
  if (named) return named;
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  return names.map(onPath).find(Boolean);
}

/**
 * @returns {string | undefined} the path of a headless Chromium, which needs half the processor time, or of
 * any Chromium
 */
export function findHeadlessChromium() {
  return (!process.env.CHROMIUM_PATH && onPath(HEADLESS)) || findChromium();
}

/** @returns {string | undefined} the folder with initdb and postgres, of the newest installed version */
export function findPostgres() {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, "bin")),
    outputOf("pg_config", ["--bindir"]),
  ];
  return folders.find((folder) => folder && existsSync(join(folder, "initdb")));
}

/** @returns {string | undefined} the library of libfaketime for programs with several threads */
export function findFaketime() {
  const root = "/usr/lib";
  const folders = existsSync(root) ? readdirSync(root).map((name) => join(root, name)) : [];
  return folders.map((folder) => join(folder, "faketime/libfaketimeMT.so.1")).find(existsSync);
}

/** @param {string} name */
function onPath(name) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/**
 * @param {string} command
 * @param {string[]} args
 * @returns {string} its output; empty if it is not installed or fails
 */
function outputOf(command, args) {
  try {
    return execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "";
  }
}

/** @returns {string[] | undefined} the command that runs apt-get as root; undefined if that is impossible */
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
  console.log(`Installing ${needs.map(({ what }) => what).join(", ")} for the tests …`);
  // Waits until a different apt-get releases its lock, instead of failing.
  const apt = [...first, "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300"];
  const failure = explain(needs.filter(({ helps }) => !helps));
  await runStep(command, [...apt, "update"], { cwd: "/", failure });
  const packages = needs.flatMap((need) => (need.helps && !isKnown(need) ? [] : need.packages));
  await runStep(command, [...apt, "install", "-y", "--no-install-recommends", ...packages], {
    cwd: "/",
    failure,
  });
}

/** @param {Need} need */
const isKnown = ({ packages }) => packages.every((name) => outputOf("apt-cache", ["show", name]));

/** @param {Need[]} needs */
function explain(needs) {
  const lines = needs.map(
    ({ what, packages, otherwise }) => `  ${what}: apt-get install ${packages.join(" ")} (${otherwise})`,
  );
  return `The tests need programs that this script couldn't install. Please install them:\n${lines.join("\n")}`;
}
