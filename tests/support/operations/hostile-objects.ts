import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { zstdCompressSync } from "node:zlib";
import { type Manifest, writeManifest } from "../../../src/server/operations/backup/manifest.ts";

/** A place with one backup without a passphrase, and a folder outside of it. */
export interface HostilePlace {
  path: string;
  outside: string;
  manifest: Manifest;
}

/** Lists what restore and verify must answer about a place. Without `prune`, the removal of old backups must answer "none". */
export interface Verdict {
  restore: string;
  verify: string;
  prune?: string;
}

interface Case extends Verdict {
  make: (place: HostilePlace) => void;
}

const databasePath = ({ path, manifest }: HostilePlace) => join(path, "databases", manifest.database.name);
const manifestPath = ({ path, manifest }: HostilePlace) => join(path, "backups", `${manifest.id}.json`);
function filePath({ path, manifest }: HostilePlace): string {
  const { sha256 = "" } = manifest.files[0] ?? {};
  return join(path, "files", sha256.slice(0, 2), sha256);
}

/** The ways to replace an object by something else. */
const replacements: Record<string, (path: string, place: HostilePlace) => void> = {
  missing: (path) => rmSync(path),
  truncated: (path) => truncateSync(path, 10),
  "longer by a byte": (path) => writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.alloc(1)])),
  "three gigabytes long": (path) => truncateSync(path, 3_000_000_000),
  "a link to /dev/zero": (path) => {
    rmSync(path);
    symlinkSync("/dev/zero", path);
  },
  "a link to the same bytes outside": (path, { outside }) => {
    renameSync(path, join(outside, "moved"));
    symlinkSync(join(outside, "moved"), path);
  },
  "a pipe": (path) => {
    rmSync(path);
    execFileSync("mkfifo", [path]);
  },
  "a folder": (path) => {
    rmSync(path);
    mkdirSync(path);
  },
};
/** These are no objects, so the place doesn't list them and a reader doesn't open them. */
const ABSENT = new Set([
  "missing",
  "a link to /dev/zero",
  "a link to the same bytes outside",
  "a pipe",
  "a folder",
]);

/** Replaces the database, and names it rightly in the manifest. @param unpacked the size that the manifest names */
function packed(
  place: HostilePlace,
  bytes: Uint8Array,
  unpacked: number,
  tables = place.manifest.tables,
): void {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const database = { ...place.manifest.database, bytes: bytes.length, sha256, unpacked };
  writeFileSync(databasePath(place), bytes);
  writeFileSync(manifestPath(place), writeManifest({ ...place.manifest, database, tables }));
}

/** A database of SQLite. @param sql its schema */
function sqlite({ outside }: HostilePlace, sql: string): Buffer {
  const path = join(outside, "made.sqlite");
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
  const bytes = readFileSync(path);
  rmSync(path);
  return bytes;
}

const DAMAGED = { restore: "damagedDatabase", verify: "none" };
/** A snapshot of this size has less than 100 kB. */
const BOMB = 300_000_000;

/** Links out of the place, in place of its folders. */
const links = Object.fromEntries(
  ["backups", "databases", "files", "work"].map((name) => [
    `a link out of the place instead of ${name}`,
    {
      make: ({ path, outside }: HostilePlace) => {
        rmSync(join(path, name), { recursive: true, force: true });
        symlinkSync(outside, join(path, name));
      },
      // Only a new backup uses this folder.
      restore: name === "work" ? "restored" : "placeLink",
      verify: name === "work" ? "none" : "placeLink",
      prune: name === "work" ? "none" : "placeLink",
    },
  ]),
);

/** The hostile places whose manifest is right. */
export const hostileObjects: Record<string, Case> = {
  ...Object.fromEntries(
    Object.entries(replacements).flatMap(([what, replace]) => {
      const fault = ABSENT.has(what) ? "missing" : "damaged";
      const database = fault === "missing" ? "missingDatabase" : "damagedDatabase";
      const cases: [string, Case][] = [
        [
          `a database that is ${what}`,
          { make: (place) => replace(databasePath(place), place), restore: database, verify: fault },
        ],
        [
          `a file that is ${what}`,
          { make: (place) => replace(filePath(place), place), restore: "damagedFiles", verify: fault },
        ],
      ];
      if (ABSENT.has(what))
        cases.push([
          `a manifest that is ${what}`,
          {
            make: (place) => replace(manifestPath(place), place),
            restore: "noBackup",
            verify: "noBackup",
            prune: "noBackup",
          },
        ]);
      return cases;
    }),
  ),
  "a manifest of three gigabytes": {
    make: (place) => truncateSync(manifestPath(place), 3_000_000_000),
    restore: "damagedManifest",
    verify: "damaged",
    prune: "bad",
  },
  "a database that is a file of the archive": {
    make: (place) => writeFileSync(databasePath(place), readFileSync(filePath(place))),
    restore: "damagedDatabase",
    verify: "damaged",
  },
  "a database that is not packed": {
    make: (place) => packed(place, Buffer.alloc(5_000, "x"), 5_000),
    ...DAMAGED,
  },
  "a packed text instead of a database": {
    make: (place) => packed(place, zstdCompressSync(Buffer.alloc(5_000, "x")), 5_000),
    ...DAMAGED,
  },
  "a database that unpacks to more than its named size": {
    make: (place) => packed(place, zstdCompressSync(Buffer.alloc(BOMB)), 10_000_000),
    ...DAMAGED,
  },
  "a database that unpacks to less than its named size": {
    make: (place) => packed(place, zstdCompressSync(sqlite(place, "create table a (b)")), 50_000_000),
    ...DAMAGED,
  },
  "a database whose named size no disk has": {
    make: (place) => packed(place, zstdCompressSync(Buffer.alloc(BOMB)), 15e12),
    restore: "noSpace",
    verify: "none",
  },
  "a database with other tables": {
    make: (place) => {
      const bytes = sqlite(place, "create table users (a)");
      packed(place, zstdCompressSync(bytes), bytes.length);
    },
    restore: "differentTable",
    verify: "none",
  },
  "a database with a view that never ends": {
    make: (place) => {
      const endless = "with recursive r (n) as (select 1 union all select n + 1 from r) select n from r";
      const bytes = sqlite(place, `create view setting as ${endless}`);
      packed(place, zstdCompressSync(bytes), bytes.length);
    },
    restore: "differentTable",
    verify: "none",
  },
  "a database whose column makes a gigabyte": {
    make: (place) => {
      const big = "create table users (a, b generated always as (zeroblob(900000000)))";
      const bytes = sqlite(place, `${big}; insert into users (a) values (1)`);
      packed(place, zstdCompressSync(bytes), bytes.length);
    },
    restore: "differentTable",
    verify: "none",
  },
  ...links,
};
