import type { PileRowTable } from "../../platform/index.ts";
import { duplicatesOf } from "./pile-duplicates.ts";
import { isSentAnyway } from "./row-choices.ts";

type CountedRow = Pick<PileRowTable, "id" | "state" | "sendAt" | "sendAnyway" | "betterCopyOf" | "duplicate">;

/** The numbers of a pile's rows. */
export interface RowCounts {
  /** By state. A state without rows is absent. */
  counts: Record<string, number>;
  /** How many drafts are being sent. */
  sending: number;
  /** How many drafts stay out as duplicates. */
  duplicates: number;
}

/**
 * Counts the rows of a pile for its owner's list. The page of the pile compares papers that look the same by their exams,
 * for which it reads the details of all files. The list reads none, so it counts such a paper as one to confirm.
 * @param rows all rows of the pile, in their order
 */
export function rowCounts(rows: CountedRow[]): RowCounts {
  const found = duplicatesOf(rows);
  const drafts = rows.filter(({ state }) => state === "draft");
  const staysOut = (row: CountedRow) => {
    const duplicate = found.get(row.id);
    return duplicate !== undefined && duplicate.reason !== "samePage" && !isSentAnyway(row);
  };
  const idle = drafts.filter(({ sendAt }) => sendAt === null);
  return {
    counts: Object.fromEntries(
      [...Map.groupBy(rows, ({ state }) => state)].map(([state, of]) => [state, of.length]),
    ),
    sending: drafts.length - idle.length,
    duplicates: idle.filter(staysOut).length,
  };
}
