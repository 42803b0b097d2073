import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { watch } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { commandArgs, runCommand } from "../../tests/support/process/command.ts";
import { engines, openTestArchive, type TestArchive } from "../../tests/support/platform/archive.ts";
import { enrol } from "../../tests/support/people/second-factor.ts";
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
  const stored = async () => (await run("export", join(folder, `${Math.random()}.csv`))).out.split(" ")[0];

  it("rebuilds the search index", async () => {
    await archive.signUp("Rahim");
    await run("import", write("30.csv", questionsCsv(30)), "--as", "rahim@example.edu");
    await archive.db.write.deleteFrom("searchEntry").execute();
    expect(await run("reindex", "--continue")).toMatchObject({
      code: 0,
      out: "All 30 items are in the index.\n",
    });
    const done = await run("reindex");
    expect(done.code).toBe(0);
    expect(done.out).toMatch(/^30 items indexed, [\d,]+ a second\nOptimising the index …\n$/);
    const entries = await archive.db.read.selectFrom("searchEntry").select("itemId").execute();
    expect(entries).toHaveLength(30);
    expect((await run("reindex", "everything")).code).toBe(2);
  });

  it("stores only the missing rows after an earlier import was killed", async () => {
    await archive.signUp("Rahim");
    const path = write("3000.csv", questionsCsv(3_000));
    const env = { ...process.env, ...archive.env };
    const child = spawn(process.execPath, commandArgs("import", [path, "--as", "rahim@example.edu"]), {
      env,
      cwd: folder,
    });
    child.stderr.once("data", () => child.kill("SIGKILL"));
    const [, signal] = (await once(child, "close")) as [number, string];
    expect(signal).toBe("SIGKILL");
    const before = Number((await stored())?.replace(",", ""));
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(3_000);
    const again = await run("import", path, "--as", "rahim@example.edu");
    const number = (count: number) => count.toLocaleString("en");
    expect(again.out).toContain(
      `${number(3_000 - before)} stored, ${number(before)} already in the archive, 0 bad`,
    );
    expect(await stored()).toBe("3,000");
  });

  it("exports only to a new file unless --force is given, and writes nothing for an unknown kind", async () => {
    await run("sample", "add");
    const path = join(folder, `${engine}.csv`);
    expect(await run("export", path)).toMatchObject({ code: 0, err: "" });
    const text = readFileSync(path, "utf8");
    expect(await run("export", path)).toEqual({
      code: 1,
      out: "",
      err: `${path} already exists. Use --force to replace it.\n`,
    });
    expect(await run("export", path, "--force", "--excel")).toMatchObject({ code: 0 });
    expect(readFileSync(path, "utf8")).toBe(`\uFEFF${text}`);
    const failed = await run("export", join(folder, "poem.csv"), "--kind", "poem");
    expect(failed).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^kind must be one of question, .*\.\n$/),
    });
    expect(existsSync(join(folder, "poem.csv"))).toBe(false);
  });

  it("turns off two-step login for an account", async () => {
    const { email } = await enrol(archive, Date.now);
    const reset = (who: string) => run("admin", "reset-second-factor", who);
    expect((await reset(email)).out).toBe(
      `Turned off two-step login for ${email} and logged the person out everywhere.\n`,
    );
    expect((await reset(email)).out).toBe(`${email} doesn't use two-step login.\n`);
    expect(await reset("nobody@example.edu")).toEqual({
      code: 1,
      out: "",
      err: "There is no account with the email nobody@example.edu.\n",
    });
    expect((await run("admin", "reset-second-factor")).code).toBe(2);
  });

  it("adds the sample, shows its passwords once, and removes it", async () => {
    expect((await run("sample", "add")).out).toMatch(/^ {2}admin +sample\.admin@example\.edu {2}\S{12}$/m);
    expect((await run("sample", "add")).out).toBe("The sample archive is already loaded.\n");
    expect((await run("sample", "remove")).out).toMatch(
      /^Removed \d+ sample items and 14 sample people\.\nThere is no admin left\./,
    );
    expect((await run("sample", "remove")).out).toBe("No sample archive is loaded.\n");
  });
});

it("an export refuses to replace a file that appeared at its path during the export", async () => {
  const archive = await openTestArchive("postgres");
  const path = join(folder, "late.csv");
  const part = () => readdirSync(folder).find((name) => name.startsWith("late.csv."));
  const args = [join(import.meta.dirname, "export.ts"), path];
  const { outcome } = await archive.db.transaction(async (transaction) => {
    // The lock stops the export midway.
    await sql`lock table resource in access exclusive mode`.execute(transaction);
    const seen = watch(folder);
    const ended = new Promise<string>((resolve) => {
      const env = { ...process.env, ...archive.env };
      execFile(process.execPath, args, { env, cwd: folder }, (_error, _out, err) => resolve(err));
    });
    for await (const _event of seen) if (part()) break;
    writeFileSync(path, "somebody else's");
    return { outcome: ended };
  });
  expect(await outcome).toBe(`${path} already exists. Use --force to replace it.\n`);
  expect(readFileSync(path, "utf8")).toBe("somebody else's");
  expect(part()).toBe(undefined);
  await archive.close();
});
