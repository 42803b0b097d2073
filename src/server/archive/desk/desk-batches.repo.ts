import { sql, type SqlBool } from "kysely";
import { policy, type User } from "../../../shared/policy.ts";
import {
  type Database,
  type DeskDecisionItemTable,
  type DeskDecisionTable,
  type DeskItemState,
  listOf,
  type Query,
} from "../../platform/index.ts";
import type { PlanCopy } from "../items/copy-plan.ts";
import { changesOf, type Deciding, lockItems, moderatorNow } from "./desk-apply.repo.ts";
import { type FoundClaim, holdersOf } from "./desk-claims.repo.ts";
import {
  createDecideOne,
  decisionRow,
  insertDecision,
  type NewDecision,
  orderedOf,
} from "./desk-decide-one.repo.ts";
import type { DecidedItem } from "./desk-plan.ts";

/** An item that a moderator chose. Without a version, the decision is valid for the version at its start. */
export interface ChosenItem {
  id: string;
  version?: number | undefined;
}

/** How much of a decision one transaction carries out. */
export interface BatchLimit {
  items: number;
  /** The time after which no further item begins, in ms. A batch settles at least one item. */
  ms?: number;
}

/** Runs in the transaction of a new decision, with the decision's id. */
type Also = (trx: Query, id: string) => Promise<unknown>;

/** All SQL for decisions about many items, and for undoing decisions, in batches. */
export function createDeskBatchesRepo(db: Database, planCopy: PlanCopy) {
  const { engine } = db;
  const { decideOne, undoOne } = createDecideOne(engine, planCopy);

  /**
   * Carries a decision out for the next items, or undoes it for them. A decision is locked, so that each item has its turn
   * once.
   * @returns whether items are left
   */
  async function runBatch(
    trx: Query,
    id: string,
    at: number,
    { items: limit, ms = Infinity }: BatchLimit,
  ): Promise<boolean> {
    const end = performance.now() + ms;
    const stored = trx.selectFrom("deskDecision").selectAll().where("id", "=", id);
    const decision = await (engine === "postgres" ? stored.forUpdate() : stored).executeTakeFirst();
    if (!decision || decision.state === "done" || decision.state === "undone") return false;
    const isUndo = decision.state === "undoing";
    const next = await trx
      .selectFrom("deskDecisionItem")
      .selectAll()
      .where("decisionId", "=", id)
      .where("state", "=", isUndo ? "done" : "waiting")
      .orderBy("position")
      .limit(limit)
      .execute();
    const ids = next.map(({ itemId }) => itemId);
    const found = await lockItems(trx, engine, ids);
    const by = await moderatorNow(trx, (isUndo && decision.undoneBy) || decision.userId);
    const holders = isUndo ? undefined : await holdersOf(trx, engine, ids, at);
    let settledItems = 0;
    for (const row of next) {
      if (settledItems > 0 && performance.now() > end) break;
      settledItems += 1;
      const item = found.get(row.itemId) ?? { item: undefined, change: undefined };
      const settled = isUndo
        ? { state: by ? await undoOne(trx, { decisionId: id, by, at }, row, item) : ("kept" as const) }
        : await decideNext(trx, decision, { row, item, by, at }, holders?.get(row.itemId));
      await trx
        .updateTable("deskDecisionItem")
        .set(settled)
        .where("decisionId", "=", id)
        .where("itemId", "=", row.itemId)
        .execute();
    }
    const isLast = settledItems === next.length && next.length < limit;
    const state = isUndo ? ("undone" as const) : ("done" as const);
    const written = { updatedAt: at, ...(isLast && { state }) };
    await trx.updateTable("deskDecision").set(written).where("id", "=", id).execute();
    return !isLast;
  }

  async function decideNext(
    trx: Query,
    decision: DeskDecisionTable,
    {
      row,
      item,
      by,
      at,
    }: Omit<Deciding, "by" | "decisionId"> & {
      row: DeskDecisionItemTable;
      item: DecidedItem;
      by: User | undefined;
    },
    holder: FoundClaim | undefined,
  ): Promise<Partial<DeskDecisionItemTable> & { state: DeskItemState }> {
    if (!by) return { state: "outside" };
    const isOutside = !item.item || !policy.moderate(by, item.item);
    if (!isOutside && holder && holder.userId !== by.id) return { state: "held", holderId: holder.userId };
    const deciding = { decisionId: decision.id, by, at };
    const result = await decideOne(trx, deciding, orderedOf(decision), item, row);
    return "skip" in result ? { state: result.skip } : { state: "done", ...result };
  }

  return {
    /**
     * Stores a decision about many items. Nothing is decided until a batch runs.
     * @param also runs in the same transaction
     * @returns the id of the decision; undefined if the person has sent this request before
     */
    async start(
      decision: NewDecision,
      chosen: readonly ChosenItem[],
      { by, at }: Pick<Deciding, "by" | "at">,
      also: Also,
    ): Promise<string | undefined> {
      return db.transaction(async (trx) => {
        const row = decisionRow(decision, by, at, { isBulk: 1, state: "running" });
        if (!(await insertDecision(trx, row))) return undefined;
        const ids = chosen.map(({ id }) => id);
        const changes = await changesOf(trx, engine, ids);
        const items = trx.selectFrom("resource").select(["id", "version", "status"]);
        const now = await items.where(sql<SqlBool>`id in ${listOf(engine, ids)}`).execute();
        const byId = new Map(now.map((item) => [item.id, item]));
        const rows = chosen.map(({ id, version }, position): DeskDecisionItemTable => {
          const item = byId.get(id);
          return {
            decisionId: row.id,
            itemId: id,
            position,
            changeId: item?.status === "Approved" ? (changes.get(id)?.id ?? null) : null,
            version: version ?? item?.version ?? 0,
            state: "waiting",
            holderId: null,
            before: null,
            after: null,
            entryId: null,
          };
        });
        await trx.insertInto("deskDecisionItem").values(rows).execute();
        await also(trx, row.id);
        return row.id;
      });
    },

    /**
     * Marks a decision as being undone. Items that its job has not reached stay as they are.
     * @param also runs in the same transaction
     * @returns false if the decision is being undone or undone already, or doesn't exist
     */
    async startUndo(id: string, { by, at }: Pick<Deciding, "by" | "at">, also: Also): Promise<boolean> {
      return db.transaction(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable("deskDecision")
          .set({ state: "undoing", undoneBy: by.id, updatedAt: at })
          .where("id", "=", id)
          .where("state", "in", ["running", "done"])
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await trx
          .updateTable("deskDecisionItem")
          .set({ state: "stopped" })
          .where("decisionId", "=", id)
          .where("state", "=", "waiting")
          .execute();
        await also(trx, id);
        return true;
      });
    },

    /** @param within the caller's transaction; by default, the batch has its own. See `runBatch` */
    run: (id: string, at: number, limit: BatchLimit, within?: Query): Promise<boolean> =>
      within ? runBatch(within, id, at, limit) : db.transaction((trx) => runBatch(trx, id, at, limit)),
  };
}

export type DeskBatchesRepo = ReturnType<typeof createDeskBatchesRepo>;
