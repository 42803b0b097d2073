import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  createUpgradeClone,
  gitAs,
  type UpgradeClone,
} from "../../../tests/support/process/upgrade-clone.ts";
import { type Env, parseEnv } from "../../config/env.ts";
import { currentRelease } from "../../process/release-folder.ts";
import {
  newRecord,
  recordPath,
  removeRecord,
  type ServerRecord,
  writeRecord,
} from "../../process/server-record.ts";
import { checkDescent, checkMachine, fetchBranch } from "./checks.ts";
import { findPlace, type Place, point, targetOf } from "./place.ts";
import { checkNode, runningServer } from "./server.ts";
import { lockUpgrades, readState, removeState, writeState } from "./state.ts";

let folder: string;
let clone: string;
let place: Place;
let env: Env;

const git = gitAs;
let commit: UpgradeClone["commit"];
let close: () => void;

beforeEach(async () => {
  ({ folder, clone, place, commit, close } = await createUpgradeClone());
  env = parseEnv({ PROSHNO_DATA: join(folder, "data"), PORT: "3456", HOST: "::" });
});
afterEach(() => close());

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
