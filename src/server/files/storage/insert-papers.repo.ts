import { addToSetting, type PaperTable, type Query } from "../../platform/index.ts";
import type { PaperPrints } from "../rendering/packed-prints.ts";

/** The setting that stores the number of the last paper. */
const LAST = "lastPaper";

/** A paper without its number. */
export type NewPaper = Omit<PaperTable, "seq">;

/**
 * Stores the data of papers, each once, and numbers them. It locks the counter until the transaction ends.
 * So, on PostgreSQL too, a query that continues after the highest number misses no paper.
 */
export async function insertPapers(trx: Query, papers: NewPaper[]): Promise<void> {
  const first = await takeNumbers(trx, papers.length);
  const rows = papers.map((paper, index) => ({ ...paper, seq: paper.hash === null ? null : first + index }));
  // Another upload may have stored the same bytes. This update changes nothing, but it locks the row, so that
  // `deletePapers` can't delete it.
  await trx
    .insertInto("paper")
    .values(rows)
    .onConflict((conflict) =>
      conflict.column("sha256").doUpdateSet((eb) => ({ sha256: eb.ref("excluded.sha256") })),
    )
    .execute();
}

/** Stores the fingerprints of an existing paper under a new number, so that every process reads them. */
export async function setPrints(trx: Query, sha256: string, prints: PaperPrints): Promise<void> {
  const seq = await takeNumbers(trx, 1);
  await trx
    .updateTable("paper")
    .set({ ...prints, seq })
    .where("sha256", "=", sha256)
    .execute();
}

/** @returns the first of the numbers; they are locked until the transaction ends */
async function takeNumbers(trx: Query, count: number): Promise<number> {
  return (await addToSetting(trx, LAST, count)) - count + 1;
}
