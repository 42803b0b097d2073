import { setImmediate } from "node:timers/promises";
import { sql, type SqlBool } from "kysely";
import { facetNames } from "../../../shared/facets/facets.ts";
import { titleWithCourse } from "../../../shared/items/item-title.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { siteLocale } from "../../../shared/messages/index.ts";
import { DomainError, invalid } from "../../../shared/problems/errors.ts";
import { type Actor, policy } from "../../../shared/people/policy.ts";
import {
  type Database,
  type DeskAction,
  type DeskDecisionItemTable,
  type DeskDecisionTable,
  listOf,
  type Query,
} from "../../platform/index.ts";
import { placeColumns, visible } from "../../library/index.ts";
import { changesOf, type DeskWrites, lockItems, moderatorNow } from "./desk-apply.repo.ts";
import type { Deciding } from "./desk-types.ts";
import {
  commandOf,
  createDecideOne,
  decisionRow,
  insertDecision,
  type NewDecision,
} from "./desk-decide-one.repo.ts";
import { type DecidedItem, refusalOf, type SeenItem } from "./desk-plan.ts";

/** A stored decision with its items in order. */
export interface FoundDecision extends DeskDecisionTable {
  items: (Pick<DeskDecisionItemTable, "itemId" | "state"> & {
    /** The whole name of the item; "" for an item that the reader may not see. */
    title: string;
    holder: string | null;
  })[];
}

export interface DecidedBy {
  id: string;
  by: string;
  action: DeskAction;
  at: number;
}

/** A moderator's return of an item, with the text for its contributor. */
export interface ReturnedBy {
  by: string;
  reason: string;
}

/** The whole name of an item, as the desk's queue says it. */
function titleOfRow(kind: string, title: string, facets: Record<string, string | number | null>): string {
  const known = Object.entries(facets).flatMap(([name, value]) =>
    value === null ? [] : [[name, String(value)]],
  );
  const fields = { ...Object.fromEntries(known), [kindNamed(kind).title]: title };
  return titleWithCourse({ kind, fields }, siteLocale);
}

/** All SQL for decisions at the desk. Each item of a decision is decided in the transaction that stores its result. */
export function createDeskDecisionsRepo(db: Database, writes: DeskWrites) {
  const { engine } = db;
  const { decideOne } = createDecideOne(engine, writes);

  /** The decisions that were carried out for an item, the last one first, with the name of the moderator. */
  const decisionsOf = (itemId: string) =>
    db.read
      .selectFrom("deskDecisionItem")
      .innerJoin("deskDecision", "deskDecision.id", "deskDecisionItem.decisionId")
      .innerJoin("users", "users.id", "deskDecision.userId")
      .select("users.displayName as by")
      .where("deskDecisionItem.itemId", "=", itemId)
      .where("deskDecisionItem.state", "=", "done")
      .orderBy("deskDecision.createdAt", "desc")
      .limit(1);

  return {
    /** A decision of this person, by the name of its request. */
    async findRequest(userId: string, requestId: string): Promise<string | undefined> {
      const decision = db.write.selectFrom("deskDecision").select("id").where("userId", "=", userId);
      return (await decision.where("requestId", "=", requestId).executeTakeFirst())?.id;
    },

    /**
     * Decides on one item, and ends the person's claim of it.
     * @returns the id of the decision; undefined if the person has sent this request before
     * @throws DomainError as `refusalOf` says, and forbidden for a person who may no longer decide
     */
    async decide(
      decision: NewDecision,
      { itemId, ...seen }: SeenItem & { itemId: string },
      { by, at }: Pick<Deciding, "by" | "at">,
    ): Promise<string | undefined> {
      return db.transaction(async (trx) => {
        const row = decisionRow(decision, by, at, { isBulk: 0, state: "done" });
        if (!(await insertDecision(trx, row))) return undefined;
        const now = await moderatorNow(trx, by.id);
        if (!now) throw new DomainError("forbidden");
        const { of } = decision;
        const locked = await lockItems(trx, engine, of === undefined ? [itemId] : [itemId, of]);
        const found = locked.get(itemId) ?? { item: undefined, change: undefined };
        const deciding = { decisionId: row.id, by: now, at };
        // Otherwise two moderators could mark two items as duplicates of each other, and nobody would see either.
        if (decision.action === "duplicate" && !isThere(now, locked.get(of ?? "")?.item))
          throw invalid("of", "originalGone");
        const other = of === undefined ? undefined : locked.get(of);
        const result = await decideOne(trx, deciding, decision, found, seen, other);
        if ("skip" in result) throw refusalOf(result, found.item);
        await trx
          .insertInto("deskDecisionItem")
          .values({
            decisionId: row.id,
            itemId,
            position: 0,
            state: "done",
            holderId: null,
            ...seen,
            ...result,
          })
          .execute();
        await trx.deleteFrom("deskClaim").where("itemId", "=", itemId).where("userId", "=", by.id).execute();
        return row.id;
      });
    },

    /** @param reader sees the titles only of items that this person may see */
    async find(id: string, reader: Actor): Promise<FoundDecision | undefined> {
      const decision = await db.write
        .selectFrom("deskDecision")
        .selectAll()
        .where("id", "=", id)
        .executeTakeFirst();
      if (!decision) return undefined;
      const items = await db.write
        .selectFrom("deskDecisionItem")
        .leftJoin("resource", "resource.id", "deskDecisionItem.itemId")
        .leftJoin("users", "users.id", "deskDecisionItem.holderId")
        .select(["deskDecisionItem.itemId", "deskDecisionItem.state", "users.displayName as holder"])
        .select([
          "resource.kind",
          "resource.title as name",
          ...facetNames.map((facet) => `resource.${facet}` as const),
        ])
        .select(sql<unknown>`case when ${visible(reader)} then 1 end`.as("isVisible"))
        .where("decisionId", "=", id)
        .orderBy("position")
        .execute();
      const named = items.map(({ itemId, state, holder, kind, name, isVisible, ...facets }) => ({
        itemId,
        state,
        holder,
        title: kind && isVisible ? titleOfRow(kind, name ?? "", facets) : "",
      }));
      return { ...decision, items: named };
    },

    /**
     * Deletes the oldest decisions, each in a transaction of its own. They can't be undone afterwards.
     * @param before epoch milliseconds
     * @param limit of the decisions
     */
    async sweep(before: number, limit: number): Promise<void> {
      // An id begins with its time.
      const oldest = db.read
        .selectFrom("deskDecision")
        .select(["id", "createdAt"])
        .orderBy("id")
        .limit(limit);
      for (const { id, createdAt } of await oldest.execute()) {
        if (createdAt >= before) continue;
        await db.write.deleteFrom("deskDecision").where("id", "=", id).execute();
        await setImmediate();
      }
    },

    /** The latest decision of a person. */
    async latest(userId: string): Promise<string | undefined> {
      const decisions = db.read.selectFrom("deskDecision").select("id").where("userId", "=", userId);
      return (await decisions.orderBy("createdAt", "desc").orderBy("id", "desc").limit(1).executeTakeFirst())
        ?.id;
    },

    /** The last decision that was carried out for an item. */
    async lastOf(itemId: string): Promise<DecidedBy | undefined> {
      return decisionsOf(itemId)
        .select(["deskDecision.id", "deskDecision.action", "deskDecision.createdAt as at"])
        .executeTakeFirst();
    },

    /** The last decision that returned an item to its contributor. */
    async lastReturnOf(itemId: string): Promise<ReturnedBy | undefined> {
      const found = await decisionsOf(itemId)
        .select(["deskDecision.action", "deskDecision.payload"])
        .where("deskDecision.action", "=", "return")
        .executeTakeFirst();
      return found && { by: found.by, reason: commandOf(found).reason ?? "" };
    },

    /** These items and their open changes as they are now, without a lock. */
    async current(ids: readonly string[]): Promise<Map<string, DecidedItem>> {
      const items = await db.read
        .selectFrom("resource")
        .leftJoin("resource as parent", "parent.id", "resource.parentId")
        .selectAll("resource")
        .select(placeColumns("resource"))
        .where(sql<SqlBool>`resource.id in ${listOf(engine, ids)}`)
        .execute();
      const changes = await changesOf(db.read, engine, ids);
      return new Map(items.map((item) => [item.id, { item, change: changes.get(item.id) }]));
    },
  };
}

/** Whether an item is still in the archive or on its way there. The caller has checked that the person sees it. */
const isThere = (by: Actor, item: DecidedItem["item"]): boolean =>
  item?.status === "Approved" || (item?.status === "Pending" && policy.moderate(by, item));

/** Deletes the earlier states of a person's items, so that no undo brings them back. */
export async function deleteEarlierStates(trx: Query, uploaderId: string): Promise<void> {
  const own = trx.selectFrom("resource").select("id").where("uploaderId", "=", uploaderId);
  // The decision about a better copy holds the earlier file of the item that shows the copy.
  const copies = trx.selectFrom("resource").select("id").where("movedTo", "in", own);
  for (const items of [own, copies])
    await trx
      .updateTable("deskDecisionItem")
      .set({ before: null, fileKey: null })
      .where("itemId", "in", items)
      .execute();
}

export type DeskDecisionsRepo = ReturnType<typeof createDeskDecisionsRepo>;
