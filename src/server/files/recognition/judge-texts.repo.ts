import type { Database, PageTextTable, Query } from "../../platform/index.ts";
import { withWordsOf } from "./page-text.ts";
import { lockedPaper } from "./recognition.repo.ts";

export type JudgeTextsRepo = ReturnType<typeof createJudgeTextsRepo>;

/** The SQL that judges stored text layers again. */
export function createJudgeTextsRepo(db: Database) {
  return {
    /** The papers with a text layer, in the order of their SHA-256, after one. */
    async embedded(after: string, limit: number): Promise<string[]> {
      const rows = await db.read
        .selectFrom("pageText")
        .select("sha256")
        .distinct()
        .where("source", "=", "embedded")
        .where("sha256", ">", after)
        .orderBy("sha256")
        .limit(limit)
        .execute();
      return rows.map(({ sha256 }) => sha256);
    },

    /**
     * Replaces the stored text layers of a paper, and its words for search, if a layer differs.
     * @param layers all readable layers
     * @param unread receives the pages whose stored layer is not readable, in the same transaction
     */
    async replace(
      sha256: string,
      layers: PageTextTable[],
      unread: (pages: number[], trx: Query) => Promise<void>,
    ): Promise<void> {
      await db.transaction(async (trx) => {
        if (!(await lockedPaper(db.engine, trx, sha256))) return;
        const texts = trx.selectFrom("pageText").where("sha256", "=", sha256).orderBy("page");
        const stored = await texts.selectAll().where("source", "=", "embedded").execute();
        const isSame = (row: PageTextTable) =>
          layers.some(
            ({ page, text, lineBoxes }) =>
              row.page === page && row.text === text && row.lineBoxes === lineBoxes,
          );
        const changed = stored.filter((row) => !isSame(row)).map(({ page }) => page);
        if (changed.length === 0) return;
        const removed = changed.filter((page) => !layers.some((layer) => layer.page === page));
        for (const row of layers.filter(({ page }) => changed.includes(page)))
          await trx
            .updateTable("pageText")
            .set({ text: row.text, lineBoxes: row.lineBoxes })
            .where("sha256", "=", sha256)
            .where("page", "=", row.page)
            .execute();
        if (removed.length > 0)
          await trx
            .deleteFrom("pageText")
            .where("sha256", "=", sha256)
            .where("page", "in", removed)
            .execute();
        const rest = await texts.select("text").execute();
        const pageWords = withWordsOf(
          "",
          rest.map(({ text }) => text),
        );
        await trx.updateTable("paper").set({ pageWords }).where("sha256", "=", sha256).execute();
        await unread(removed, trx);
      });
    },
  };
}
