/**
 * Writes items with files into the archive of the environment, and removes some, until it is killed. Each
 * line of its output is acknowledged: `made ID SHA256`, or `going ID` before an item is removed.
 */
import { randomBytes, randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { parseEnv } from "../../../src/config/env.ts";
import { openArchive } from "../../../src/process/open-archive.ts";
import { sha256Of } from "../../../src/server/files/storage/file-store.ts";
import { insertFile, insertItem } from "../archive/factories.ts";
import type { TestArchive } from "../platform/archive.ts";

/** The pause between two items, in ms, so that the archive of a long drill stays small. */
const PAUSE = 20;
const say = (line: string) => process.stdout.write(`${line}\n`);

const { db, fileStore, services } = await openArchive(parseEnv(process.env));
const archive = { db, fileStore } as TestArchive;
const own: string[] = [];
for (;;) {
  const bytes = randomBytes(randomInt(2_000, 20_000));
  const fileKey = await insertFile(archive, bytes);
  const id = await insertItem(archive, "note", { fileKey });
  say(`made ${id} ${sha256Of(bytes)}`);
  own.push(id);
  if (own.length > 4 && own.length % 2 === 0) {
    const [gone] = own.splice(randomInt(own.length), 1) as [string];
    say(`going ${gone}`);
    await db.write.deleteFrom("resource").where("id", "=", gone).execute();
    // Removes the item's file, unless a backup is running.
    await services.files.sweep();
  }
  await sleep(PAUSE);
}
