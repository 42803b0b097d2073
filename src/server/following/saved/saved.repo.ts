import { sql, type SqlBool } from "kysely";
import type { Allowed } from "../../../shared/people/authorize.ts";
import { standaloneKinds } from "../../../shared/kinds/index.ts";
import { listNameKey, MAX_SAVED_ITEMS, MAX_SAVED_LISTS } from "../../../shared/courses/saved-lists.ts";
import { type Database, listOf, lockUser, newId, type Query } from "../../platform/index.ts";
import { checkedOnly, reachable, type ResourceRow, resourceRows } from "../../library/index.ts";

type Person = Allowed<"useAccount">;

/** A list of a person, with the number of items that the person may open now. */
export interface OwnList {
  id: string;
  name: string;
  count: number;
}

/** Why a list stays as it is. */
export type SavedRefusal = "tooManyLists" | "listFull" | "listNameTaken";

/** The kinds of items with a page of their own. An answer is saved with its question. */
const KINDS = standaloneKinds.map(({ name }) => name);

/** Rolls a transaction back. */
class Refused extends Error {
  readonly refusal: SavedRefusal;

  constructor(refusal: SavedRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

/** SQL for people's lists. Every function works on the lists of one person only. */
export function createSavedRepo(db: Database) {
  const ofPerson = (query: Query, by: Person, id: string) =>
    query.selectFrom("savedList").select(["id", "name"]).where("id", "=", id).where("userId", "=", by.id);

  /** The entries of lists whose items the person may open. */
  const seen = (query: Query, by: Person) =>
    query
      .selectFrom("savedItem")
      .innerJoin("resource", "resource.id", "savedItem.itemId")
      .where(checkedOnly(reachable(by)));

  /** Locks a list of the person until the transaction ends, so that its changes happen one after another. */
  const lockList = (trx: Query, by: Person, id: string) =>
    (db.engine === "postgres" ? ofPerson(trx, by, id).forUpdate() : ofPerson(trx, by, id)).executeTakeFirst();

  const hasName = async (trx: Query, by: Person, name: string, except: string): Promise<boolean> =>
    (await trx
      .selectFrom("savedList")
      .select("id")
      .where("userId", "=", by.id)
      .where("nameKey", "=", listNameKey(name))
      .where("id", "!=", except)
      .executeTakeFirst()) !== undefined;

  /** Inserts a list. The person's row must be locked. */
  async function insertList(
    trx: Query,
    by: Person,
    name: string,
    at: number,
  ): Promise<{ id: string } | { refusal: SavedRefusal }> {
    const own = await trx.selectFrom("savedList").select("id").where("userId", "=", by.id).execute();
    if (own.length >= MAX_SAVED_LISTS) return { refusal: "tooManyLists" };
    if (await hasName(trx, by, name, "")) return { refusal: "listNameTaken" };
    const id = newId(at);
    const row = { id, userId: by.id, name, nameKey: listNameKey(name), createdAt: at, updatedAt: at };
    await trx.insertInto("savedList").values(row).execute();
    return { id };
  }

  /** Adds an item to the end of a locked list. @returns whether it was not there yet, or a refusal */
  async function insertItem(
    trx: Query,
    listId: string,
    itemId: string,
    at: number,
  ): Promise<boolean | SavedRefusal> {
    const { count, last } = await trx
      .selectFrom("savedItem")
      .where("listId", "=", listId)
      .select((eb) => [eb.fn.countAll<number>().as("count"), eb.fn.max("position").as("last")])
      .executeTakeFirstOrThrow();
    const isThere = await trx
      .selectFrom("savedItem")
      .select("itemId")
      .where("listId", "=", listId)
      .where("itemId", "=", itemId)
      .executeTakeFirst();
    if (isThere) return false;
    if (Number(count) >= MAX_SAVED_ITEMS) return "listFull";
    const position = Number(last ?? 0) + 1;
    await trx.insertInto("savedItem").values({ listId, itemId, position, addedAt: at }).execute();
    await trx.updateTable("savedList").set({ updatedAt: at }).where("id", "=", listId).execute();
    return true;
  }

  async function listsWith(query: Query, by: Person, itemId: string): Promise<string[]> {
    const rows = await query
      .selectFrom("savedItem")
      .innerJoin("savedList", "savedList.id", "savedItem.listId")
      .where("savedList.userId", "=", by.id)
      .where("savedItem.itemId", "=", itemId)
      .select("savedItem.listId")
      .execute();
    return rows.map(({ listId }) => listId);
  }

  const deleteItem = async (trx: Query, listId: string, itemId: string): Promise<boolean> => {
    const rows = trx.deleteFrom("savedItem").where("listId", "=", listId).where("itemId", "=", itemId);
    return (await rows.executeTakeFirst()).numDeletedRows > 0n;
  };

  return {
    find: (by: Person, id: string) => ofPerson(db.read, by, id).executeTakeFirst(),

    /** The person's lists by name. */
    async lists(by: Person): Promise<OwnList[]> {
      const rows = await db.read
        .selectFrom("savedList")
        .select(["id", "name"])
        .where("userId", "=", by.id)
        .orderBy("nameKey")
        .execute();
      const counts = await seen(db.read, by)
        .innerJoin("savedList", "savedList.id", "savedItem.listId")
        .where("savedList.userId", "=", by.id)
        .groupBy("savedItem.listId")
        .select((eb) => ["savedItem.listId", eb.fn.countAll<number>().as("count")])
        .execute();
      const byId = new Map(counts.map(({ listId, count }) => [listId, Number(count)]));
      return rows.map((row) => ({ ...row, count: byId.get(row.id) ?? 0 }));
    },

    /** A page of a list in its order, with the number of items that the person may open. */
    async items(
      by: Person,
      listId: string,
      { size, offset }: { size: number; offset: number },
    ): Promise<{ rows: ResourceRow[]; count: number }> {
      const inList = () => seen(db.read, by).where("savedItem.listId", "=", listId);
      const { count } = await inList()
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      const page = await inList()
        .select("savedItem.itemId")
        .orderBy("savedItem.position")
        .orderBy("savedItem.itemId")
        .limit(size)
        .offset(offset)
        .execute();
      const ids = page.map(({ itemId }) => itemId);
      const found = await resourceRows(db.read)
        .where(sql<SqlBool>`resource.id in ${listOf(db.engine, ids)}`)
        .where(checkedOnly(reachable(by)))
        .execute();
      const byId = new Map(found.map((row) => [row.id, row]));
      return { rows: ids.flatMap((id) => byId.get(id) ?? []), count: Number(count) };
    },

    /** An item that the person may open and save. */
    item: (by: Person, itemId: string): Promise<ResourceRow | undefined> =>
      resourceRows(db.read)
        .where("resource.id", "=", itemId)
        .where("resource.kind", "in", KINDS)
        .where(checkedOnly(reachable(by)))
        .executeTakeFirst(),

    /** The ids of the person's lists that an item is in. */
    listsWith: (by: Person, itemId: string): Promise<string[]> => listsWith(db.read, by, itemId),

    create: (by: Person, name: string, at: number): Promise<{ id: string } | { refusal: SavedRefusal }> =>
      db.transaction(async (trx) => {
        await lockUser(trx, db.engine, by.id);
        return insertList(trx, by, name, at);
      }),

    /** @returns false if the person has no such list */
    rename: (by: Person, id: string, name: string, at: number): Promise<boolean | SavedRefusal> =>
      db.transaction(async (trx) => {
        await lockUser(trx, db.engine, by.id);
        if (!(await lockList(trx, by, id))) return false;
        if (await hasName(trx, by, name, id)) return "listNameTaken";
        const renamed = { name, nameKey: listNameKey(name), updatedAt: at };
        await trx.updateTable("savedList").set(renamed).where("id", "=", id).execute();
        return true;
      }),

    /** @returns false if the person has no such list */
    async deleteList(by: Person, id: string): Promise<boolean> {
      const rows = db.write.deleteFrom("savedList").where("id", "=", id).where("userId", "=", by.id);
      return (await rows.executeTakeFirst()).numDeletedRows > 0n;
    },

    /** @returns undefined if the person has no such list */
    add: (by: Person, id: string, itemId: string, at: number): Promise<boolean | SavedRefusal | undefined> =>
      db.transaction(async (trx) =>
        (await lockList(trx, by, id)) ? insertItem(trx, id, itemId, at) : undefined,
      ),

    /** @returns undefined if the person has no such list */
    removeItem: (by: Person, id: string, itemId: string): Promise<boolean | undefined> =>
      db.transaction(async (trx) =>
        (await lockList(trx, by, id)) ? deleteItem(trx, id, itemId) : undefined,
      ),

    /**
     * Moves an item past the nearest item that the person may open.
     * @returns whether it moved; undefined if the person has no such list
     */
    move: (by: Person, id: string, itemId: string, direction: "up" | "down"): Promise<boolean | undefined> =>
      db.transaction(async (trx) => {
        if (!(await lockList(trx, by, id))) return undefined;
        const entries = await trx
          .selectFrom("savedItem")
          .select(["itemId", "position"])
          .where("listId", "=", id)
          .orderBy("position")
          .orderBy("itemId")
          .execute();
        const shown = await seen(trx, by)
          .where("savedItem.listId", "=", id)
          .select("savedItem.itemId")
          .execute();
        const isShown = new Set(shown.map((entry) => entry.itemId));
        const from = entries.findIndex((entry) => entry.itemId === itemId);
        if (from < 0 || !isShown.has(itemId)) return false;
        const step = direction === "up" ? -1 : 1;
        let to = from + step;
        while (entries[to] && !isShown.has(entries[to]?.itemId ?? "")) to += step;
        if (!entries[to]) return false;
        const order = entries.map((entry) => entry.itemId);
        order.splice(to, 0, ...order.splice(from, 1));
        for (const [index, { itemId: before, position }] of entries.entries()) {
          const now = order[index] as string;
          if (now === before) continue;
          const entry = trx.updateTable("savedItem").set({ position }).where("listId", "=", id);
          await entry.where("itemId", "=", now).execute();
        }
        return true;
      }),

    /**
     * Puts an item into these lists of the person, and into a new list with a name. Takes it out of the lists of `had`
     * that are not in `lists`. Other lists stay: the person may have saved the item there in another tab.
     * @param lists ids; those of other people are ignored, also in `had`
     * @returns the number of lists that the item is in now and whether that changed, or a refusal, which changes nothing
     */
    async choose(
      by: Person,
      itemId: string,
      { lists, had, name }: { lists: string[]; had: string[]; name: string },
      at: number,
    ): Promise<{ count: number; isChanged: boolean } | { refusal: SavedRefusal }> {
      try {
        return await db.transaction(async (trx) => {
          await lockUser(trx, db.engine, by.id);
          const chosen = new Set(lists);
          let isChanged = false;
          if (name !== "") {
            const made = await insertList(trx, by, name, at);
            if ("refusal" in made) throw new Refused(made.refusal);
            chosen.add(made.id);
          }
          const own = await trx
            .selectFrom("savedList")
            .select("id")
            .where("userId", "=", by.id)
            .orderBy("id")
            .execute();
          for (const { id } of own) {
            // An emptied list needs no lock, but one that grows does.
            if (chosen.has(id)) {
              await lockList(trx, by, id);
              const added = await insertItem(trx, id, itemId, at);
              if (typeof added === "string") throw new Refused(added);
              isChanged ||= added;
            } else if (had.includes(id)) isChanged = (await deleteItem(trx, id, itemId)) || isChanged;
          }
          return { count: (await listsWith(trx, by, itemId)).length, isChanged };
        });
      } catch (error) {
        if (error instanceof Refused) return { refusal: error.refusal };
        throw error;
      }
    },
  };
}

export type SavedRepo = ReturnType<typeof createSavedRepo>;
