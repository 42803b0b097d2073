import { spawn } from "node:child_process";
import { once } from "node:events";
import { type Kysely, sql } from "kysely";
import { describe, expect, test } from "vitest";
import { bothEngines, openTestArchive } from "../../../../tests/support/platform/archive.ts";
import { emptyAt, unmigrate } from "../../../../tests/support/platform/unmigrate.ts";
import { readSchemaParts } from "../../../../tests/support/platform/schema-parts.ts";
import { runCommand } from "../../../../tests/support/process/command.ts";
import { migrate, migrations, schemaState } from "./migrate.ts";
import { BASELINE_NAMES } from "./migrations/baseline.ts";
import { executedMigrations, OlderSchemaError } from "./schema-state.ts";

const LAST = BASELINE_NAMES.at(-1) as string;
const OPEN = `
  import { openArchive } from "./src/process/open-archive.ts";
  import { loadEnv } from "./src/config/env.ts";
  const { close } = await openArchive(loadEnv());
  await close();
`;

describe.each(bothEngines)("migrate on %s", (engine) => {
  test("only one of several processes that start together migrates, and all get a migrated archive", async () => {
    const archive = await openTestArchive(engine);
    await unmigrate(archive);
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ["--input-type=module", "-e", OPEN], {
        env: { ...process.env, ...archive.env },
        stdio: ["ignore", "ignore", "inherit"],
      }),
    );
    const codes = await Promise.all(children.map(async (child) => (await once(child, "exit"))[0]));
    expect(codes).toEqual([0, 0, 0, 0]);
    expect((await schemaState(archive.db)).missing).toEqual([]);
    expect(await migrate(archive.db)).toEqual([]);
    await archive.close();
  });

  test("a new database also lists the migrations that the baseline replaces", async () => {
    const archive = await openTestArchive(engine);
    await unmigrate(archive);
    expect(await migrate(archive.db)).toEqual(Object.keys(migrations));
    expect(await executedMigrations(archive.db.read)).toEqual(Object.keys(migrations));
    expect(Object.keys(migrations).slice(0, BASELINE_NAMES.length)).toEqual(BASELINE_NAMES);
    await archive.close();
  });

  test("a database of release 0.2.0 keeps its rows and gets the later migrations only", async () => {
    const archive = await openTestArchive(engine);
    await emptyAt(archive, LAST);
    await sql`insert into setting (name, value) values ('mine', '1')`.execute(archive.db.write);
    const later = Object.keys(migrations).slice(BASELINE_NAMES.length);
    expect((await schemaState(archive.db)).missing).toEqual(later);
    expect(await migrate(archive.db)).toEqual(later);
    const settings = archive.db.read.selectFrom("setting").select("value").where("name", "=", "mine");
    expect(await settings.execute()).toEqual([{ value: "1" }]);
    await archive.close();
  });

  test("a database from before release 0.2.0 is refused, keeps its tables, and names that release", async () => {
    const archive = await openTestArchive(engine);
    await emptyAt(archive, LAST);
    // Release 0.1.0 had neither this migration nor its table.
    await sql`delete from kysely_migration where name = ${LAST}`.execute(archive.db.write);
    await sql`drop table "operationsSample"`.execute(archive.db.write);
    const state = async () => [await executedMigrations(archive.db.read), await readSchemaParts(archive.db)];
    const before = await state();
    const { message } = new OlderSchemaError("0.2.0");
    await expect(migrate(archive.db)).rejects.toThrow(message);
    for (const [name, start] of [
      ["migrate", "The database stays as it was."],
      ["admin", "Couldn't open the archive."],
    ] as const)
      expect(await runCommand(name, name === "admin" ? ["list"] : [], { env: archive.env })).toEqual({
        code: 1,
        out: "",
        err: `${start} ${message}\n`,
      });
    expect(await state()).toEqual(before);
    await archive.close();
  });
});

test("a migration on PostgreSQL that waits for a long reader lets other readers pass, and runs when it can", async () => {
  const archive = await openTestArchive("postgres");
  const released = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holder = archive.db.transaction(async (trx) => {
    await sql`lock table users in access share mode`.execute(trx);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  const up = async (db: Kysely<unknown>) => {
    await sql`alter table users add column later text`.execute(db);
  };
  const migrating = migrate(archive.db, { ...migrations, "999912310000-later": { up } });
  const waits = sql`select 1 from pg_locks where not granted`;
  await expect.poll(async () => (await waits.execute(archive.db.read)).rows.length).toBe(1);
  // This read waits behind the migration until the migration gives up.
  await archive.db.read.selectFrom("users").select("id").execute();
  expect((await schemaState(archive.db)).newer).toEqual([]);
  released.resolve();
  await holder;
  expect(await migrating).toEqual(["999912310000-later"]);
  await archive.close();
});

test("a migration of a large archive on PostgreSQL has no query timeout, and later queries have one", async () => {
  const archive = await openTestArchive("postgres");
  await unmigrate(archive);
  await sql`create table seen ("timeout" text)`.execute(archive.db.write);
  await sql`create function see() returns event_trigger language plpgsql as
    $$ begin insert into public.seen values (current_setting('statement_timeout')); end $$`.execute(
    archive.db.write,
  );
  await sql`create event trigger see on ddl_command_end execute function see()`.execute(archive.db.write);
  await migrate(archive.db);
  const { rows } = await sql`select distinct "timeout" from seen`.execute(archive.db.read);
  expect(rows).toEqual([{ timeout: "0" }]);
  const after = await sql`show statement_timeout`.execute(archive.db.write);
  expect(after.rows).toEqual([{ statement_timeout: "15s" }]);
  await archive.close();
});
