import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runCommand } from "../../tests/support/process/command.ts";

const folder = mkdtempSync(join(tmpdir(), "proshno-arguments-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `cli.engine.test.ts` shows the same of one command and of one path. */
describe("another command with wrong arguments", () => {
  const env = { PROSHNO_DATA: join(folder, "data"), DATABASE_URL: "" };
  const run = (name: string, ...args: string[]) => runCommand(name, args, { env, cwd: folder });

  it.each([
    ["import", ["a.csv"], "Set the contributor's email with --as."],
    ["import", ["a.csv", "--as", "a@example.edu", "--errors", "./a.csv"], "--errors must name a different"],
    ["admin", ["grant"], "Use grant, grant-moderator, revoke or reset-second-factor with an email"],
    ["sample", ["frob"], "Use add or remove."],
  ])("shows its usage: %s %j", async (name, args, message) => {
    const { code, err } = await run(name, ...args);
    expect(code).toBe(2);
    expect(err.startsWith(message)).toBe(true);
    expect(err).toContain(`npm run ${name} -- `);
  });

  it.each([
    ["a pipe", (path: string) => execFileSync("mkfifo", [path])],
    ["a link to nothing", (path: string) => symlinkSync("nothing.csv", path)],
    ["a link to a device", (path: string) => symlinkSync("/dev/null", path)],
  ])("never replaces %s with an export, even with --force", async (what, make) => {
    const path = join(folder, `${what}.csv`);
    make(path);
    const before = lstatSync(path);
    for (const options of [[], ["--force"]]) {
      const { code, err } = await run("export", path, ...options);
      expect(code).toBe(1);
      expect(err).toBe(
        `${path} is not a regular file. Choose another name: --force replaces regular files only.\n`,
      );
    }
    expect(lstatSync(path)).toMatchObject({ ino: before.ino, mode: before.mode });
    expect(existsSync(join(folder, "nothing.csv"))).toBe(false);
  });
});
