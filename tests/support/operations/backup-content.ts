import { join } from "node:path";
import { createFolderStore, sha256Of } from "../../../src/server/files/storage/file-store.ts";
import { digestTables, listFiles } from "../../../src/server/operations/backup/tables.repo.ts";
import { openDatabase } from "../../../src/server/platform/db/open.ts";

/** The digests of all tables of an archive, and which of its files are right. */
export async function contentOf({
  dataFolder,
  databaseUrl,
}: {
  dataFolder: string;
  databaseUrl: string | undefined;
}) {
  const db = openDatabase({ databaseUrl, dataFolder });
  try {
    const tables = await db.transaction((trx) => digestTables(trx, db.engine));
    const store = createFolderStore(join(dataFolder, "files"));
    const files: Record<string, boolean> = {};
    for (const { sha256 } of await listFiles(db.read))
      files[sha256] = sha256Of(await store.get(sha256).catch(() => new Uint8Array())) === sha256;
    return { tables, files };
  } finally {
    await db.close();
  }
}
