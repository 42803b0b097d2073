import { type Database, pairsOf, type PileRowTable, type Query, yieldIfLong } from "../../platform/index.ts";
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

/** A change of several rows. */
export interface RowsEdit {
  /** The person's own values by field; null forgets one. */
  values: Record<string, string | null>;
  /** The new values of other columns. */
  columns: Partial<Omit<PileRowTable, "id" | "fields" | "version">>;
}

/** SQL for changes of a pile's rows by its owner. */
export function createPileEditsRepo(db: Database, { change }: Pick<PileRowsRepo, "change">) {
  return {
    /**
     * Changes rows. A named row must be there, and neither sent nor refused; of all rows, only the drafts change. A row that
     * has these values already keeps its version, and a change of no row does not lock the pile.
     * @param ids undefined for all rows
     * @param at in epoch milliseconds
     * @returns undefined if the pile is gone
     */
    async edit(
      pileId: string,
      ids: string[] | undefined,
      edit: RowsEdit,
      at: number,
    ): Promise<RowsOutcome | undefined> {
      const seen = await planEdit(db.read, db.engine, pileId, { ids, edit });
      if (!("problem" in seen) && seen.fields.length === 0 && Object.keys(seen.versions).length > 0)
        return seen;
      return change(pileId, at, async (trx) => {
        const plan = await planEdit(trx, db.engine, pileId, { ids, edit });
        if ("problem" in plan) return plan;
        if (plan.fields.length > 0)
          await trx
            .updateTable("pileRow")
            .from(pairsOf(db.engine, plan.fields))
            .set((eb) => ({
              ...edit.columns,
              ...(edit.columns.kind !== undefined &&
                edit.columns.betterCopyOf === undefined && {
                  // A row of another kind can't take the place of the item.
                  betterCopyOf: eb
                    .case()
                    .when("pileRow.kind", "=", edit.columns.kind)
                    .then(eb.ref("pileRow.betterCopyOf"))
                    .else(null)
                    .end(),
                }),
              fields: eb.ref("given.value"),
              version: eb("pileRow.version", "+", 1),
            }))
            .whereRef("pileRow.id", "=", "given.key")
            .execute();
        return { versions: plan.versions };
      });
    },

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
    async remove(pileId: string, ids: string[], at: number): Promise<string[] | undefined> {
      // A repeated call, whose rows are gone, needs no lock.
      if ((await rowsOf(db.read, db.engine, pileId, ids)).length === 0) return [];
      return change(pileId, at, async (trx) => {
        const rows = await rowsOf(trx, db.engine, pileId, ids);
        const own = rows.map(({ id }) => id);
        const sha256s = await releaseFiles(trx, own);
        if (own.length > 0) await trx.deleteFrom("pileRow").where("id", "in", own).execute();
        return sha256s;
      });
    },
  };
}

/** Plans an edit of the rows as they are now. @returns the new fields of the rows that change, and the versions of all */
async function planEdit(
  query: Query,
  engine: Database["engine"],
  pileId: string,
  { ids, edit }: { ids: string[] | undefined; edit: RowsEdit },
): Promise<
  { fields: [id: string, fields: string][]; versions: Record<string, number> } | { problem: RowsProblem }
> {
  const rows = await rowsOf(query, engine, pileId, ids);
  if (ids && rows.length < new Set(ids).size) return { problem: "gone" };
  const problem = ids && rows.map(problemOfRow).find(Boolean);
  if (problem) return { problem };
  const columns = Object.entries(edit.columns) as [keyof PileRowTable, unknown][];
  const fields: [string, string][] = [];
  const versions: Record<string, number> = {};
  for (const row of rows.filter((one) => problemOfRow(one) === undefined)) {
    const merged = JSON.stringify(mergeValues(row.fields, edit.values));
    const isChanged = merged !== row.fields || columns.some(([name, value]) => row[name] !== value);
    versions[row.id] = row.version + (isChanged ? 1 : 0);
    if (isChanged) fields.push([row.id, merged]);
    await yieldIfLong();
  }
  return { fields, versions };
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
