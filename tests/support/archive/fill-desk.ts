import { openDatabase } from "../../../src/server/platform/db/open.ts";
import { randomKey } from "../../../src/server/platform/ids.ts";
import type { TestArchive } from "../platform/archive.ts";
import { insertItems, type ItemOptions } from "./factories.ts";

const KINDS = ["question", "question", "question", "note", "book", "syllabus"];

/**
 * Adds Pending items of mixed kinds to the archive of a running server. Those of questions show the files of the sample.
 * @param data the folder of the server
 * @returns how many items waited before
 */
export async function fillDesk(data: string, count: number): Promise<number> {
  const db = openDatabase({ databaseUrl: undefined, dataFolder: data });
  try {
    const pending = db.read.selectFrom("resource").select("id").where("status", "=", "Pending");
    const changes = await db.read.selectFrom("change").select("id").execute();
    const before = (await pending.execute()).length + changes.length;
    const files = await db.read
      .selectFrom("resource")
      .innerJoin("file", "file.key", "resource.fileKey")
      .selectAll("file")
      .where("resource.kind", "=", "question")
      .execute();
    const archive = { db } as TestArchive;
    const now = Date.now();
    for (let index = 0; index < count; index += 1) {
      const kind = KINDS[index % KINDS.length] ?? "note";
      const file = kind === "question" ? files[index % Math.max(1, files.length)] : undefined;
      const key = randomKey();
      if (file)
        await db.write
          .insertInto("file")
          .values({ ...file, key })
          .execute();
      const item: ItemOptions = { status: "Pending", createdAt: now + index, ...(file && { fileKey: key }) };
      // One after another, so that the server can write in between.
      await insertItems(archive, kind, [item]);
    }
    return before;
  } finally {
    await db.close();
  }
}
