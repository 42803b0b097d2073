import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { migrations } from "../../../src/server/platform/db/migrate.ts";
import type { Database } from "../../../src/server/platform/db/schema/schema.ts";
import type { TestArchive } from "./archive.ts";

/**
 * Empties the archive and recreates the tables of an earlier version.
 * @param name the last migration of that version
 */
export async function emptyAt(archive: TestArchive, name: string): Promise<void> {
  await unmigrate(archive);
  const provider = { getMigrations: async () => migrations };
  const { error } = await new Migrator({ db: archive.db.write, provider }).migrateTo(name);
  if (error) throw error;
}

/** Drops every table, as before a first start. */
export async function unmigrate({ db }: TestArchive): Promise<void> {
  for (const table of [
    "savedItem",
    "savedList",
    "deskClaim",
    "deskEntry",
    "deskSimilar",
    "deskDecisionItem",
    "deskDecision",
    "largePdf",
    "openUpload",
    "moderatorArea",
    "trustedContributor",
    "trustedItem",
    "waitingMail",
    "reason",
    "notice",
    "noticeSetting",
    "noticeMailing",
    "pileZip",
    "pileFile",
    "pileRow",
    "pile",
    "vote",
    "rating",
    "report",
    "deletionRequest",
    "change",
    "takedown",
    "brokenLink",
    "linkCheck",
    "driveCopy",
    "driveCopyFile",
    "notSame",
    "pageHead",
    "pageText",
    "searchAlias",
    "searchWord",
    "searchIndex",
    "searchEntry",
    "resource",
    // The triggers of items write the tables of courses, and go with them.
    "course",
    "courseCell",
    "courseRequest",
    "wantedPaper",
    "courseFollow",
    "courseNews",
    "courseCount",
    "courseFact",
    "courseMerge",
    "courseName",
    "courseShelf",
    "examNotHeld",
    "termMonth",
    "searchDoubt",
    "resourceTotal",
    "resourcePeriod",
    "file",
    "paper",
    "review",
    "contactMessage",
    "contactDetails",
    "subscription",
    "setting",
    "job",
    "jobUse",
    "password",
    "identity",
    "session",
    "emailToken",
    "secondFactor",
    "recoveryCode",
    "users",
    "audit",
    "rateLimit",
    "uploadLock",
    "operationsSample",
    "universityName",
    "university",
    // Each of the next two tables exists on only one engine.
    "generation",
    "cacheNode",
  ]) {
    await db.write.schema.dropTable(table).ifExists().execute();
  }
  await dropFunctions(db);
  await db.write.schema.dropTable("kysely_migration").execute();
  await db.write.schema.dropTable("kysely_migration_lock").execute();
}

/** PostgreSQL drops triggers with their tables, but keeps the functions that they call. */
async function dropFunctions({ engine, write }: Database) {
  if (engine === "sqlite") return;
  const { rows } = await sql<{ name: string }>`select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace`.execute(write);
  for (const { name } of rows) await sql`drop function ${sql.id(name)}`.execute(write);
}
