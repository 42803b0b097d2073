import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { EnvError, parseEnv } from "./env.ts";

const folder = mkdtempSync(join(tmpdir(), "proshno-env-"));
afterAll(() => rmSync(folder, { recursive: true }));
const parse = (variables: Record<string, string>) =>
  parseEnv({ PROSHNO_DATA: folder, PROSHNO_SECRET: "0123456789abcdefghijklmnopqrstuv", ...variables });
const archive = {
  PROSHNO_S3_ENDPOINT: "https://s3.example.edu/proshno",
  PROSHNO_S3_KEY_ID: "key",
  PROSHNO_S3_SECRET: "secret",
};

test("backups need no settings", () => {
  expect(parse({}).backup).toEqual({ place: undefined, passphrase: undefined, bucket: undefined });
});

test("a place in a bucket is on the service of the archive's files, or on its own", () => {
  const place = { PROSHNO_BACKUP: "s3://backups/proshno" };
  expect(parse({ ...archive, ...place }).backup.bucket).toEqual({
    service: "https://s3.example.edu",
    region: "auto",
    accessKeyId: "key",
    secretAccessKey: "secret",
  });
  const own = {
    PROSHNO_BACKUP_S3_ENDPOINT: "https://elsewhere.example.edu",
    PROSHNO_BACKUP_S3_REGION: "eu-1",
    PROSHNO_BACKUP_S3_KEY_ID: "other",
    PROSHNO_BACKUP_S3_SECRET: "words",
  };
  expect(parse({ ...archive, ...place, ...own }).backup.bucket).toEqual({
    service: "https://elsewhere.example.edu",
    region: "eu-1",
    accessKeyId: "other",
    secretAccessKey: "words",
  });
});

test.each([
  ["PROSHNO_BACKUP", "backups", /PROSHNO_BACKUP: must be a folder with an absolute path, or a bucket/],
  ["PROSHNO_BACKUP", "ftp://host/folder", /PROSHNO_BACKUP: must be a folder/],
  ["PROSHNO_BACKUP", "s3://backups", /PROSHNO_BACKUP: a place in a bucket needs PROSHNO_BACKUP_S3_ENDPOINT/],
  ["PROSHNO_BACKUP", join(folder, "backups"), /PROSHNO_BACKUP: must not be in the data folder/],
  ["PROSHNO_BACKUP", folder, /PROSHNO_BACKUP: must not be in the data folder/],
  ["PROSHNO_BACKUP_PASSPHRASE", "short", /PROSHNO_BACKUP_PASSPHRASE: must have 12 or more characters/],
  ["PROSHNO_BACKUP_S3_ENDPOINT", "s3.example.edu", /PROSHNO_BACKUP_S3_ENDPOINT: must be the address/],
  ["PROSHNO_BACKUP_S3_ENDPOINT", "https://s3.example.edu/bucket", /PROSHNO_BACKUP_S3_ENDPOINT: must be/],
  ["PROSHNO_BACKUP_S3_KEY_ID", "key", /PROSHNO_BACKUP_S3_SECRET: must be set together/],
])("refuses %s=%s with a line that names the variable", (name, value, message) => {
  expect(() => parse({ [name]: value })).toThrow(EnvError);
  expect(() => parse({ [name]: value })).toThrow(message);
});

test("a restore reads the settings without creating a secret", () => {
  const empty = mkdtempSync(join(folder, "empty-"));
  expect(parseEnv({ PROSHNO_DATA: empty }, () => "").secret).toBe("");
  expect(readdirSync(empty)).toEqual([]);
});
