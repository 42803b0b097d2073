import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { migrate } from "../../../src/server/platform/db/migrate.ts";
import { openDatabase } from "../../../src/server/platform/db/open.ts";
import { randomKey } from "../../../src/server/platform/ids.ts";
import { openPlace } from "../../../src/server/operations/backup/open-place.ts";
import { listBackups, openManifest } from "../../../src/server/operations/backup/read-place.ts";
import { verifyPlace } from "../../../src/server/operations/backup/verify-place.ts";
import { contentOf } from "./backup-content.ts";
import { flipBit, pathsIn } from "./place-files.ts";

const root = new URL("../../..", import.meta.url).pathname;
/** The share of backups and restores that are killed. */
const KILLED = 0.6;
/** The longest delay of a kill, in ms. A small backup takes less. */
const LAST_KILL = 1_500;
/** How many items the writer makes at least before a backup, and how long it works then, in ms. */
const FIRST = 3;
const WARM_UP = 300;
const PASSPHRASE = "a passphrase for the drill";

interface Archive {
  dataFolder: string;
  databaseUrl: string | undefined;
}

export interface DrillFigures {
  rounds: number;
  /** How many backups and restores were killed. */
  killedBackups: number;
  killedRestores: number;
  /** How many acknowledged items were found again. */
  items: number;
  files: number;
  /** How many bits of the place were flipped, and found. */
  flippedBits: number;
  faults: string[];
}

/**
 * Loses everything again and again: a backup under load, killed at random; then the archive is deleted, and
 * restored elsewhere, killed at random; then its content is compared with what was acknowledged. The restored
 * archive is the archive of the next round.
 * @param postgresUrl a server on which to create databases; without it, SQLite
 * @param random returns a number from 0 to 1
 */
export async function runBackupDrill(
  rounds: number,
  random: () => number,
  postgresUrl: string | undefined,
  onRound: () => void,
): Promise<DrillFigures> {
  const folder = mkdtempSync(join(tmpdir(), "proshno-drill-"));
  const place = openPlace(join(folder, "place"), { dataFolder: join(folder, "none"), bucket: undefined });
  const figures: DrillFigures = {
    rounds,
    killedBackups: 0,
    killedRestores: 0,
    items: 0,
    files: 0,
    flippedBits: 0,
    faults: [],
  };
  const items = new Map<string, string>();

  const empty = async (name: string): Promise<Archive> => ({
    dataFolder: join(folder, name),
    databaseUrl: postgresUrl && (await createDatabase(postgresUrl)),
  });

  /** Flips a bit of a random object in each folder of the place, and back. @returns the keys of unseen bits */
  async function flipBits(): Promise<string[]> {
    const unseen: string[] = [];
    const ids = await listBackups(place);
    // A killed backup leaves a database and incomplete files that belong to no backup.
    const isNamed = (path: string) => ids.some((id) => path.includes(id)) || /\/[0-9a-f]{64}$/.test(path);
    for (const part of ["backups", "databases", "files"]) {
      const paths = (await pathsIn(join(place.name, part))).filter(isNamed);
      const path = paths[Math.floor(random() * paths.length)];
      if (path === undefined) continue;
      const bit = Math.floor(random() * statSync(path).size * 8);
      await flipBit(path, bit);
      const key = path.slice(place.name.length + 1);
      const { faults } = await verifyPlace(place);
      if (!faults.some((found) => found.key === key)) unseen.push(key);
      await flipBit(path, bit);
      figures.flippedBits += 1;
    }
    return unseen;
  }

  /** Runs a command until it ends by itself. @returns how often it was killed */
  async function untilDone(archive: Archive, name: string, afterKill: () => Promise<void>): Promise<number> {
    for (let kills = 0; ; kills += 1) {
      const child = command(archive, `src/cli/${name}.ts`, [place.name]);
      let said = "";
      child.stderr?.setEncoding("utf8").on("data", (text: string) => (said += text));
      const ended = once(child, "close") as Promise<[number | null]>;
      if (random() < KILLED) {
        await Promise.race([ended, sleep(LAST_KILL * random())]);
        child.kill("SIGKILL");
      }
      const [code] = await ended;
      if (code === 0) return kills;
      if (code !== null) throw new Error(`${name} ended with ${code}: ${said}`);
      await afterKill();
    }
  }

  async function round(archive: Archive, number: number): Promise<Archive> {
    const fault = (text: string) => figures.faults.push(`round ${number}: ${text}`);
    const writer = command(archive, "tests/support/operations/drill-writer.ts", []);
    const made = new Map<string, string>();
    const going = new Set<string>();
    const ready = new Promise<void>((resolve) => {
      createInterface({ input: writer.stdout as NonNullable<typeof writer.stdout> }).on("line", (line) => {
        const [what, id = "", sha256 = ""] = line.split(" ");
        if (what === "made") made.set(id, sha256);
        if (made.size === FIRST) resolve();
        if (what === "going") going.add(id);
      });
    });
    const writerEnded = once(writer, "exit");
    await Promise.race([ready, writerEnded]);
    await sleep(WARM_UP);
    let expected = new Map<string, string>();
    const note = () => (expected = new Map([...items, ...made]));
    note();
    figures.killedBackups += await untilDone(archive, "backup", async () => {
      await expireLease(archive);
      note();
    });
    // The machine is lost, with everything on it.
    if (writer.exitCode !== null) fault(`the writer ended with ${writer.exitCode}`);
    writer.kill("SIGKILL");
    await writerEnded;
    const secret = readFileSync(join(archive.dataFolder, "secret"), "utf8");
    await lose(archive, postgresUrl);

    const { faults } = await verifyPlace(place);
    for (const { fault: kind, key } of faults) fault(`${key} is ${kind}`);
    for (const unseen of await flipBits()) fault(`a flipped bit of ${unseen} was not found`);
    const restored = await empty(`archive-${number}`);
    figures.killedRestores += await untilDone(restored, "restore", async () => {});
    const newest = (await listBackups(place)).at(-1) as string;
    const { tables } = await openManifest(place, newest);
    const content = await contentOf(restored);
    if (JSON.stringify(content.tables) !== JSON.stringify(tables)) fault("a table differs from the manifest");
    for (const [sha256, isRight] of Object.entries(content.files)) {
      figures.files += 1;
      if (!isRight) fault(`the file ${sha256} is missing or damaged`);
    }
    const kept = await itemsOf(restored);
    for (const [id, sha256] of expected)
      if (kept.get(id) === sha256) figures.items += 1;
      else if (!going.has(id)) fault(`the item ${id} is lost`);
    if (readFileSync(join(restored.dataFolder, "secret"), "utf8") !== secret) fault("the secret differs");
    if (existsSync(join(restored.dataFolder, "restoring"))) fault("the restore left its folder");
    items.clear();
    for (const [id, sha256] of kept) items.set(id, sha256);
    onRound();
    return restored;
  }

  try {
    let archive = await empty("archive");
    const db = openDatabase(archive);
    await migrate(db).finally(() => db.close());
    for (let number = 1; number <= rounds; number += 1) archive = await round(archive, number);
    await lose(archive, postgresUrl);
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a program of the product on an archive. */
function command({ dataFolder, databaseUrl = "" }: Archive, path: string, args: string[]): ChildProcess {
  return spawn(process.execPath, [join(root, path), ...args], {
    cwd: root,
    env: {
      PATH: process.env["PATH"],
      PROSHNO_DATA: dataFolder,
      DATABASE_URL: databaseUrl,
      PROSHNO_BACKUP_PASSPHRASE: PASSPHRASE,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Ends the lease of a killed backup, as two minutes would do. */
export async function expireLease(archive: Archive): Promise<void> {
  const db = openDatabase(archive);
  try {
    await db.write.updateTable("setting").set({ value: "0" }).where("name", "=", "backupLease").execute();
  } finally {
    await db.close();
  }
}

/** The SHA-256 of each item's file, by id. */
async function itemsOf(archive: Archive): Promise<Map<string, string>> {
  const db = openDatabase(archive);
  try {
    const rows = await db.read
      .selectFrom("resource")
      .innerJoin("file", "file.key", "resource.fileKey")
      .select(["resource.id", "file.sha256"])
      .execute();
    return new Map(rows.map(({ id, sha256 }) => [id, sha256]));
  } finally {
    await db.close();
  }
}

async function createDatabase(postgresUrl: string): Promise<string> {
  const name = `proshno_drill_${randomKey()}`;
  await onServer(postgresUrl, `create database "${name}" encoding UTF8 locale "C.UTF-8" template template0`);
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function lose({ dataFolder, databaseUrl }: Archive, postgresUrl: string | undefined): Promise<void> {
  rmSync(dataFolder, { recursive: true, force: true });
  if (databaseUrl && postgresUrl)
    await onServer(postgresUrl, `drop database "${new URL(databaseUrl).pathname.slice(1)}" with (force)`);
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
