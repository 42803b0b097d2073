import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parseEnv } from "../../config/env.ts";
import { removeOld } from "./old-releases.ts";
import { findPlace, type Place, targetOf } from "./place.ts";
import { ReleaseFailed, returnTo, stepWork, type Upgrade } from "./steps.ts";

/** Replaces the build by a sheet whose name and content are those of the release, like the hashed assets of the pages. */
const BUILD = `
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
const text = readFileSync("text", "utf8");
rmSync("build", { recursive: true, force: true });
mkdirSync("build/client/assets", { recursive: true });
writeFileSync("build/client/assets/root-" + text + ".css", text);
writeFileSync("build/.stamp", text);
`;

let folder: string;
let clone: string;
let place: Place;
let said: string[];

const git = (...args: string[]) =>
  execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@example.edu", ...args], {
    cwd: clone,
    encoding: "utf8",
    stdio: "pipe",
  }).trim();
function write(path: string, text: string): void {
  mkdirSync(dirname(join(clone, path)), { recursive: true });
  writeFileSync(join(clone, path), text);
}
/** Commits a release. @returns its commit */
function commit(version: string): string {
  write("text", version);
  write("package.json", JSON.stringify({ version }));
  git("add", "--all");
  git("commit", "--quiet", "--message", version);
  return git("rev-parse", "HEAD");
}
/** Does the steps `fetch` and `install` for a release. @returns its folder */
async function install(version: string, from?: string): Promise<string> {
  const work = upgradeTo(version, from);
  await stepWork.fetch(work);
  await stepWork.install(work);
  return join(place.releases, version);
}
const upgradeTo = (version: string, from?: string): Upgrade => ({
  place,
  env: parseEnv({ PROSHNO_DATA: join(folder, "data") }),
  backup: false,
  print: (line) => said.push(line),
  state: { version, commit: commit(version), step: "install", ...(from ? { from } : {}) },
});

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "proshno-releases-")));
  clone = join(folder, "clone");
  said = [];
  mkdirSync(clone);
  git("init", "--quiet", "--initial-branch=main");
  write(".gitignore", "/releases/\n/current\n/node_modules/\n/build/\n/data/\n");
  write("package-lock.json", "{}");
  write("scripts/install.mjs", "");
  write("scripts/build.mjs", BUILD);
  place = await findPlace(clone);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("two releases that run at the same time have each other's assets, but not those of a third one", async () => {
  const first = await install("0.1.0");
  const second = await install("0.2.0", first);
  const assets = (release: string) => readdirSync(join(release, "build/client/assets")).toSorted();
  expect(assets(first)).toEqual(["root-0.1.0.css", "root-0.2.0.css"]);
  expect(assets(second)).toEqual(["root-0.1.0.css", "root-0.2.0.css"]);
  expect(readFileSync(join(second, "build/client/assets/root-0.1.0.css"), "utf8")).toBe("0.1.0");

  // A release is days older than the next one.
  const before = new Date(Date.now() - 86_400_000);
  for (const name of ["build/client/assets/root-0.1.0.css", "build/.stamp"])
    utimesSync(join(first, name), before, before);
  const third = await install("0.3.0", second);
  expect(assets(second)).toEqual(["root-0.1.0.css", "root-0.2.0.css", "root-0.3.0.css"]);
  expect(assets(third)).toEqual(["root-0.2.0.css", "root-0.3.0.css"]);
});

test("old releases are removed, except folders in which a person may have put something", async () => {
  const names = ["0.1.0", "0.2.0", "0.3.0", "0.4.0", "0.5.0"];
  for (const name of names) await install(name);
  const at = (name: string) => join(place.releases, name);
  // An ignored file, a file that git doesn't know, and a changed one.
  write("releases/0.2.0/data/proshno.sqlite", "a database");
  write("releases/0.3.0/notes.txt", "by hand");
  write("releases/0.4.0/text", "by hand");
  // Neither is a folder that the command made.
  write("releases/0.0.9/text", "an unpacked archive");
  write("releases/backups/manifest.json", "{}");
  await removeOld(place, [at("0.5.0")], (line) => said.push(line));
  expect(readdirSync(place.releases).toSorted()).toEqual([
    "0.0.9",
    "0.2.0",
    "0.3.0",
    "0.4.0",
    "0.5.0",
    "backups",
    "upgrade.log",
  ]);
  expect(said.toSorted()).toEqual(
    ["0.0.9", "0.2.0", "0.3.0", "0.4.0"].map(
      (name) =>
        `The folder ${at(name)} stays, because it has files of its own. Delete it if you don't need them.`,
    ),
  );
  expect(git("worktree", "list")).not.toContain("0.1.0");
  expect(existsSync(join(at("0.2.0"), "data/proshno.sqlite"))).toBe(true);
});

test("an installation replaces what an earlier one left, but not a folder with files of its own", async () => {
  const work = upgradeTo("0.1.0");
  const release = join(place.releases, "0.1.0");
  // After a kill in the middle of the checkout.
  write("releases/0.1.0.part/text", "half");
  await stepWork.fetch(work);
  // After a failure of the next step, which begins a new attempt.
  write("releases/0.1.0/node_modules.part/package/index.js", "half");
  await stepWork.fetch(work);
  expect(readdirSync(place.releases)).toEqual(["0.1.0"]);
  expect(existsSync(join(release, "node_modules.part"))).toBe(false);

  write("releases/0.1.0/notes.txt", "by hand");
  await expect(stepWork.fetch(work)).rejects.toThrow(`${release} has files of its own. Move it`);
  expect(readFileSync(join(release, "notes.txt"), "utf8")).toBe("by hand");
});

test("an installation continues after a kill between its last two steps for the folder", async () => {
  const work = upgradeTo("0.1.0");
  const release = join(place.releases, "0.1.0");
  git("worktree", "add", "--quiet", "--detach", `${release}.part`, work.state.commit);
  renameSync(`${release}.part`, release);
  await stepWork.fetch(work);
  git("worktree", "prune");
  expect(git("worktree", "list")).toContain(`${release} `);
  expect(git("-C", release, "status", "--porcelain")).toBe("");
});

test("a return without a running server says how to start one", async () => {
  const first = await install("0.1.0");
  expect(await returnTo(upgradeTo("0.2.0", first), first)).toBe(
    `Proshno 0.1.0 is chosen again, but no server is running. Start it in ${place.current}, for example: systemctl start proshno`,
  );
  expect(targetOf(place.current)).toBe(first);
});

test("an upgrade goes on after a backup of an archive that lacks some of its files, and says so", async () => {
  const from = await install("0.1.0");
  mkdirSync(join(from, "src/cli"), { recursive: true });
  writeFileSync(join(from, "src/cli/backup.ts"), "");
  const work: Upgrade = { ...upgradeTo("0.2.0", from), backup: undefined };
  const backUp = (code: number) => {
    writeFileSync(join(from, "scripts/cli.mjs"), `process.exitCode = ${code};`);
    return stepWork.backup(work);
  };
  await backUp(3);
  expect(said).toEqual([expect.stringContaining("files of the archive are missing or damaged")]);
  await expect(backUp(1)).rejects.toThrow("The backup failed, so nothing was changed.");
});

test.each(["restart", "health"] as const)(
  "the step %s fails if the server that ran before the upgrade is gone, and not if there was none",
  async (step) => {
    const from = await install("0.1.0");
    const work = upgradeTo("0.2.0", from);
    await expect(stepWork[step]({ ...work, state: { ...work.state, hasServer: true } })).rejects.toEqual(
      new ReleaseFailed("The server stopped."),
    );
    await stepWork[step]({ ...work, state: { ...work.state, hasServer: false } });
  },
);
