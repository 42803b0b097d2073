import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import * as courses from "./migrations/202611260900-courses.ts";
import * as pageHeads from "./migrations/202611251300-page-heads.ts";
import * as photoPrints from "./migrations/202611251400-photo-prints.ts";
import * as pileChoices from "./migrations/202611251410-pile-choices.ts";
import * as universities from "./migrations/202611240900-universities.ts";
import * as driveCopyFiles from "./migrations/202611241200-drive-copy-files.ts";
import * as lineBoxes from "./migrations/202611241215-line-boxes.ts";
import * as pagePrints from "./migrations/202611241230-page-prints.ts";
import * as largePdfs from "./migrations/202611241240-large-pdfs.ts";
import * as moderators from "./migrations/202611250900-moderators.ts";
import * as trustedContributors from "./migrations/202611251200-trusted-contributors.ts";
import * as waitingMails from "./migrations/202611251210-waiting-mails.ts";
import * as reasons from "./migrations/202611251310-reasons.ts";
import * as notices from "./migrations/202611251320-notices.ts";
import * as desk from "./migrations/202611251330-desk.ts";
import * as courseRequests from "./migrations/202611261000-course-requests.ts";
import * as savedLists from "./migrations/202611261010-saved-lists.ts";
import * as openUploads from "./migrations/202611280940-open-uploads.ts";
import * as mailsAtOnce from "./migrations/202611280950-mails-at-once.ts";
import * as wordsWithSigns from "./migrations/202611281100-words-with-signs.ts";
import * as heldIn from "./migrations/202611290100-held-in.ts";
import * as judgeTexts from "./migrations/202611291015-judge-texts.ts";
import * as betterCopies from "./migrations/202611291030-better-copies.ts";
import * as moreShortNames from "./migrations/202611290200-more-short-names.ts";
import * as uploadNames from "./migrations/202611291030-upload-names.ts";
import * as fileReasons from "./migrations/202611291100-file-reasons.ts";
import * as pileCopies from "./migrations/202611291410-pile-copies.ts";
import * as departmentMerges from "./migrations/202611291445-department-merges.ts";
import * as driveCopies from "./migrations/202611231200-drive-copies.ts";
import * as jobDeaths from "./migrations/202611280930-job-deaths.ts";
import * as piles from "./migrations/202611231400-piles.ts";
import { baseline, BASELINE_NAMES, BASELINE_RELEASE } from "./migrations/baseline.ts";
import { contractions } from "./contractions.ts";
import { PausedArchiveError } from "./write-pause.ts";
import type { Database, Schema } from "./schema/schema.ts";
import {
  executedMigrations,
  NewerSchemaError,
  noteContraction,
  OlderSchemaError,
  readSchemaState,
  type SchemaState,
} from "./schema-state.ts";

/** How long a migration waits for a table of PostgreSQL, in ms: less than the requests that wait behind it, so that they pass. */
const LOCK_TIMEOUT = 2_000;
const NO_LOCK = "55P03";
/** How long readers have their turn before the next attempt, and how long all attempts may take, in ms. */
const LOCK_PAUSE = 3_000;
const MIGRATION_TIMEOUT = 600_000;

type Migrations = Readonly<Record<string, Migration>>;

/** All migrations in order. The name of a released migration never changes. */
export const migrations: Record<string, Migration> = {
  ...baseline,
  "202611231200-drive-copies": driveCopies,
  "202611231400-piles": piles,
  "202611240900-universities": universities,
  "202611241200-drive-copy-files": driveCopyFiles,
  "202611241215-line-boxes": lineBoxes,
  "202611241230-page-prints": pagePrints,
  "202611241240-large-pdfs": largePdfs,
  "202611250900-moderators": moderators,
  "202611251200-trusted-contributors": trustedContributors,
  "202611251210-waiting-mails": waitingMails,
  "202611251300-page-heads": pageHeads,
  "202611251310-reasons": reasons,
  "202611251320-notices": notices,
  "202611251330-desk": desk,
  "202611251400-photo-prints": photoPrints,
  "202611251410-pile-choices": pileChoices,
  "202611260900-courses": courses,
  "202611261000-course-requests": courseRequests,
  "202611261010-saved-lists": savedLists,
  "202611280930-job-deaths": jobDeaths,
  "202611280940-open-uploads": openUploads,
  "202611280950-mails-at-once": mailsAtOnce,
  "202611281100-words-with-signs": wordsWithSigns,
  "202611290100-held-in": heldIn,
  "202611290200-more-short-names": moreShortNames,
  "202611291015-judge-texts": judgeTexts,
  "202611291030-better-copies": betterCopies,
  "202611291030-upload-names": uploadNames,
  "202611291100-file-reasons": fileReasons,
  "202611291410-pile-copies": pileCopies,
  "202611291445-department-merges": departmentMerges,
};

/**
 * Runs the missing migrations. If processes start together, only one migrates: PostgreSQL uses an advisory
 * lock, SQLite uses BEGIN IMMEDIATE. All migrations run in one transaction, so a killed migration changes
 * nothing. Migrations of newer versions stay, because they only expand.
 * @param ours the migrations of this code
 * @returns the names of the migrations that this call ran
 * @throws NewerSchemaError if a newer version removed something that this code needs; OlderSchemaError if the database
 * is older than the baseline; PausedArchiveError if a migration is missing while the archive is read-only; the
 * database's error
 */
export async function migrate(db: Database, ours: Migrations = migrations): Promise<string[]> {
  const { missing, contracted } = await schemaState(db, ours);
  if (contracted.length > 0) throw new NewerSchemaError(contracted);
  const older = BASELINE_NAMES.filter((name) => missing.includes(name));
  if (older.length > 0 && older.length < BASELINE_NAMES.length) throw new OlderSchemaError(BASELINE_RELEASE);
  // A server can start while the archive pauses writes, if the schema is complete.
  const pause = db.writePause();
  if (missing.length === 0 && pause) return [];
  if (pause && pause.phase !== "draining") throw new PausedArchiveError(pause.phase);
  // On a large archive, a migration that rewrites every row takes minutes, and other processes wait for it.
  return db.withoutTimeout((patient) => migrateBy(patient, db, ours));
}

async function migrateBy(
  patient: Kysely<Schema>,
  { read, engine }: Database,
  ours: Migrations,
): Promise<string[]> {
  const noted = Object.entries(ours).map(
    ([name, migration]) => [name, withLockTimeout(engine, noting(name, migration))] as const,
  );
  const migrator = new Migrator({
    db: patient,
    provider: {
      // Kysely calls this under its lock, so no other process migrates meanwhile. It refuses a database with
      // migrations that it doesn't know, so it gets an empty one for each of them.
      async getMigrations() {
        const executed = await executedMigrations(read);
        const unknown = executed.filter((name) => !(name in ours));
        return {
          ...Object.fromEntries(unknown.map((name) => [name, NOTHING])),
          ...Object.fromEntries(noted),
        };
      },
    },
  });
  const end = performance.now() + MIGRATION_TIMEOUT;
  for (;;) {
    const { error, results = [] } = await migrator.migrateToLatest();
    if (!error) return results.map((result) => result.migrationName);
    const { code } = error as { code?: string };
    if (code !== NO_LOCK || performance.now() > end) throw error;
    await sleep(LOCK_PAUSE);
  }
}

/**
 * A migration that gives up if it waits for a table. Its own wait for a long reader, such as `pg_dump`, makes all later
 * readers wait, too.
 */
function withLockTimeout(engine: Database["engine"], migration: Migration): Migration {
  if (engine === "sqlite") return migration;
  return {
    async up(db) {
      await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(db);
      await migration.up(db);
    },
  };
}

const NOTHING: Migration = { up: async () => {} };

function noting(name: string, migration: Migration): Migration {
  const contraction = contractions[name];
  if (!contraction) return migration;
  return {
    async up(db) {
      await migration.up(db);
      await noteContraction(db, name, contraction);
    },
  };
}

/** How the schema of the database differs from the schema of this code. @throws the database's error */
export function schemaState(db: Database, ours: Migrations = migrations): Promise<SchemaState> {
  return readSchemaState(db.read, Object.keys(ours));
}
