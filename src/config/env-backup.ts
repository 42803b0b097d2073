import { z } from "zod";
import type { PlaceBucket } from "../server/operations/index.ts";

/** The settings of backups. */
export interface BackupSettings {
  /** Where the daily backup goes: a folder, or `s3://bucket/prefix`. Without it, there is no daily backup. */
  place: string | undefined;
  /** Encrypts the archive's secret in a backup. */
  passphrase: string | undefined;
  /** The S3 service for places in a bucket. */
  bucket: PlaceBucket | undefined;
}

const PLACE = "must be a folder with an absolute path, or a bucket such as s3://bucket/proshno";
const BUCKET_SERVICE =
  "a place in a bucket needs PROSHNO_BACKUP_S3_ENDPOINT, PROSHNO_BACKUP_S3_KEY_ID and PROSHNO_BACKUP_S3_SECRET, or the " +
  "bucket of the archive in PROSHNO_S3_ENDPOINT";
const INSIDE = "must not be in the data folder, because a backup must survive the loss of this folder";
const PASSPHRASE = "must have 12 or more characters";
const SERVICE = "must be the address of the S3 service without a bucket, such as https://s3.example.edu";
const TOGETHER = "must be set together or not at all";

const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());

const schema = z.object({
  PROSHNO_BACKUP: optional(z.string().regex(/^(\/|[A-Za-z]:[\\/]|s3:\/\/.)/, { error: PLACE })),
  PROSHNO_BACKUP_PASSPHRASE: optional(z.string().min(12, { error: PASSPHRASE })),
  PROSHNO_BACKUP_S3_ENDPOINT: optional(z.string().refine(isService, { error: SERVICE })),
  PROSHNO_BACKUP_S3_REGION: optional(z.string().max(100)),
  PROSHNO_BACKUP_S3_KEY_ID: optional(z.string().max(500)),
  PROSHNO_BACKUP_S3_SECRET: optional(z.string().max(2_000)),
});

function isService(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}

interface ArchiveBucket {
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/**
 * Reads the settings of backups.
 * @param archive the bucket of the archive's own files. A place in a bucket is on the same service, unless
 * `PROSHNO_BACKUP_S3_…` names another
 * @param dataFolder the absolute path of the archive's data folder
 * @returns the settings, and a line for each wrong variable
 */
export function backupSettings(
  variables: Record<string, string | undefined>,
  archive: ArchiveBucket | undefined,
  dataFolder: string,
): { settings: BackupSettings; problems: string[] } {
  const parsed = schema.safeParse(variables);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    return { settings: { place: undefined, passphrase: undefined, bucket: undefined }, problems };
  }
  const {
    PROSHNO_BACKUP: place,
    PROSHNO_BACKUP_PASSPHRASE: passphrase,
    PROSHNO_BACKUP_S3_ENDPOINT: endpoint,
    PROSHNO_BACKUP_S3_REGION: region = "auto",
    PROSHNO_BACKUP_S3_KEY_ID: accessKeyId,
    PROSHNO_BACKUP_S3_SECRET: secretAccessKey,
  } = parsed.data;
  const isPartial = Boolean(endpoint || accessKeyId || secretAccessKey);
  const bucket =
    endpoint && accessKeyId && secretAccessKey
      ? { service: new URL(endpoint).origin, region, accessKeyId, secretAccessKey }
      : serviceOf(archive);
  const problems: string[] = [];
  if (isPartial && !(endpoint && accessKeyId && secretAccessKey))
    problems.push(
      `PROSHNO_BACKUP_S3_ENDPOINT, PROSHNO_BACKUP_S3_KEY_ID and PROSHNO_BACKUP_S3_SECRET: ${TOGETHER}`,
    );
  if (place?.startsWith("s3://") && !bucket) problems.push(`PROSHNO_BACKUP: ${BUCKET_SERVICE}`);
  if (place && `${place}/`.startsWith(`${dataFolder}/`)) problems.push(`PROSHNO_BACKUP: ${INSIDE}`);
  return { settings: { place, passphrase, bucket }, problems };
}

/** The service of a bucket whose name is in the path of its address. Another address is the bucket itself. */
function serviceOf(archive: ArchiveBucket | undefined): PlaceBucket | undefined {
  if (!archive || new URL(archive.endpoint).pathname === "/") return undefined;
  const { endpoint, ...access } = archive;
  return { ...access, service: new URL(endpoint).origin };
}
