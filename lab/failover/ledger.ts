import type { Database } from "../../src/server/platform/db/schema/schema.ts";
import type { Watched } from "../../tests/support/process/stale-checker.ts";

/** A word of every item that waits for approval, which no visitor may see. */
export const CANARY = "zyqcanaryxw";

/** What the site acknowledged, and what readers saw. */
export interface Ledger {
  /** The subjects of the acknowledged questions, by id. */
  questions: Map<string, string>;
  /** Items that admins show and hide. */
  watched: Watched[];
  /** A sentence for each response that showed a hidden item, or lacked an item that was shown. */
  exposed: string[];
  /** A sentence for each response that is wrong in another way. */
  unexpected: string[];
}

export const openLedger = (watched: Watched[]): Ledger => ({
  questions: new Map(),
  watched,
  exposed: [],
  unexpected: [],
});

/**
 * Compares the database with everything that was acknowledged before this call.
 * @returns a sentence for each lost or changed write
 */
export async function findLosses(db: Database, { questions, watched }: Ledger): Promise<string[]> {
  const known = [...questions];
  const certain = watched.filter(({ isChanging }) => !isChanging).map((item) => ({ item, ...item }));
  const rows = await db.read.selectFrom("resource").select(["id", "title", "status"]).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const lost = known.flatMap(([id, subject]) => {
    const row = byId.get(id);
    if (row?.title === subject && row.status === "Pending") return [];
    return [`${subject} was acknowledged as ${id} and is ${row ? `"${row.title}", ${row.status}` : "lost"}`];
  });
  const undone = certain.flatMap(({ item, epoch, status, id }) => {
    // Its admin changed the item in the meantime.
    if (item.epoch !== epoch || byId.get(id)?.status === status) return [];
    return [`${id} was acknowledged as ${status} and is ${byId.get(id)?.status ?? "lost"}`];
  });
  return [...lost, ...undone];
}
