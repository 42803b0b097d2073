import { sql, type SqlBool } from "kysely";
import { policy, type User } from "../../../shared/people/policy.ts";
import {
  type Database,
  type DeskDecisionItemTable,
  type DeskDecisionTable,
  type DeskItemState,
  listOf,
  type Query,
} from "../../platform/index.ts";
import { changesOf, type DeskWrites, lockItems, moderatorNow } from "./desk-apply.repo.ts";
import type { Deciding } from "./desk-types.ts";
import { type FoundClaim, holdersOf } from "./desk-claims.repo.ts";
import {
  createDecideOne,
  decisionRow,
  insertDecision,
  type NewDecision,
  commandOf,
} from "./desk-decide-one.repo.ts";
import { type ChosenItem, type DecidedItem, seenOf } from "./desk-plan.ts";

/** How much of a decision one transaction carries out. */
export interface BatchLimit {
  items: number;
  /** The time after which no further item begins, in ms. A batch settles at least one item. */
  ms?: number;
}

/** Runs in the transaction of a new decision, with the decision's id. */
type Also = (trx: Query, id: string) => Promise<unknown>;

/** All SQL for decisions about many items, and for undoing decisions, in batches. */
export function createDeskBatchesRepo(db: Database, writes: DeskWrites) {
  const { engine } = db;
  const { decideOne, undoOne } = createDecideOne(engine, writes);

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
    const rows = trx.selectFrom("deskDecisionItem").where("decisionId", "=", id).orderBy("position");
    const waiting = rows.where("state", "=", isUndo ? "done" : "waiting").limit(limit);
    const ids = (await waiting.select("itemId").execute()).map(({ itemId }) => itemId);
    const { of } = commandOf(decision);
    const other = isUndo && decision.action === "replace" ? [of ?? ""] : [];
    const found = await lockItems(trx, engine, [...ids, ...other]);
    // The deletion of an account locks its items and removes their earlier states, so these are read after the lock.
    const next = await rows
      .selectAll()
      .where(sql<SqlBool>`"itemId" in ${listOf(engine, ids)}`)
      .execute();
    const by = await moderatorNow(trx, (isUndo && decision.undoneBy) || decision.userId);
    const holders = isUndo ? undefined : await holdersOf(trx, engine, ids, at);
    let settledItems = 0;
    for (const row of next) {
      if (settledItems > 0 && performance.now() > end) break;
      settledItems += 1;
      const item = found.get(row.itemId) ?? { item: undefined, change: undefined };
      const settled = isUndo
        ? { state: await undoNext(trx, { decisionId: id, by, at }, row, item, found.get(of ?? "")) }
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

  const undoNext = async (
    trx: Query,
    { by, ...deciding }: Omit<Deciding, "by"> & { by: User | undefined },
    ...rest: [row: DeskDecisionItemTable, item: DecidedItem, other: DecidedItem | undefined]
  ) => (by ? undoOne(trx, { ...deciding, by }, ...rest) : ("kept" as const));

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
    const mayDecide = item.item && policy.decide(by, item.item);
    if (mayDecide && holder && holder.userId !== by.id) return { state: "held", holderId: holder.userId };
    const deciding = { decisionId: decision.id, by, at };
    const result = await decideOne(trx, deciding, commandOf(decision), item, row);
    return "skip" in result ? { state: result.skip } : { state: "done", ...result };
  }

  return {
    /**
     * Stores a decision about many items. Nothing is decided until a batch runs.
     * @param options.until without a version or a change, newer items and changes count as changed
     * @param also runs in the same transaction
     * @returns the id of the decision; undefined if the person has sent this request before
     */
    async start(
      decision: NewDecision,
      chosen: readonly ChosenItem[],
      { by, at, until = at }: Pick<Deciding, "by" | "at"> & { until?: number | undefined },
      also: Also,
    ): Promise<string | undefined> {
      return db.transaction(async (trx) => {
        const row = decisionRow(decision, by, at, { isBulk: 1, state: "running" });
        if (!(await insertDecision(trx, row))) return undefined;
        const ids = chosen.map(({ id }) => id);
        const changes = await changesOf(trx, engine, ids);
        const items = trx.selectFrom("resource").select(["id", "version", "status", "updatedAt"]);
        const now = await items.where(sql<SqlBool>`id in ${listOf(engine, ids)}`).execute();
        const byId = new Map(now.map((item) => [item.id, item]));
        const rows = chosen.map((one, position): DeskDecisionItemTable => ({
          decisionId: row.id,
          itemId: one.id,
          position,
          ...seenOf(one, { item: byId.get(one.id), change: changes.get(one.id) }, until),
          state: "waiting",
          holderId: null,
          before: null,
          after: null,
          fileKey: null,
          entryId: null,
        }));
        await trx.insertInto("deskDecisionItem").values(rows).execute();
        await also(trx, row.id);
        return row.id;
      });
    },

    /**
     * Marks a decision as being undone. Items that its job has not reached stay as they are. An undo whose job failed
     * continues.
     * @param also runs in the same transaction
     * @returns false if the decision is undone already, or a job undoes it, or it doesn't exist
     */
    async startUndo(id: string, { by, at }: Pick<Deciding, "by" | "at">, also: Also): Promise<boolean> {
      return db.transaction(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable("deskDecision")
          .set({ state: "undoing", undoneBy: by.id, updatedAt: at })
          .where("id", "=", id)
          .where((eb) =>
            eb.or([
              eb("state", "in", ["running", "done"]),
              eb.and([eb("state", "=", "undoing"), eb.not(eb.exists(jobsOf(trx, id)))]),
            ]),
          )
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

/** The jobs that work on a decision, or will. A job without attempts left is dead. */
const jobsOf = (trx: Query, id: string) =>
  trx.selectFrom("job").select("job.id").where("subject", "=", id).where("job.state", "!=", "dead");

export type DeskBatchesRepo = ReturnType<typeof createDeskBatchesRepo>;
