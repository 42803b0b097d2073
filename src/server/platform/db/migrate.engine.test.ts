import { spawn } from "node:child_process";
import { once } from "node:events";
import { type Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import { describe, expect, test } from "vitest";
import { bothEngines, openTestArchive } from "../../../../tests/support/platform/archive.ts";
import { emptyAt, unmigrate } from "../../../../tests/support/platform/unmigrate.ts";
import { migrate, migrations, schemaState } from "./migrate.ts";

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

  test("an archive from before the migration of job lanes gets that migration next", async () => {
    const archive = await openTestArchive(engine);
    await unmigrate(archive);
    const provider = { getMigrations: async () => migrations };
    const { error } = await new Migrator({ db: archive.db.write, provider }).migrateTo(
      "202611221300-uploaded-sha256",
    );
    expect(error).toBeUndefined();
    expect((await migrate(archive.db))[0]).toBe("202611221400-job-lanes");
    expect((await schemaState(archive.db)).missing).toEqual([]);
    await archive.close();
  });

  test("a database without the newest tables has an older schema", async () => {
    const archive = await openTestArchive(engine);
    await emptyAt(archive, "202611222010-set");
    expect((await schemaState(archive.db)).missing).toContain("202611231110-operations-sample");
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
