import { hash, randomBytes } from "node:crypto";
import { z } from "zod";
import { compareVersions, migrations, productVersion } from "../../platform/index.ts";
import { problem } from "./backup-problem.ts";
import { isBackupId } from "./keys.ts";

/** The newest format of backups that this version can read. */
export const FORMAT = 1;

/** The form of the name of an installation. */
export const SERIES = /^[0-9a-f]{32}$/;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().nonnegative();

const schema = z.strictObject({
  format: z.literal(FORMAT),
  id: z.string().refine(isBackupId),
  /** The random name of the installation. A restored archive has another one. */
  series: z.string().regex(SERIES),
  /** The time when the backup began, in epoch milliseconds. */
  createdAt: count,
  engine: z.enum(["sqlite", "postgres"]),
  /** The version of Proshno that made the backup. */
  version: z.string().max(100),
  /** The names of the migrations that have run, in order. */
  migrations: z.array(z.string()),
  /** The number of rows of each table, and the digest of its content (`digestTable`). */
  tables: z.record(z.string(), z.strictObject({ rows: count, hash: sha256 })),
  /** The snapshot, as it is stored in the place. */
  database: z.strictObject({ name: z.string().regex(/^[\w.-]+$/), bytes: count, sha256 }),
  files: z.array(z.strictObject({ sha256, bytes: count })),
  /** The SHA-256s of files that were already missing or damaged in the archive. */
  missing: z.array(sha256),
  /** The archive's secret; null if no passphrase was set. */
  secret: z
    .strictObject({
      n: z
        .number()
        .int()
        .max(2 ** 17),
      r: z.literal(8),
      p: z.literal(1),
      salt: z.base64(),
      nonce: z.base64(),
      tag: z.base64(),
      bytes: z.base64(),
    })
    .nullable(),
});

/** What one backup contains. It is written last: without a manifest, there is no backup. */
export type Manifest = z.infer<typeof schema>;

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

const sumOf = (content: object): string => hash("sha256", JSON.stringify(content));

/** The text of a manifest, which ends with the SHA-256 of its content. */
export const writeManifest = (manifest: Manifest): string =>
  JSON.stringify({ ...manifest, sha256: sumOf(manifest) });

/**
 * Reads a manifest, and refuses any text but the one that `writeManifest` wrote.
 * @param id of the backup, from the name of the file
 * @throws BackupProblem newer if a later version of Proshno has changed the format; damagedManifest
 */
export function readManifest(text: string, id: string): Manifest {
  const content = parse(text);
  const { format, version } = content;
  if (typeof format === "number" && format > FORMAT) throw problem("newer", id, String(version));
  const { sha256: sum, ...rest } = content;
  const parsed = schema.safeParse(rest);
  const isWhole = sum === sumOf(rest) && text === JSON.stringify({ ...rest, sha256: sum });
  if (!isWhole || !parsed.success || parsed.data.id !== id) throw problem("damagedManifest", id);
  return rest as Manifest;
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

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
