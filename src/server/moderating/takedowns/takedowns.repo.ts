import type { Allowed } from "../../../shared/people/authorize.ts";
import type { TakedownOutcome } from "../../../shared/schemas/takedown.ts";
import {
  type Act,
  countCreated,
  type Database,
  insertItemAudit,
  newId,
  type Query,
  type TakedownTable,
} from "../../platform/index.ts";
import { removeItem, resourceRows, type ResourceRow, notifyContributor } from "../../library/index.ts";
import { forgetEarlierFiles } from "../desk/desk.ts";
import { suspendTrust } from "../trust/suspend-trust.repo.ts";

export interface OpenTakedown {
  claim: TakedownTable;
  /** Undefined if the item was deleted. */
  item: ResourceRow | undefined;
}

/**
 * The maximum number of claims on a page. The oldest claims are first, so newer claims can't crowd them out.
 */
const OPEN_LIMIT = 200;

export function createTakedownsRepo(db: Database) {
  return {
    /**
     * Stores a claim.
     * @param also runs in the same transaction
     */
    async insert(claim: TakedownTable, also: (within: Query) => Promise<void>): Promise<void> {
      await db.transaction(async (trx) => {
        await trx.insertInto("takedown").values(claim).execute();
        await also(trx);
      });
    },

    /** Counts the claims between `from` (inclusive) and `to` (exclusive), in epoch milliseconds. */
    count: (from: number, to: number): Promise<number> => countCreated(db.read, "takedown", from, to),

    /** Open claims, oldest first. */
    async listOpen(_by: Allowed<"decideTakedowns">): Promise<OpenTakedown[]> {
      const claims = await db.read
        .selectFrom("takedown")
        .selectAll()
        .where("decidedAt", "is", null)
        .orderBy("createdAt")
        .orderBy("id")
        .limit(OPEN_LIMIT)
        .execute();
      if (claims.length === 0) return [];
      const ids = claims.map(({ itemId }) => itemId);
      const rows = await resourceRows(db.read).where("resource.id", "in", ids).execute();
      const items = new Map(rows.map((row) => [row.id, row]));
      return claims.map((claim) => ({ claim, item: items.get(claim.itemId) }));
    },

    /** The stored claim. It uses the write connection, so the claim is up to date. */
    async current(id: string): Promise<TakedownTable | undefined> {
      return db.write.selectFrom("takedown").selectAll().where("id", "=", id).executeTakeFirst();
    },

    /**
     * Decides on an open claim. An accepted claim removes its item, and the files that it showed earlier, in the same transaction.
     * @param also runs in the same transaction
     * @returns `hid`, whether the decision removed the item (false if it was already removed), and `freed`,
     * the result of `removeFiles`; undefined if another admin decided first
     */
    async decide(
      claim: TakedownTable,
      { outcome, note, act }: { outcome: TakedownOutcome; note: string; act: Act<"decideTakedowns"> },
      also: (within: Query) => Promise<void>,
    ): Promise<{ hid: boolean; freed: string[] } | undefined> {
      const { id, itemId, itemKind: kind, itemTitle: title } = claim;
      return db.transaction(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable("takedown")
          .set({ outcome, note, decidedAt: act.at, decidedBy: act.by.id })
          .where("id", "=", id)
          .where("decidedAt", "is", null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return undefined;
        const accepted = outcome === "accepted";
        const freed = accepted ? await removeItem(trx, itemId, act.at, note) : undefined;
        const action = accepted ? "acceptTakedown" : "refuseTakedown";
        const decisionId = newId(act.at);
        const entry = { id: decisionId, action, itemId, reason: note, known: { kind, title } } as const;
        await insertItemAudit(trx, { ...act, ...entry });
        if (freed) await notifyContributor(trx, act, { event: "removed", itemId, decisionId, reason: note });
        if (accepted) await suspendTrust(trx, itemId, act);
        await also(trx);
        const earlier = accepted ? await forgetEarlierFiles(trx, itemId) : [];
        return { hid: freed !== undefined, freed: [...(freed ?? []), ...earlier] };
      });
    },
  };
}

export type TakedownsRepo = ReturnType<typeof createTakedownsRepo>;
