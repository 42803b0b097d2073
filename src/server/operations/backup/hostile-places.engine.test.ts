import { cp, mkdir, readFile, stat, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hostileManifests, hostileTexts } from "../../../../tests/support/operations/hostile-manifests.ts";
import {
  hostileObjects,
  type HostilePlace,
  type Verdict,
} from "../../../../tests/support/operations/hostile-objects.ts";
import {
  type BackupWorld,
  openBackupWorld,
  PASSPHRASE,
  restore,
} from "../../../../tests/support/operations/backup-world.ts";
import { pathsIn } from "../../../../tests/support/operations/place-files.ts";
import { LIST_BOUNDS } from "./bounds.ts";
import { type Manifest, newBackupId, writeManifest } from "./manifest.ts";
import { openPlace } from "./open-place.ts";
import type { Place } from "./place.ts";
import { openManifest, readSigned } from "./read-place.ts";
import { type RestoreOptions, restoreBackup } from "./restore.ts";
import { pruneBackups } from "./retention.ts";
import { openSecret, sealSecret } from "./sealed-secret.ts";
import { verifyPlace } from "./verify-place.ts";

const REFUSED: Verdict = { restore: "damagedManifest", verify: "damaged", prune: "bad" };
const NEVER = new AbortController().signal;

describe("a hostile place of backups", () => {
  let world: BackupWorld;
  /** A backup without a passphrase, whose manifest anybody can write, and one with a passphrase. */
  let [open, closed]: Manifest[] = [];
  let macKey: Buffer;
  let count = 0;

  beforeAll(async () => {
    world = await openBackupWorld("sqlite");
    await world.addNote(1);
    const plain = place(join(world.folder, "plain"));
    await world.backups.make(plain, { passphrase: undefined }, false);
    const { id } = await world.make(world.place, PASSPHRASE);
    closed = await openManifest(world.place, id);
    ({ macKey } = (await openSecret(closed.secret as never, PASSPHRASE)) as { macKey: Buffer });
    const [path = ""] = await pathsIn(join(plain.name, "backups"));
    open = await openManifest(plain, path.slice(-"20261122T201500Z-0123ab.json".length, -".json".length));
  });
  afterAll(() => world.close());

  const place = (path: string, bounds = LIST_BOUNDS): Place =>
    openPlace(path, { dataFolder: world.archive.env.PROSHNO_DATA, bucket: undefined, bounds });

  /** A copy of a place, and a folder outside of it. */
  async function copy(of: string): Promise<HostilePlace> {
    count += 1;
    const [path, outside] = [join(world.folder, `place-${count}`), join(world.folder, `outside-${count}`)];
    await cp(of, path, { recursive: true });
    await mkdir(join(outside, "ab"), { recursive: true });
    await writeFile(join(outside, "ab", `ab${"0".repeat(62)}`), "mine");
    return { path, outside, manifest: (of === world.place.name ? closed : open) as Manifest };
  }
  const plain = () => copy(join(world.folder, "plain"));
  const withMac = () => copy(world.place.name);
  const manifestOf = ({ path, manifest: { id } }: HostilePlace) => join(path, "backups", `${id}.json`);

  const codeOf = (error: { code?: string; name: string; stack?: string }) => {
    // An error without a sentence of ours would be shown with its stack.
    if (error.name !== "Error" || error.code === undefined) throw error;
    return error.code;
  };

  /** Returns the messages of the three commands about a place. The target is without an archive if the restore fails. */
  async function judge(
    { path, outside, manifest: { id, series } }: HostilePlace,
    options: Partial<RestoreOptions> = { passphrase: undefined },
    opened = place(path),
  ): Promise<Verdict> {
    const before = await pathsIn(outside);
    const target = await world.target();
    const restored = await restore(opened, target, options).then(() => "restored", codeOf);
    const left = await pathsIn(target.dataFolder);
    const isSafe = (one: string) => one.startsWith(join(target.dataFolder, "restoring"));
    if (restored !== "restored") expect(left.filter((one) => !isSafe(one))).toEqual([]);
    const { passphrase } = options;
    const verify = await verifyPlace(opened, { passphrase }).then(
      ({ faults }) => faults[0]?.fault ?? "none",
      codeOf,
    );
    const now = Date.now();
    const prune = await pruneBackups(opened, { series, made: id, now, signal: NEVER }).then(
      ({ removed, bad }) => (bad > 0 ? "bad" : removed > 0 ? "removed" : "none"),
      codeOf,
    );
    expect(await pathsIn(outside)).toEqual(before);
    return { restore: restored, verify, prune };
  }

  test("is refused for every manifest with a wrong value, before anything of it is used", async () => {
    const hostile = hostileManifests(closed as Manifest);
    expect(hostile.length).toBeGreaterThan(80);
    const verdicts: Record<string, Verdict> = {};
    const made = await withMac();
    for (const { title, manifest } of hostile) {
      // Its hash and its MAC are right, so that only its values can be wrong.
      await writeFile(manifestOf(made), writeManifest(manifest, macKey));
      verdicts[title] = await judge(made, { passphrase: PASSPHRASE });
    }
    const expected = Object.fromEntries(hostile.map(({ title }) => [title, REFUSED]));
    expect(verdicts).toEqual(expected);
  });

  test("is refused for every text that is no manifest", async () => {
    const made = await plain();
    const texts = hostileTexts(await readFile(manifestOf(made), "utf8"));
    const verdicts: Record<string, Verdict> = {};
    for (const [title, text] of Object.entries(texts)) {
      await writeFile(manifestOf(made), text);
      verdicts[title] = await judge(made);
    }
    expect(verdicts).toEqual(Object.fromEntries(Object.keys(texts).map((title) => [title, REFUSED])));
  });

  test.each(Object.entries(hostileObjects))("is recognized by %s", async (_title, { make, ...expected }) => {
    const made = await plain();
    make(made);
    expect(await judge(made)).toEqual({ prune: "none", ...expected });
  });

  test("is read and unpacked only as far as its manifest names", async () => {
    const made = await plain();
    hostileObjects["a database that unpacks to more than its named size"]?.make(made);
    const target = await world.target();
    await expect(restore(place(made.path), target, { passphrase: undefined })).rejects.toThrow("is damaged");
    const { size } = await stat(join(target.dataFolder, "restoring", "proshno.sqlite"));
    expect(size).toBeLessThanOrEqual(10_000_000);

    const long = await plain();
    for (const part of ["backups", "databases", "files"])
      for (const path of await pathsIn(join(long.path, part))) {
        await truncate(path, 3_000_000_000);
        let read = 0;
        for await (const chunk of (await place(long.path).read(path.slice(long.path.length + 1), 1_000)) ??
          [])
          read += chunk.length;
        expect(read).toBe(1_001);
      }
  });

  test("is refused if it lists more than a place can have", async () => {
    const made = await plain();
    const large = place(made.path, { ...LIST_BOUNDS, entries: 20 });
    for (const name of ["backups", "databases", "files"])
      for (let n = 0; n < 21; n += 1) await writeFile(join(made.path, name, `note-${n}`), "");
    const code = "placeTooLarge";
    expect(await judge(made, { passphrase: undefined }, large)).toEqual({
      restore: code,
      verify: code,
      prune: code,
    });
  });

  test("can't pass off an edited manifest as ours", async () => {
    const id = (closed as Manifest).id;
    const restoredWith = async (text: string, options: Partial<RestoreOptions> = {}) => {
      const made = await withMac();
      await writeFile(manifestOf(made), text);
      return judge(made, { passphrase: PASSPHRASE, ...options });
    };
    const manifest = closed as Manifest;
    const edited = { ...manifest, missing: ["a".repeat(64)] };
    const wrong = writeManifest(edited, Buffer.alloc(32));
    expect(await restoredWith(wrong)).toMatchObject({ restore: "wrongMac", verify: "edited" });
    const other = await sealSecret("another secret", "another passphrase");
    const foreign = writeManifest({ ...manifest, secret: other.sealed }, other.macKey);
    expect(await restoredWith(foreign)).toMatchObject({ restore: "wrongPassphrase", verify: "edited" });
    // An attacker leaves out the MAC, as release 0.2.0 did.
    const { unpacked: _none, ...database } = manifest.database;
    const old = { ...manifest, format: 1, database } as Manifest;
    for (const bare of [writeManifest(old), writeManifest({ ...manifest, secret: null })]) {
      expect(await restoredWith(bare)).toMatchObject({ restore: "unprotected", verify: "none" });
      const warnings: string[] = [];
      const accepted = { acceptUnprotected: true, onUnproven: (why: string) => warnings.push(why) };
      expect(await restoredWith(bare, accepted)).toMatchObject({ restore: "restored" });
      expect(warnings).toEqual(["unprotected"]);
    }
    // It is not silent in a place that has an older backup with a MAC.
    const made = await withMac();
    const later = newBackupId(manifest.createdAt + 60_000);
    const copied = { ...manifest, id: later, createdAt: manifest.createdAt + 60_000, secret: null };
    const newer = { ...copied, database: { ...manifest.database, name: `${later}.sqlite.zst` } };
    await writeFile(join(made.path, "backups", `${later}.json`), writeManifest(newer));
    await cp(
      join(made.path, "databases", manifest.database.name),
      join(made.path, "databases", newer.database.name),
    );
    const { faults, unprotected } = await verifyPlace(place(made.path), { passphrase: PASSPHRASE });
    expect(faults).toEqual([{ fault: "unprotected", key: `backups/${later}.json` }]);
    expect(unprotected).toBe(1);
    expect((await readSigned(place(made.path), id)).mac).toMatch(/^[0-9a-f]{64}$/);
  });

  test("can't lead a restore out of the data folder with a link", async () => {
    const made = await plain();
    const target = await world.target();
    await mkdir(target.dataFolder);
    await symlink(made.outside, join(target.dataFolder, "restoring"));
    const options = { id: undefined, passphrase: undefined, skipDamaged: false };
    await expect(restoreBackup(place(made.path), target, options)).rejects.toMatchObject({
      code: "folderUsed",
    });
    expect(await pathsIn(made.outside)).toHaveLength(1);
  });

  test("with a link never gets a new backup", async () => {
    for (const title of Object.keys(hostileObjects).filter((one) => one.startsWith("a link out of"))) {
      const made = await plain();
      hostileObjects[title]?.make(made);
      await expect(world.make(place(made.path)), title).rejects.toMatchObject({
        code: "placeLink",
      });
      expect(await pathsIn(made.outside)).toHaveLength(1);
    }
  });
});
