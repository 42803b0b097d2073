import type { PileRowTable } from "../../platform/index.ts";
import { releaseFiles } from "./pile-files.repo.ts";
import { type PileRowsRepo, rowsOf } from "./pile-rows.repo.ts";

/** The result of a change of several rows. */
export type RowsOutcome =
  | { versions: Record<string, number> }
  /** Nothing changed. */
  | { problem: RowsProblem };

/** Why a named row can't change: it is not in the pile, it is sent or being sent, or its file was refused. */
export type RowsProblem = "gone" | "sent" | "sending" | "refused";

/** Why the state of a row allows no change. */
export const problemOfRow = ({ state }: PileRowTable): RowsProblem | undefined =>
  state === "sent" || state === "refused" ? state : undefined;

/** SQL for changes of a pile's rows by its owner. */
export function createPileEditsRepo({ change }: Pick<PileRowsRepo, "change">) {
  return {
    /**
     * Changes rows. A named row must be there, and neither sent nor refused; of all rows, only the drafts change.
     * @param ids undefined for all rows
     * @param edit the changes of one row
     * @param at in epoch milliseconds
     * @returns undefined if the pile is gone
     */
    edit: (
      pileId: string,
      ids: string[] | undefined,
      edit: (row: PileRowTable) => Partial<PileRowTable>,
      at: number,
    ): Promise<RowsOutcome | undefined> =>
      change(pileId, at, async (trx) => {
        const rows = await rowsOf(trx, pileId, ids);
        if (ids && rows.length < new Set(ids).size) return { problem: "gone" };
        const problem = ids && rows.map(problemOfRow).find(Boolean);
        if (problem) return { problem };
        const versions: Record<string, number> = {};
        for (const row of rows.filter((one) => problemOfRow(one) === undefined)) {
          versions[row.id] = row.version + 1;
          await trx
            .updateTable("pileRow")
            .set({ ...edit(row), version: row.version + 1 })
            .where("id", "=", row.id)
            .execute();
        }
        return { versions };
      }),

    /** Stores the answers for all rows. @returns undefined if the pile is gone */
    answer: (
      pileId: string,
      given: Record<string, string | null>,
      at: number,
    ): Promise<Record<string, string> | undefined> =>
      change(pileId, at, async (trx, pile) => {
        const merged = mergeValues(pile.shared, given);
        await trx
          .updateTable("pile")
          .set({ shared: JSON.stringify(merged) })
          .where("id", "=", pileId)
          .execute();
        return merged;
      }),

    /** Removes rows and their files. @returns the SHA-256s of bytes that no file needs */
    remove: (pileId: string, ids: string[], at: number): Promise<string[] | undefined> =>
      change(pileId, at, async (trx) => {
        const rows = await rowsOf(trx, pileId, ids);
        const own = rows.map(({ id }) => id);
        const sha256s = await releaseFiles(trx, own);
        if (own.length > 0) await trx.deleteFrom("pileRow").where("id", "in", own).execute();
        return sha256s;
      }),
  };
}

export type PileEditsRepo = ReturnType<typeof createPileEditsRepo>;

/**
 * Adds values to stored values.
 * @param stored JSON by field
 * @param given by field; null forgets the stored value
 */
export function mergeValues(stored: string, given: Record<string, string | null>): Record<string, string> {
  const merged = { ...(JSON.parse(stored) as Record<string, string>), ...given };
  return Object.fromEntries(
    Object.entries(merged).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}
