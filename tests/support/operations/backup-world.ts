import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPlace } from "../../../src/server/operations/backup/open-place.ts";
import type { Place } from "../../../src/server/operations/backup/place.ts";
import { type RestoreOptions, restoreBackup } from "../../../src/server/operations/backup/restore.ts";
import type { User } from "../../../src/shared/people/policy.ts";
import { payloadOf } from "../archive/factories.ts";
import { photo } from "../files/photo.ts";
import { createEmptyPostgres, type Engine, openTestArchive, VISIT } from "../platform/archive.ts";

export const PASSPHRASE = "a passphrase for tests";

/** An archive with some items and files, a place for its backups, and empty targets for restores. */
export async function openBackupWorld(engine: Engine) {
  const archive = await openTestArchive(engine);
  const folder = mkdtempSync(join(tmpdir(), "proshno-backup-"));
  const { actor } = await archive.signUp("Student");
  const dataFolder = archive.env.PROSHNO_DATA;
  const place = openPlace(join(folder, "place"), { dataFolder, bucket: undefined });
  const closing: (() => unknown)[] = [];
  let count = 0;

  return {
    archive,
    actor,
    folder,
    place,
    backups: archive.services.backups,
    /** @param passphrase seals the secret, which takes half a second; by default, the backup has no secret */
    make: (into: Place = place, passphrase?: string) =>
      archive.services.backups.make(into, { passphrase }, false),

    /** Adds a note with a photo of its own. @returns the SHA-256 of the file */
    addNote: (grey: number): Promise<string> => addNote(archive, actor, grey),

    /** An empty data folder and, on PostgreSQL, an empty database. */
    async target() {
      count += 1;
      const empty = engine === "postgres" ? await createEmptyPostgres() : undefined;
      if (empty) closing.push(empty.drop);
      const path = join(folder, `restored-${count}`);
      return { dataFolder: path, databaseUrl: empty?.databaseUrl, bucket: undefined, secret: undefined };
    },

    async close(): Promise<void> {
      await archive.close();
      for (const close of closing) await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type BackupWorld = Awaited<ReturnType<typeof openBackupWorld>>;
export type Target = Awaited<ReturnType<BackupWorld["target"]>>;

async function addNote(
  { services }: Awaited<ReturnType<typeof openTestArchive>>,
  actor: User,
  grey: number,
): Promise<string> {
  const { key } = await services.files.accept(actor, await photo(grey), "a.jpg");
  const payload = payloadOf("note", { driveLink: undefined, fileKey: key });
  await services.resources.create(actor, "note", payload, VISIT.client);
  return (await services.files.get(actor, key)).sha256;
}

/** Restores a backup, by default without its secret. */
export const restore = (place: Place, target: Target, options: Partial<RestoreOptions> = {}) =>
  restoreBackup(place, target, { id: undefined, passphrase: undefined, skipDamaged: false, ...options });
