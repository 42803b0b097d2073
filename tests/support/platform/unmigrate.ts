import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { migrations } from "../../../src/server/platform/db/migrate.ts";
import type { Database } from "../../../src/server/platform/db/schema/schema.ts";
import type { TestArchive } from "./archive.ts";

/**
 * Empties the archive and recreates the tables of an earlier version.
 * @param name the last migration of that version; 0.2.0 is the earliest one
 */
export async function emptyAt(archive: TestArchive, name: string): Promise<void> {
  await unmigrate(archive);
  const provider = { getMigrations: async () => migrations };
  const { error } = await new Migrator({ db: archive.db.write, provider }).migrateTo(name);
  if (error) throw error;
}

/** Drops every table, as before a first start. */
export async function unmigrate({ db }: TestArchive): Promise<void> {
  if (db.engine === "sqlite") return dropSqliteTables(db);
  await sql`drop schema public cascade`.execute(db.write);
  await sql`create schema public`.execute(db.write);
}

async function dropSqliteTables({ write }: Database): Promise<void> {
  const namesOf = async (query: string) => (await sql.raw<{ name: string }>(query).execute(write)).rows;
  await sql`pragma foreign_keys = off`.execute(write);
  // SQLite deletes the rows of a table before it drops it, and a trigger could need a table that is gone.
  for (const { name } of await namesOf("select name from sqlite_master where type = 'trigger'"))
    await sql`drop trigger ${sql.id(name)}`.execute(write);
  // The table of an index of words drops its shadow tables itself.
  for (const { name } of await namesOf(
    `select name from pragma_table_list where schema = 'main' and type <> 'shadow' and name not like 'sqlite_%'`,
  ))
    await sql`drop table ${sql.id(name)}`.execute(write);
  await sql`pragma foreign_keys = on`.execute(write);
}
