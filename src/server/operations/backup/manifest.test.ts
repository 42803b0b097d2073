import fc from "fast-check";
import { expect, test } from "vitest";
import { productVersion } from "../../platform/index.ts";
import { BackupProblem } from "./backup-problem.ts";
import { isBackupId } from "./keys.ts";
import { checkVersion, FORMAT, type Manifest, newBackupId, readManifest, writeManifest } from "./manifest.ts";
import { openSecret, sealSecret } from "./sealed-secret.ts";

const sha256 = "a".repeat(64);
const manifest: Manifest = {
  format: FORMAT,
  id: newBackupId(Date.UTC(2026, 10, 22, 20, 15)),
  series: "b".repeat(32),
  createdAt: Date.UTC(2026, 10, 22, 20, 15),
  engine: "sqlite",
  version: "0.1.0",
  migrations: ["202611210100-archive"],
  tables: { resource: { rows: 2, hash: sha256 } },
  database: { name: "x.sqlite.zst", bytes: 10, sha256 },
  files: [{ sha256, bytes: 3 }],
  missing: [],
  secret: null,
};

test("the id of a backup is its time in UTC, its milliseconds in hex and a random end", () => {
  expect(manifest.id).toMatch(/^20261122T201500Z-000[0-9a-f]{3}$/);
  expect(newBackupId(manifest.createdAt + 999)).toMatch(/^20261122T201500Z-3e7[0-9a-f]{3}$/);
  expect(isBackupId(manifest.id)).toBe(true);
  expect(isBackupId("../../etc/passwd")).toBe(false);
});

test("release 0.2.0 recognizes the ids of new backups", () => {
  // The pattern of release 0.2.0.
  expect(manifest.id).toMatch(/^\d{8}T\d{6}Z-[0-9a-f]{6}$/);
  expect(isBackupId("20261122T201500Z-0123ab")).toBe(true);
});

test("ids sort by the time of their backups, also within one second", () => {
  const times = Array.from({ length: 100 }, (_, n) => Date.UTC(2026, 10, 22, 20, 15) + n * 37);
  const ids = times.map(newBackupId);
  expect(ids.toSorted()).toEqual(ids);
});

test("a manifest is read as it was written", () => {
  expect(readManifest(writeManifest(manifest), manifest.id)).toEqual(manifest);
});

test("no flipped bit of a manifest stays unseen", () => {
  const bytes = Buffer.from(writeManifest(manifest));
  fc.assert(
    fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
      const edited = Buffer.from(bytes);
      const at = Math.floor(bit / 8);
      edited[at] = (edited[at] as number) ^ (1 << (bit % 8));
      expect(() => readManifest(edited.toString("utf8"), manifest.id)).toThrow(BackupProblem);
    }),
    { numRuns: 2_000 },
  );
});

test("a manifest in a newer format is refused", () => {
  const format = { ...manifest, format: 2 as typeof FORMAT, version: "9.0.0" };
  expect(() => readManifest(writeManifest(format), manifest.id)).toThrow(
    /newer version of Proshno \(9\.0\.0\)/,
  );
});

test("a backup of a newer version is refused only if it has an unknown migration", () => {
  const later = { ...manifest, migrations: [...manifest.migrations, "209901010000-later"] };
  expect(() => checkVersion({ ...later, version: "9.0.0" })).toThrow(/newer version of Proshno \(9\.0\.0\)/);
  checkVersion({ ...manifest, version: "9.0.0" });
  checkVersion({ ...later, version: productVersion });
  checkVersion({ ...later, version: "0.1.0" });
});

test("the archive's secret opens with its passphrase only", async () => {
  const sealed = await sealSecret("the secret", "correct horse battery");
  expect(JSON.stringify(sealed)).not.toContain("the secret");
  expect(await openSecret(sealed, "correct horse battery")).toBe("the secret");
  expect(await openSecret(sealed, "correct horse")).toBeUndefined();
});
