import fc from "fast-check";
import { expect, test } from "vitest";
import { productVersion } from "../../platform/index.ts";
import { BackupProblem } from "./backup-problem.ts";
import { isBackupId } from "./keys.ts";
import { checkVersion, FORMAT, type Manifest, newBackupId, writeManifest } from "./manifest.ts";
import { readManifest } from "./read-manifest.ts";
import { isMacOf, openSecret, sealSecret } from "./sealed-secret.ts";

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
  database: { name: "", bytes: 10, unpacked: 100, sha256 },
  files: [{ sha256, bytes: 3 }],
  missing: [],
  secret: null,
};
manifest.database.name = `${manifest.id}.sqlite.zst`;

/** @param length of the chunks in which the manifest arrives, in bytes */
async function read(text: string | Uint8Array, id = manifest.id, length = 100) {
  const bytes = Buffer.from(text);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
  }
  return readManifest(chunks(), id);
}

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

test("a manifest is read as it was written, in chunks of any length", async () => {
  const others = Array.from({ length: 30 }, (_, n) => (n + 100).toString(16).padStart(64, "0"));
  const long: Manifest = {
    ...manifest,
    files: others.map((one, n) => ({ sha256: one, bytes: n })),
    missing: others.slice(7),
  };
  for (const one of [manifest, { ...manifest, files: [] }, { ...manifest, missing: [sha256] }, long])
    for (const length of [1, 93, 5_000])
      expect((await read(writeManifest(one), one.id, length)).manifest).toEqual(one);
});

test("a manifest of release 0.2.0 is read", async () => {
  const { unpacked: _none, ...database } = manifest.database;
  const { sealed } = await sealSecret("the secret", "correct horse battery");
  const old: Manifest = { ...manifest, format: 1, database, secret: sealed };
  expect(await read(writeManifest(old))).toMatchObject({ manifest: old, mac: undefined });
});

test("no flipped bit of a manifest stays unseen", async () => {
  const { sealed, macKey } = await sealSecret("the secret", "correct horse battery");
  const bytes = Buffer.from(writeManifest({ ...manifest, secret: sealed }, macKey));
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length * 8 - 1), async (bit) => {
      const edited = Buffer.from(bytes);
      const at = Math.floor(bit / 8);
      edited[at] = (edited[at] as number) ^ (1 << (bit % 8));
      await expect(read(edited)).rejects.toThrow(BackupProblem);
    }),
    { numRuns: 2_000 },
  );
});

test("a manifest in a newer format is refused, also if its form is another one", async () => {
  const newer = /newer version of Proshno \(9\.0\.0\)/;
  const format = { ...manifest, format: 3 as typeof FORMAT, version: "9.0.0" };
  await expect(read(writeManifest(format))).rejects.toThrow(newer);
  await expect(read('{"format":3,"id":1,"version":"9.0.0","content":[]}')).rejects.toThrow(newer);
  await expect(read('{"format":3,"version":"\u001b[2J"}')).rejects.toThrow("Proshno (?)");
});

test("the MAC of a manifest fits its content and its key only", async () => {
  const { sealed, macKey } = await sealSecret("the secret", "correct horse battery");
  const { sum, mac = "" } = await read(writeManifest({ ...manifest, secret: sealed }, macKey));
  expect(isMacOf(macKey, sum, mac)).toBe(true);
  expect(isMacOf(macKey, "0".repeat(64), mac)).toBe(false);
  expect(isMacOf(Buffer.alloc(32), sum, mac)).toBe(false);
  // A MAC is there exactly if a passphrase was set.
  await expect(read(writeManifest({ ...manifest, secret: sealed }))).rejects.toThrow("(mac)");
  await expect(read(writeManifest(manifest, macKey))).rejects.toThrow("(mac)");
});

test("a backup of a newer version is refused only if it has an unknown migration", () => {
  const later = { ...manifest, migrations: [...manifest.migrations, "209901010000-later"] };
  expect(() => checkVersion({ ...later, version: "9.0.0" })).toThrow(/newer version of Proshno \(9\.0\.0\)/);
  checkVersion({ ...manifest, version: "9.0.0" });
  checkVersion({ ...later, version: productVersion });
  checkVersion({ ...later, version: "0.1.0" });
});

test("the archive's secret opens with its passphrase only", async () => {
  const { sealed } = await sealSecret("the secret", "correct horse battery");
  expect(JSON.stringify(sealed)).not.toContain("the secret");
  expect(await openSecret(sealed, "correct horse battery")).toMatchObject({ secret: "the secret" });
  expect(await openSecret(sealed, "correct horse")).toBeUndefined();
});
