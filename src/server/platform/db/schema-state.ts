import { type Kysely, sql } from "kysely";
import { DEFAULT_MIGRATION_TABLE } from "kysely/migration";
import { compareVersions, productVersion } from "../version.ts";
import type { Contraction } from "./contractions.ts";
import type { Schema } from "./schema/schema.ts";

/** The names of settings that say which migration contracted; the value is the first version that works. */
const PREFIX = "contracted by ";
/** PostgreSQL's code for a missing table. */
const UNDEFINED_TABLE = "42P01";

/** How the database's schema differs from the schema of this code. */
export interface SchemaState {
  /** The migrations of this code that have not run yet. */
  missing: string[];
  /** The migrations of newer versions that have run. */
  newer: string[];
  /** The newer migrations that removed something that this code needs. */
  contracted: { migration: string; since: string }[];
}

/** A newer version removed something from the database that this code needs. */
export class NewerSchemaError extends Error {
  readonly code = "NEWER_SCHEMA";
  constructor(contracted: SchemaState["contracted"], version = productVersion) {
    const since = contracted.map((one) => one.since).sort(compareVersions);
    super(
      `A newer version of Proshno has changed this database, and version ${version} can't use it any longer ` +
        `(migration ${contracted.map(({ migration }) => migration).join(", ")}). ` +
        `Start version ${since.at(-1)} or newer, or restore a backup from before the upgrade.`,
    );
  }
}

/** The database is from a release that this code can no longer migrate. */
export class OlderSchemaError extends Error {
  readonly code = "OLDER_SCHEMA";
  /** @param release the first release whose database this code can migrate */
  constructor(release: string) {
    super(
      `This database is from before release ${release}: migrate it with release ${release} first, ` +
        `as docs/upgrading.md says under "From release 0.1.0".`,
    );
  }
}

/**
 * Compares the schema of the database with the migrations of this code.
 * @param db a connection that is not inside a migration
 * @param known the names of the migrations of this code
 * @param version the version of this code
 * @throws the database's error
 */
export async function readSchemaState(
  db: Kysely<Schema>,
  known: readonly string[],
  version = productVersion,
): Promise<SchemaState> {
  const executed = await executedMigrations(db);
  const newer = executed.filter((name) => !known.includes(name));
  return {
    missing: known.filter((name) => !executed.includes(name)),
    newer,
    contracted: newer.length > 0 ? await contractedBy(db, newer, version) : [],
  };
}

/** The names of all migrations that have run, in order; none if the database is new. */
export async function executedMigrations(db: Kysely<Schema>): Promise<string[]> {
  const select = sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`;
  try {
    const { rows } = await select.execute(db);
    return rows.map(({ name }) => name);
  } catch (error) {
    if (isMissingTable(error)) return [];
    throw error;
  }
}

const isMissingTable = (error: unknown): boolean =>
  error instanceof Error &&
  ((error as { code?: string }).code === UNDEFINED_TABLE || error.message.startsWith("no such table"));

async function contractedBy(db: Kysely<Schema>, newer: string[], version: string) {
  const rows = await db
    .selectFrom("setting")
    .select(["name", "value"])
    .where(
      "name",
      "in",
      newer.map((name) => PREFIX + name),
    )
    .orderBy("name")
    .execute();
  return rows
    .filter(({ value }) => compareVersions(version, value) < 0)
    .map(({ name, value }) => ({ migration: name.slice(PREFIX.length), since: value }));
}

/**
 * Notes in the migration's own transaction that it contracts, because older code doesn't know the migration.
 * @param db the transaction of the migration
 */
export async function noteContraction(
  db: Kysely<unknown>,
  migration: string,
  { since }: Contraction,
): Promise<void> {
  await (db as Kysely<Schema>)
    .insertInto("setting")
    .values({ name: PREFIX + migration, value: since })
    .execute();
}
