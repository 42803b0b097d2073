import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  createUpgradeClone,
  gitAs as git,
  type UpgradeClone,
} from "../../../tests/support/process/upgrade-clone.ts";
import { parseEnv } from "../../config/env.ts";
import { checkDescent, checkHistory, checkMachine, checkRelease, fetchBranch } from "./checks.ts";
import { parseReleases } from "./releases.ts";
import { git as runGit } from "./run.ts";
import { stepWork, type Upgrade } from "./steps.ts";

const ROW = `| 0.3.0 | \`${"a".repeat(40)}\` | 2026-11-22 | \`m\` | good |`;

let folder: string;
let upstreamFolder: string;
let clone: string;
let place: UpgradeClone["place"];
let commit: UpgradeClone["commit"];
let close: () => void;

beforeEach(async () => {
  ({ folder, upstream: upstreamFolder, clone, place, commit, close } = await createUpgradeClone());
});
afterEach(() => close());

describe("a hostile or broken clone", () => {
  const upstream = (...args: string[]) => git(upstreamFolder, ...args);
  /** Commits a release with a package.json and other files. @returns its commit */
  function release(described: unknown, files: Record<string, string> = {}): string {
    const text = typeof described === "string" ? described : JSON.stringify(described);
    for (const [name, content] of Object.entries({ "package.json": text, ...files }))
      writeFileSync(join(upstreamFolder, name), content);
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
    expect(await check(first)).toBe(">=24");
    await refused(other, "Proshno 0.3.0 is not among the fetched commits.");
    await refused("0".repeat(40), "Proshno 0.3.0 is not among the fetched commits.");
  });

  test("can't install a release with a link or a submodule", async () => {
    expect(await check(release(good))).toBe(">=24");
    symlinkSync("/etc", join(upstreamFolder, "build"));
    await refused(commit("a link"), "has a link or a submodule");
    rmSync(join(upstreamFolder, "build"));
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
    await expect(rewritten).rejects.toThrow("someone rewrote the history");
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
    const env = parseEnv({ PROSHNO_DATA: join(folder, "data") });
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
