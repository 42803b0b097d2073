import type { Query } from "../../platform/index.ts";

/**
 * Deletes the rows of files that no item shows, and no change and no pile holds.
 * @returns the SHA-256s of bytes that no file needs. The caller removes them after the transaction: bytes
 * without a row do no harm, but a row needs its bytes
 */
export async function removeFiles(trx: Query, keys: string[]): Promise<string[]> {
  const shown = trx.selectFrom("resource").select("fileKey").where("fileKey", "in", keys);
  const held = trx.selectFrom("change").select("fileKey").where("fileKey", "in", keys);
  const piled = trx.selectFrom("pileFile").select("fileKey").where("fileKey", "in", keys);
  const removed = await trx
    .deleteFrom("file")
    .where("key", "in", keys)
    .where("key", "not in", shown.$castTo<{ fileKey: string }>())
    .where("key", "not in", held.$castTo<{ fileKey: string }>())
    .where("key", "not in", piled)
    .returning("sha256")
    .execute();
  const sha256s = [...new Set(removed.map((file) => file.sha256))];
  if (sha256s.length === 0) return [];
  const left = await trx.selectFrom("file").select("sha256").where("sha256", "in", sha256s).execute();
  return sha256s.filter((sha256) => !left.some((file) => file.sha256 === sha256));
}
