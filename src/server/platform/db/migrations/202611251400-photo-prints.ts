import type { Kysely } from "kysely";

/**
 * Removes the fingerprints of photos, which compared the table around the sheet more than its text. A photo gets new ones
 * when it is next drawn.
 */
export async function up(
  db: Kysely<{ paper: PrintedPaper; file: { sha256: string; type: string } }>,
): Promise<void> {
  const photos = db.selectFrom("file").select("sha256").where("type", "like", "image/%");
  await db
    .updateTable("paper")
    .set({ pageHashes: null, pagePrints: null })
    .where("sha256", "in", photos)
    .execute();
}

interface PrintedPaper {
  sha256: string;
  pageHashes: string | null;
  pagePrints: string | null;
}
