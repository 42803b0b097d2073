import { execFileSync, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Env, parseEnv } from "../../config/env.ts";
import { currentRelease } from "../../process/release-folder.ts";
import {
  newRecord,
  recordPath,
  removeRecord,
  type ServerRecord,
  writeRecord,
} from "../../process/server-record.ts";
import { checkDescent, checkHistory, checkMachine, checkRelease, fetchBranch } from "./checks.ts";
import { findPlace, type Place, point, targetOf } from "./place.ts";
import { parseReleases } from "./releases.ts";
import { git as runGit } from "./run.ts";
import { checkNode, runningServer } from "./server.ts";
import { lockUpgrades, readState, removeState, writeState } from "./state.ts";
import { stepWork, type Upgrade } from "./steps.ts";

const ROW = `| 0.3.0 | \`${"a".repeat(40)}\` | 2026-11-22 | \`m\` | good |`;

let folder: string;
let clone: string;
let place: Place;
let env: Env;

const git = (cwd: string, ...args: string[]) =>
  execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@example.edu", ...args], {
    cwd,
    encoding: "utf8",
    stdio: "pipe",
  }).trim();
/** Makes a commit. @returns its hash */
function commit(text: string): string {
  const upstream = join(folder, "upstream");
  writeFileSync(join(upstream, "text"), text);
  git(upstream, "add", "--all");
  git(upstream, "commit", "--quiet", "--message", text);
  return git(upstream, "rev-parse", "HEAD");
}

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "proshno-upgrades-")));
  clone = join(folder, "clone");
  mkdirSync(join(folder, "upstream"));
  git(join(folder, "upstream"), "init", "--quiet", "--initial-branch=main");
  writeFileSync(join(folder, "upstream", ".gitignore"), "/releases/\n/current\n");
  commit("one");
  git(folder, "clone", "--quiet", "upstream", "clone");
  place = await findPlace(clone);
  env = parseEnv({ PROSHNO_DATA: join(folder, "data"), PORT: "3456", HOST: "::" });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("the check before an upgrade", () => {
  test("accepts a clean clone, also from the folder of a release", async () => {
    git(clone, "worktree", "add", "--quiet", "--detach", "releases/0.1.0");
    const release = join(clone, "releases/0.1.0");
    expect(await findPlace(release)).toEqual(place);
    await checkMachine(place, env, release);
  });

  test("refuses changes that are not in git, and names the files", async () => {
    writeFileSync(join(clone, "text"), "mended by hand");
    await expect(checkMachine(place, env, undefined)).rejects.toThrow(/changes that are not in git:\nM text/);
  });

  test("refuses a data folder inside the clone, which another release would not find", async () => {
    const inside = parseEnv({ PROSHNO_DATA: join(clone, "data") });
    await expect(checkMachine(place, inside, undefined)).rejects.toThrow("is inside the clone");
  });

  test("refuses a clone on no branch, and says how to choose one", async () => {
    git(clone, "checkout", "--quiet", "--detach");
    await expect(fetchBranch(place)).rejects.toThrow("switch main");
  });

  test("refuses a folder that is not a git clone", async () => {
    await expect(findPlace(tmpdir())).rejects.toThrow("is not a git clone");
  });

  test("fetches the newest commit of the branch, and accepts only a release after the running one", async () => {
    const newest = commit("two");
    expect(await fetchBranch(place)).toBe(newest);
    await checkDescent(place, clone, newest, "0.2.0");
    git(clone, "commit", "--quiet", "--allow-empty", "--message", "A change of the club");
    await expect(checkDescent(place, clone, newest, "0.2.0")).rejects.toThrow("commits of your own");
  });

  test("refuses a release that needs a newer Node than the running server's", () => {
    const record = { node: "24.21.0" } as ServerRecord;
    checkNode(record, ">=24", "0.2.0");
    expect(() => checkNode(record, ">=26", "0.2.0")).toThrow("needs Node 26");
  });
});

describe("a hostile or broken clone", () => {
  const upstream = (...args: string[]) => git(join(folder, "upstream"), ...args);
  /** Commits a release with a package.json and other files. @returns its commit */
  function release(described: unknown, files: Record<string, string> = {}): string {
    const text = typeof described === "string" ? described : JSON.stringify(described);
    for (const [name, content] of Object.entries({ "package.json": text, ...files }))
      writeFileSync(join(folder, "upstream", name), content);
    return commit(`release ${text.slice(0, 100)}`);
  }
  const good = { version: "0.3.0", engines: { node: ">=24" } };
  const check = async (hash: string) => {
    const branch = await fetchBranch(place);
    return checkRelease(place, { version: "0.3.0", commit: hash }, branch);
  };
  const refused = (hash: string, sentence: string) => expect(check(hash)).rejects.toThrow(sentence);

  test("is told apart from a good one before any of its files is written", async () => {
    expect(await check(release(good))).toBe(">=24");
    await refused(release({ ...good, version: "0.2.0" }), "doesn't say in its package.json that it is 0.3.0");
    await refused(release({ version: "0.3.0" }), "which Node it needs");
    for (const text of ["{", "null", '{"version":"0.3.0","engines":{"node":{}}}'])
      await refused(release(text), "can't be installed");
    // It would be shown on the operator's terminal.
    await refused(release("x".repeat(5_000_000)), "Its output is too long.");
  });

  test("can't install a commit that the fetched branch doesn't contain", async () => {
    const first = release(good);
    upstream("checkout", "--quiet", "-b", "other");
    const other = release({ ...good, private: true });
    upstream("checkout", "--quiet", "main");
    await check(first);
    await refused(other, "Proshno 0.3.0 is not among the fetched commits.");
    await refused("0".repeat(40), "Proshno 0.3.0 is not among the fetched commits.");
  });

  test("can't install a release with a link or a submodule", async () => {
    release(good);
    symlinkSync("/etc", join(folder, "upstream", "build"));
    await refused(commit("a link"), "has a link or a submodule");
    rmSync(join(folder, "upstream", "build"));
    upstream("update-index", "--add", "--cacheinfo", `160000,${upstream("rev-parse", "HEAD")},sub`);
    upstream("commit", "--quiet", "--message", "a submodule");
    await refused(upstream("rev-parse", "HEAD"), "has a link or a submodule");
  });

  test("is found out if its table names another commit for the running release", async () => {
    const running = git(clone, "rev-parse", "HEAD");
    const row = { version: "0.2.0", date: "2026-11-22", newestMigration: "x", isWithdrawn: false };
    await checkHistory([{ ...row, commit: running }], "0.2.0", clone);
    await checkHistory([], "0.2.0", clone);
    const rewritten = checkHistory([{ ...row, commit: "0".repeat(40) }], "0.2.0", clone);
    await expect(rewritten).rejects.toThrow("somebody rewrote the history");
    // Without the row, the new commits don't descend from the running one.
    upstream("commit", "--quiet", "--amend", "--message", "rewritten");
    const newest = await fetchBranch(place);
    await expect(checkDescent(place, clone, newest, "0.3.0")).rejects.toThrow("rewrote the history");
  });

  test("runs no hook, no file watcher and no program of an address", async () => {
    const [hook, proof] = [join(folder, "hook"), join(folder, "proof")];
    writeFileSync(hook, `#!/bin/sh\ntouch ${proof}\n`, { mode: 0o700 });
    const hooks = join(folder, "hooks");
    mkdirSync(hooks);
    for (const name of ["reference-transaction", "post-checkout", "post-index-change"])
      symlinkSync(hook, join(hooks, name));
    git(clone, "config", "core.hooksPath", hooks);
    git(clone, "config", "core.fsmonitor", hook);
    const newest = release(good);
    await check(newest);
    await stepWork.fetch({ place, state: { version: "0.3.0", commit: newest } } as Upgrade);
    await checkMachine(place, env, join(place.releases, "0.3.0"));
    expect(existsSync(join(place.releases, "0.3.0", "package.json"))).toBe(true);
    git(clone, "config", "remote.origin.url", `ext::${hook}`);
    await expect(fetchBranch(place)).rejects.toThrow("Couldn't fetch the new commits.");
    expect(existsSync(proof)).toBe(false);
  });

  test("shows no control characters of its remote, and no more than the end of its words", async () => {
    const pack = join(folder, "pack");
    writeFileSync(pack, "#!/bin/sh\nyes x | head -c 9000000 >&2\nprintf '\\033[2Jhello\\n' >&2\nexit 1\n", {
      mode: 0o700,
    });
    git(clone, "config", "remote.origin.uploadpack", pack);
    const { message } = await fetchBranch(place).then(
      () => expect.unreachable(),
      (error: Error) => error,
    );
    expect(message).toMatch(/^Couldn't fetch the new commits\./);
    expect(message).toContain("?[2Jhello");
    expect(message.length).toBeLessThan(4_000);
  });

  test("is given up if git doesn't end, and what it fetched until then is removed", async () => {
    const silent = join(folder, "silent");
    writeFileSync(silent, "#!/bin/sh\nexec cat > /dev/null\n", { mode: 0o700 });
    git(clone, "config", "remote.origin.uploadpack", silent);
    await expect(runGit(clone, ["fetch", "origin"], "Git stopped.", 0)).rejects.toThrow(
      "Git stopped. It took longer than 0 minutes.",
    );
    git(clone, "config", "--unset", "remote.origin.uploadpack");
    const part = join(clone, ".git/objects/pack/tmp_pack_x");
    writeFileSync(part, "half");
    git(clone, "config", "remote.origin.url", join(folder, "gone"));
    await expect(fetchBranch(place)).rejects.toThrow("Couldn't fetch the new commits.");
    expect(existsSync(part)).toBe(false);
  });

  test("can't name a release with a wrong table", () => {
    const tables = [
      ["| 0.3.0 | `x` | 2026-11-22 | `m` | good |", "has a row that can't be read"],
      [`| ${"9".repeat(400)}.0.0 | \`${"a".repeat(40)}\` | 2026-11-22 | \`m\` | good |`, "can't be read"],
      [`| 0.3.0 | \u001b[2J`, "| 0.3.0 | ?[2J"],
      [`${ROW}\n${ROW.replace("aaaa", "bbbb")}`, "lists Proshno 0.3.0 twice"],
      [Array.from({ length: 2_001 }, (_, n) => ROW.replace("0.3.0", `0.3.${n}`)).join("\n"), "too many"],
    ] as const;
    for (const [text, sentence] of tables) expect(() => parseReleases(text)).toThrow(sentence);
  });
});

describe("the links", () => {
  test("a link leads to a release and changes in one step", () => {
    for (const name of ["0.1.0", "0.2.0"]) mkdirSync(join(place.releases, name));
    expect(targetOf(place.current)).toBeUndefined();
    for (const name of ["0.1.0", "0.2.0"]) {
      point(place.current, join(place.releases, name));
      expect(targetOf(place.current)).toBe(join(place.releases, name));
      expect(currentRelease(join(place.releases, "0.1.0"))).toBe(join(place.releases, name));
    }
  });

  test("a link whose release is gone is refused", () => {
    symlinkSync("releases/0.9.0", place.current);
    expect(() => targetOf(place.current)).toThrow("leads to a folder that is gone");
  });

  test("a server outside a folder of releases ignores the links", () => {
    expect(currentRelease("/opt/proshno")).toBe("/opt/proshno");
  });
});

describe("the state of an upgrade", () => {
  test("the state of an upgrade is kept until the upgrade ends", () => {
    const state = { version: "0.2.0", commit: "abc", step: "install" } as const;
    writeState(place, state);
    expect(readState(place)).toEqual(state);
    removeState(place);
    expect(readState(place)).toBeUndefined();
  });

  test("names the file if it can't be read", () => {
    writeFileSync(join(place.releases, "upgrade.json"), "{");
    expect(() => readState(place)).toThrow("upgrade.json can't be read");
  });

  test("is locked while another upgrade runs, but not by a killed one", () => {
    const other = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)", "upgrade.ts"]);
    writeFileSync(join(place.releases, "upgrade.lock"), String(other.pid));
    expect(() => lockUpgrades(place)).toThrow(`Another upgrade is running (process ${other.pid})`);
    other.kill("SIGKILL");
    writeFileSync(join(place.releases, "upgrade.lock"), "999999999");
    lockUpgrades(place)();
    expect(existsSync(join(place.releases, "upgrade.lock"))).toBe(false);
  });

  test("is not locked by a killed upgrade that had the number of this process", () => {
    const state = join(import.meta.dirname, "state.ts");
    const script = `
      const { lockUpgrades } = await import(${JSON.stringify(state)});
      const { writeFileSync } = await import("node:fs");
      const releases = ${JSON.stringify(place.releases)};
      writeFileSync(releases + "/upgrade.lock", String(process.pid));
      lockUpgrades({ releases })();
    `;
    // The last argument makes it look like the command.
    execFileSync(process.execPath, ["--input-type=module", "--eval", script, "upgrade.ts"], {
      stdio: "pipe",
    });
    expect(existsSync(join(place.releases, "upgrade.lock"))).toBe(false);
  });
});

describe("the record of a running server", () => {
  const log = { error: (line: unknown) => expect.unreachable(String(line)) };

  test("the record says where the server listens on this machine", () => {
    expect(newRecord(env).address).toBe("http://[::1]:3456");
  });

  test("is found while its process is a server, and not after a kill", () => {
    const record = { ...newRecord(env), workers: ["/opt/proshno/releases/0.1.0"], pid: 999_999_999 };
    writeRecord(env.dataFolder, record, log);
    expect(runningServer(env.dataFolder)).toBeUndefined();
    const server = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)", "src/main.ts"]);
    writeRecord(env.dataFolder, { ...record, pid: server.pid as number }, log);
    expect(runningServer(env.dataFolder)?.workers).toEqual(record.workers);
    server.kill("SIGKILL");
  });

  test("is removed only by the server that wrote it", () => {
    writeRecord(env.dataFolder, { ...newRecord(env), pid: 1 }, log);
    removeRecord(env.dataFolder);
    expect(existsSync(recordPath(env.dataFolder))).toBe(true);
    writeRecord(env.dataFolder, newRecord(env), log);
    removeRecord(env.dataFolder);
    expect(existsSync(recordPath(env.dataFolder))).toBe(false);
  });
});
