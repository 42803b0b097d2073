import { afterEach, beforeEach, expect, test } from "vitest";
import {
  createEmptyPostgres,
  openTestArchive,
  type TestArchive,
} from "../../tests/support/platform/archive.ts";
import { runCommand } from "../../tests/support/process/command.ts";
import { fillArchive } from "../../tests/support/process/full-archive.ts";

let archive: TestArchive;
let target: Awaited<ReturnType<typeof createEmptyPostgres>>;
beforeEach(async () => {
  archive = await openTestArchive("sqlite");
  target = await createEmptyPostgres();
});
afterEach(async () => {
  await archive.close();
  await target.drop();
});

const UNUSABLE =
  'DATABASE_URL can\'t be used: database "missing" does not exist. Check the address, create the database, and make its user the owner of the database.\n';

const run = (name: string, args: string[], databaseUrl: string) =>
  runCommand(name, args, { env: { ...archive.env, DATABASE_URL: databaseUrl } });
const move = (...args: string[]) => run("migrate-to-postgres", args, target.databaseUrl);

test("the command says what it moved and what to do next, and --cancel undoes the move", async () => {
  await fillArchive(archive);
  const { code, out, err } = await move();
  expect(err).toMatch(/^[1-9]\d? % \| [\d,]+ rows \|/);
  expect(code).toBe(0);
  expect(out).toMatch(
    /^Copying …\nComparing both databases …\nMoved [\d,]+ rows of \d+ tables to PostgreSQL in [\d.]+ s\./,
  );
  expect(out).toContain("1. Set DATABASE_URL in the settings of the server.");
  const refused = await run("sample", ["add"], "");
  expect(refused).toEqual({
    code: 1,
    out: "",
    err: "The archive is moving to another database, so we can't save anything right now. Reading still works. Try again in a few minutes.\n",
  });
  expect((await move("--cancel")).out).toBe("The archive on SQLite accepts writes again.\n");
  expect((await run("sample", ["add"], "")).code).toBe(0);
  expect((await run("admin", ["list"], target.databaseUrl)).err).toMatch(
    /^Couldn't open the archive\. DATABASE_URL: the move of an archive to this database is not complete, or was cancelled\./,
  );
});

test("the command names a problem that the operator can fix", async () => {
  expect((await run("migrate-to-postgres", [], "")).err).toMatch(
    /^Set DATABASE_URL to an empty PostgreSQL database\./,
  );
  await run("admin", ["list"], target.databaseUrl);
  expect(await move()).toEqual({
    code: 1,
    out: "",
    err: "The database in DATABASE_URL has tables. Create an empty database and set DATABASE_URL to it.\n",
  });
  expect((await run("migrate-to-postgres", [], "postgres://nobody@127.0.0.1:1/none")).err).toMatch(
    /^A database can't be reached, or its disk is full: connect ECONNREFUSED/,
  );
  const missing = new URL(target.databaseUrl);
  missing.pathname = "/missing";
  expect(await run("migrate-to-postgres", [], missing.href)).toEqual({ code: 1, out: "", err: UNUSABLE });
  expect((await move("--cancel")).out).toBe("No move was running. The archive accepts writes.\n");
});
