import type { Database } from "../../../src/server/platform/db/schema/schema.ts";
import { resourceRow } from "../../../src/server/library/items/resource-row.ts";
import { kindNamed } from "../../../src/shared/kinds/index.ts";
import type { GeneratedItem } from "./generate-archive.ts";

/** The number of rows in one transaction, and in one INSERT. */
const BATCH = 2_000;
const CHUNK = 250;

/**
 * Inserts generated items into a migrated archive, without any policy check. Ids count up, so that the same
 * items get the same ids.
 * @param onProgress gets the number of stored items
 */
export async function loadItems(
  db: Database,
  items: Iterable<GeneratedItem>,
  onProgress: (done: number) => unknown = () => {},
): Promise<void> {
  let batch: ReturnType<typeof rowOf>[] = [];
  let done = 0;
  const store = async () => {
    const rows = batch;
    batch = [];
    await db.transaction(async (trx) => {
      for (let at = 0; at < rows.length; at += CHUNK) {
        await trx
          .insertInto("resource")
          .values(rows.slice(at, at + CHUNK))
          .execute();
      }
    });
    done += rows.length;
    await onProgress(done);
  };
  let number = 0;
  for (const item of items) {
    batch.push(rowOf(item, (number += 1)));
    if (batch.length === BATCH) await store();
  }
  if (batch.length > 0) await store();
}

/** The id of an item. @param number from 1, in the order of their creation */
export function itemId({ createdAt }: Pick<GeneratedItem, "createdAt">, number: number): string {
  const seconds = Math.floor(createdAt / 1_000)
    .toString(16)
    .padStart(8, "0");
  return seconds + number.toString(16).padStart(16, "0");
}

function rowOf(item: GeneratedItem, number: number) {
  const { kind, fields, status, createdAt } = item;
  return resourceRow(kindNamed(kind), fields, {
    id: itemId(item, number),
    status,
    uploaderId: null,
    userName: "Somebody",
    email: "somebody@example.edu",
    parentId: null,
    fileKey: null,
    createdAt,
  });
}
