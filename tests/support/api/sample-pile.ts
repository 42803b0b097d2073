import type { Schema } from "../../../src/server/platform/db/schema/schema.ts";
import { READY_VALUES } from "../archive/pile-world.ts";
import { insertFile } from "../archive/factories.ts";
import type { TestArchive } from "../platform/archive.ts";

/** The id of the sample pile. An archive has one at most. */
export const PILE = "a1".repeat(12);
/** The ids of its rows. */
export const pileRowId = (index: number): string => `b${index}`.repeat(12);
/** The ids of its photos, of all rows in their order. */
export const pilePhotoId = (index: number): string => `c${index}`.repeat(12);

/**
 * Makes a pile of photos. An earlier sample pile is removed first.
 * @param photos the number of photos of each row
 */
export async function insertPile(
  archive: TestArchive,
  ownerId: string,
  photos: readonly number[],
): Promise<void> {
  const { db } = archive;
  await db.write.deleteFrom("job").where("kind", "=", "sendPile").execute();
  await db.write.deleteFrom("pile").where("id", "=", PILE).execute();
  const choices = { shared: "{}", sendRest: 0, restPlace: null } as const;
  const pile: Schema["pile"] = { id: PILE, ownerId, ...choices, createdAt: 1, changedAt: 1 };
  await db.write.insertInto("pile").values(pile).execute();
  let made = 0;
  for (const [index, count] of photos.entries()) {
    const rowId = pileRowId(index + 1);
    await db.write.insertInto("pileRow").values(rowOf(rowId, index)).execute();
    for (let position = 0; position < count; position += 1) {
      made += 1;
      const photo = { id: pilePhotoId(made), rowId, position, fileKey: await insertFile(archive) };
      await db.write
        .insertInto("pileFile")
        .values({ ...photo, turn: 0, firstPage: null, lastPage: null, look: null })
        .execute();
    }
  }
}

const rowOf = (id: string, position: number): Schema["pileRow"] => ({
  id,
  pileId: PILE,
  position,
  kind: "question",
  label: "photo.jpg",
  fields: JSON.stringify(READY_VALUES),
  link: null,
  state: "draft",
  problem: null,
  sendAnyway: 0,
  keepWhole: 0,
  duplicate: null,
  alike: null,
  betterCopyOf: null,
  failure: null,
  itemId: null,
  sendAt: null,
  version: 1,
});
