import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { commandArgs, runCommand } from "../../tests/support/process/command.ts";
import { engines, openTestArchive, type TestArchive } from "../../tests/support/platform/archive.ts";
import { questionsCsv } from "../../tests/support/archive/question-rows.ts";

const folder = mkdtempSync(join(tmpdir(), "proshno-cli-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(engines)("the command line on %s", (engine) => {
  let archive: TestArchive;
  beforeEach(async () => {
    archive = await openTestArchive(engine);
  });
  afterEach(() => archive.close());

  const run = (name: string, ...args: string[]) => runCommand(name, args, { env: archive.env, cwd: folder });
  const write = (name: string, chunks: Iterable<string>): string => {
    const path = join(folder, name);
    writeFileSync(path, [...chunks].join(""));
    return path;
  };

  it("imports a file, shows the progress, and lists the bad rows", async () => {
    await archive.signUp("Rahim");
    const path = write(
      "500.csv",
      questionsCsv(500, (row) => row % 50 === 7),
    );
    const first = await run("import", path, "--as", "Rahim@example.edu", "--errors", join(folder, "bad.csv"));
    expect(first.code).toBe(1);
    const [sum, ...next] = first.out.trimEnd().split("\n");
    expect(sum).toMatch(
      /^500 rows: 490 stored, 0 already in the archive, 10 bad\. [\d.]+ s, [\d,]+ rows\/s\.$/,
    );
    expect(next).toEqual([
      "Items that wait for approval are at the desk of the moderators.",
      expect.stringMatching(/^The bad rows are in .*bad\.csv\. Mend them there, and import that file\.$/),
    ]);
    expect(first.err).toMatch(/^\d+ % \| \d+ rows \| [\d,]+ rows\/s$/m);
    const bad = first.err.split("\n").filter((line) => line.startsWith("line "));
    expect(bad).toHaveLength(10);
    expect(bad[0]).toBe(`line 16: Year "soon" must be from 1950 to ${new Date().getFullYear() + 1}`);
    const errors = readFileSync(join(folder, "bad.csv"), "utf8");
    expect(errors.match(/^"line .*?"(?=,"question",)/gm)).toEqual(
      bad.map((line) => `"${line.replaceAll('"', '""')}"`),
    );
    const mended = write("mended.csv", [errors.replaceAll('"soon",', '"2019",')]);
    const good = await run(
      "import",
      mended,
      "--as",
      "rahim@example.edu",
      "--errors",
      join(folder, "good.csv"),
    );
    expect(good.out).toContain("10 rows: 10 stored, 0 already in the archive, 0 bad");
    expect(existsSync(join(folder, "good.csv"))).toBe(false);
    expect((await run("import", path, "--as", "rahim@example.edu")).out).toContain(
      "0 stored, 490 already in the archive, 10 bad",
    );
  });

  it("prints bad rows, and writes them to --errors, while the import reads", async () => {
    await archive.signUp("Rahim");
    const path = join(folder, `pipe-${engine}.csv`);
    const errors = join(folder, `bad-${engine}.csv`);
    execFileSync("mkfifo", [path]);
    const args = commandArgs("import", [path, "--as", "rahim@example.edu", "--errors", errors]);
    const child = spawn(process.execPath, args, { env: { ...process.env, ...archive.env }, cwd: folder });
    const ended = once(child, "close");
    const pipe = await open(path, "w");
    for (const row of questionsCsv(1_000, () => true)) await pipe.write(row);
    // More rows follow later.
    const [said] = (await once(child.stderr, "data")) as [Buffer];
    expect(said.toString()).toMatch(/^line 2: Year "soon" must be/);
    await pipe.close();
    child.stderr.resume();
    expect((await ended)[0]).toBe(1);
    expect(readFileSync(errors, "utf8").match(/^"line \d+: Year ""soon"" must be /gm)).toHaveLength(1_000);
  });

  it("makes and removes admins, but not the last one", async () => {
    await archive.signUp("Rahim");
    await archive.signUp("Karim");
    expect((await run("admin", "list")).out).toMatch(/^There is no admin yet/);
    expect(await run("admin", "grant", "Rahim@example.edu")).toMatchObject({
      code: 0,
      out: "Rahim@example.edu is now an admin. They must log in again.\n",
    });
    expect((await run("admin", "list")).out).toBe("rahim@example.edu\tRahim\n");
    const last = { code: 1, out: "", err: "This is the only admin. Make someone else an admin first.\n" };
    expect(await run("admin", "revoke", "rahim@example.edu")).toEqual(last);
    await run("admin", "grant", "karim@example.edu");
    expect((await run("admin", "revoke", "rahim@example.edu")).out).toBe(
      "rahim@example.edu is now a student. They must log in again.\n",
    );
    const unknown =
      "There is no account with the email nobody@example.edu. Ask the person to sign up first.\n";
    expect(await run("admin", "grant", "nobody@example.edu")).toEqual({ code: 1, out: "", err: unknown });
  });
});

describe("a command with wrong arguments", () => {
  const env = { PROSHNO_DATA: join(folder, "data"), DATABASE_URL: "" };
  const run = (name: string, ...args: string[]) => runCommand(name, args, { env, cwd: folder });

  it.each([
    ["import", ["a.csv", "b.csv"], "Name one file to import."],
    ["export", ["a.csv", "--quick"], "Unknown option '--quick'"],
  ])("shows its usage: %s %j", async (name, args, message) => {
    const { code, err } = await run(name, ...args);
    expect(code).toBe(2);
    expect(err.startsWith(message)).toBe(true);
    expect(err).toContain(`npm run ${name} -- `);
  });

  it.each([
    ["a folder", (path: string) => mkdirSync(path)],
    ["a link to a file", (path: string) => symlinkSync("kept.csv", path)],
  ])("never replaces %s with an export, even with --force", async (what, make) => {
    const path = join(folder, `${what}.csv`);
    writeFileSync(join(folder, "kept.csv"), "kept");
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
    expect(readFileSync(join(folder, "kept.csv"), "utf8")).toBe("kept");
  });

  it("refuses to write bad rows into the imported file, also through a link", async () => {
    const path = join(folder, "linked.csv");
    writeFileSync(path, "kind\n");
    symlinkSync(path, join(folder, "other-name.csv"));
    const { code, err } = await run("import", path, "--as", "a@example.edu", "--errors", "other-name.csv");
    expect(code).toBe(2);
    expect(err).toMatch(/^--errors must name a different file/);
    expect(readFileSync(path, "utf8")).toBe("kind\n");
  });

  it.each([
    ["import", ["gone.csv", "--as", "a@example.edu"], /gone\.csv: There is no such file or folder\.\n$/],
    [
      "import",
      [".", "--as", "a@example.edu"],
      /^There is no account with the email a@example\.edu, or it is suspended\.\n$/,
    ],
    ["export", ["no/such/folder.csv"], /folder\.csv\..*: There is no such file or folder\.\n$/],
  ])("prints one sentence about the error: %s %j", async (name, args, message) => {
    const { code, err } = await run(name, ...args);
    expect(code).toBe(1);
    expect(err).toMatch(message);
  });

  it("answers --help", async () => {
    expect(await run("import", "--help")).toMatchObject({
      code: 0,
      err: "",
      out: expect.stringContaining("--as EMAIL"),
    });
  });
});
