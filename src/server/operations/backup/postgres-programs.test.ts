import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runPostgresProgram } from "./postgres-programs.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "proshno-programs-"));
  vi.stubEnv("PATH", folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

/** Runs a shell script as pg_dump. @returns the bytes that it wrote */
async function dump(script: string, databaseUrl = "postgres://127.0.0.1/proshno"): Promise<string> {
  const program = join(folder, "pg_dump");
  await writeFile(program, `#!/bin/sh\n${script}\n`);
  await chmod(program, 0o700);
  const path = join(folder, "dump");
  await runPostgresProgram("pg_dump", path, ["--format=custom"], { databaseUrl, place: "the place" });
  return readFile(path, "utf8");
}

test.each([
  ["pg_dump: error: aborting because of server version mismatch", "programVersion"],
  ['pg_restore: error: unrecognized configuration parameter "transaction_timeout"', "programVersion"],
  ["pg_restore: error: unsupported version (1.16) in file header", "programVersion"],
  ["pg_dump: error: could not write: No space left on device", "placeFull"],
  ["pg_dump: error: connection refused", "programFailed"],
])("the error “%s” of a program has a sentence of its own", async (line, code) => {
  await expect(dump(`echo '${line}' >&2; exit 1`)).rejects.toMatchObject({ code });
});

test("a missing program is named in a sentence", async () => {
  const call = { databaseUrl: "postgres://127.0.0.1/proshno", place: "the place" };
  await expect(runPostgresProgram("pg_restore", join(folder, "dump"), [], call)).rejects.toMatchObject({
    code: "noProgram",
  });
});

test.each([
  "postgres://proshno:p%40ss%3Aword@127.0.0.1/proshno",
  "postgres://proshno@127.0.0.1/proshno?password=p%40ss%3Aword&sslmode=require",
])("no other user of the machine sees the password of %s in the list of processes", async (address) => {
  const [args, password] = (await dump(`printf '%s\\n%s' "$*" "$PGPASSWORD"`, address)).split("\n");
  expect(args).toContain("--dbname=postgres://proshno@127.0.0.1/proshno");
  expect(args).not.toContain("word");
  expect(password).toBe("p@ss:word");
});
