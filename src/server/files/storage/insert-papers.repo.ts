import { sql } from "kysely";
import type { PaperTable, Query } from "../../platform/index.ts";

/** The setting that holds the number of the last paper. */
const LAST = "lastPaper";

/** A paper before it is numbered. */
export type NewPaper = Omit<PaperTable, "seq">;

/**
 * Keeps what is known of papers, each once, and numbers them. The row of the counter is held until the transaction
 * ends, so that on PostgreSQL too nobody sees a number before all lower ones: who has read up to one has missed none.
 */
export async function insertPapers(trx: Query, papers: NewPaper[]): Promise<void> {
  const { value } = await trx
    .insertInto("setting")
    .values({ name: LAST, value: String(papers.length) })
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet({
        value: sql<string>`cast(cast(setting.value as bigint) + ${sql.lit(papers.length)} as text)`,
      }),
    )
    .returning("value")
    .executeTakeFirstOrThrow();
  const first = Number(value) - papers.length + 1;
  const rows = papers.map((paper, index) => ({ ...paper, seq: paper.hash === null ? null : first + index }));
  // Somebody may have uploaded the same bytes. An update that changes nothing holds the row, against who forgets
  // papers (`deletePapers`).
  await trx
    .insertInto("paper")
    .values(rows)
    .onConflict((conflict) =>
      conflict.column("sha256").doUpdateSet((eb) => ({ sha256: eb.ref("excluded.sha256") })),
    )
    .execute();
}
