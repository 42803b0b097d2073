import { hash, randomBytes } from "node:crypto";
import { z } from "zod";
import { compareVersions, migrations, productVersion } from "../../platform/index.ts";
import { problem } from "./backup-problem.ts";
import { BOUNDS } from "./bounds.ts";
import { isBackupId } from "./keys.ts";
import { macOf, type SealedSecret } from "./sealed-secret.ts";

/** The newest format of backups that this version can read and write. Release 0.2.0 wrote format 1. */
export const FORMAT = 2;

/** The form of the name of an installation. */
export const SERIES = /^[0-9a-f]{32}$/;
/** The form of a version of Proshno. */
export const VERSION = /^\d{1,6}\.\d{1,6}\.\d{1,6}(?:-[\w.]{1,40})?$/;

const MIGRATIONS = 10_000;
const TABLES = 1_000;
/** The length of base64 in `SealedSecret`: a secret has up to 1,000 bytes. */
const SECRET_TEXT = 1_400;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().nonnegative();
const size = count.max(BOUNDS.databaseBytes);
/** Base64 of a number of bytes. */
const base64 = (bytes: number) => z.base64().length(Math.ceil(bytes / 3) * 4);

const secret: z.ZodType<SealedSecret> = z.strictObject({
  // Another cost would need gigabytes or hours, and no release wrote one.
  n: z.literal(131_072),
  r: z.literal(8),
  p: z.literal(1),
  salt: base64(16),
  nonce: base64(12),
  tag: base64(16),
  bytes: z.base64().min(1).max(SECRET_TEXT),
});

/** Everything in a manifest but its list of files, whose entries `readManifest` checks one by one. */
const schema = z.strictObject({
  format: z.union([z.literal(1), z.literal(FORMAT)]),
  id: z.string().refine(isBackupId),
  /** The random name of the installation. A restored archive has another one. */
  series: z.string().regex(SERIES),
  /** The time when the backup began, in epoch milliseconds. */
  createdAt: count.max(Date.UTC(9999, 11)),
  engine: z.enum(["sqlite", "postgres"]),
  /** The version of Proshno that made the backup. */
  version: z.string().regex(VERSION),
  /** The names of the migrations that have run, in order. */
  migrations: z.array(z.string().regex(/^[\w-]{1,200}$/)).max(MIGRATIONS),
  /** The number of rows of each table, and the digest of its content (`digestTable`). */
  tables: z
    .record(z.string().regex(/^\w{1,63}$/), z.strictObject({ rows: count, hash: sha256 }))
    .refine((tables) => Object.keys(tables).length <= TABLES),
  /** The snapshot, as it is stored in the place. */
  database: z.strictObject({
    name: z.string(),
    bytes: size,
    sha256,
    /** The size of SQLite's database before it was packed. Format 1 and PostgreSQL's dumps have none. */
    unpacked: size.optional(),
  }),
  files: z.array(z.strictObject({ sha256, bytes: count })),
  /** The SHA-256s of files that were already missing or damaged in the archive. */
  missing: z.array(sha256),
  /** The archive's secret; null if no passphrase was set. */
  secret: secret.nullable(),
});

/** What one backup contains. It is written last: without a manifest, there is no backup. */
export type Manifest = z.infer<typeof schema>;

/** The length of the time in an id, up to its seconds. */
const SECONDS = "20261122T201500Z".length;

/**
 * The id of a new backup: its time in UTC, then its milliseconds in hex and a random end. Release 0.2.0 must find
 * this backup, too: its cleaning removes every file that no backup it finds contains.
 * @param now epoch milliseconds
 */
export function newBackupId(now: number): string {
  const time = new Date(now).toISOString().replace(/[-:]|\.\d+/g, "");
  const milliseconds = (now % 1_000).toString(16).padStart(3, "0");
  return `${time}-${milliseconds}${randomBytes(2).toString("hex").slice(1)}`;
}

/** The name of a backup's database in the place. */
export const databaseName = (id: string, engine: Manifest["engine"]): string =>
  `${id}.${engine === "sqlite" ? "sqlite.zst" : "dump"}`;

/**
 * The text of a manifest. It ends with the MAC of the SHA-256 of its content, and with the SHA-256 of all before it, which
 * finds damage without the passphrase.
 * @param macKey from the passphrase (`openSecret`); undefined for a backup without a passphrase
 */
export function writeManifest(manifest: Manifest, macKey?: Uint8Array): string {
  const content = JSON.stringify(manifest);
  const whole = macKey
    ? JSON.stringify({ ...manifest, mac: macOf(macKey, hash("sha256", content)) })
    : content;
  return `${whole.slice(0, -1)},"sha256":"${hash("sha256", whole)}"}`;
}

/**
 * Checks every value of a manifest.
 * @param content the manifest without its files
 * @returns the manifest; a text that names the first wrong value if there is one
 */
export function checkManifest(content: unknown, id: string): Manifest | string {
  const parsed = schema.safeParse(content);
  if (parsed.success) return mismatchOf(parsed.data, id) ?? parsed.data;
  const path = parsed.error.issues[0]?.path ?? [];
  // The names of tables may be hostile, too.
  return String(path[0] === "tables" ? "tables" : path.join(".")) || "content";
}

/** The first value of a manifest that doesn't fit the others. */
function mismatchOf(
  { format, id, createdAt, engine, database }: Manifest,
  wanted: string,
): string | undefined {
  if (id !== wanted) return "id";
  // Release 0.2.0 wrote ids with other milliseconds.
  if (id.slice(0, SECONDS) !== newBackupId(createdAt).slice(0, SECONDS)) return "createdAt";
  if (database.name !== databaseName(id, engine)) return "database.name";
  const isNamed = format === FORMAT && engine === "sqlite";
  return (database.unpacked !== undefined) === isNamed ? undefined : "database.unpacked";
}

/**
 * Refuses to restore a backup of a newer version whose schema is unknown. A backup of this version may have newer
 * migrations: after a return from an upgrade, it runs on the schema of the later version. If that schema lacks something
 * that this version needs, the server says so at its start.
 * @throws BackupProblem newer
 */
export function checkVersion({ id, version, migrations: names }: Manifest): void {
  const isKnown = names.every((name) => Object.hasOwn(migrations, name));
  if (!isKnown && compareVersions(version, productVersion) > 0) throw problem("newer", id, version);
}
