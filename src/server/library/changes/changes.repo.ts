import {
  type Act,
  type ChangeTable,
  type Database,
  type FileTable,
  insertItemAudit,
  newId,
  type Query,
  type ResourceTable,
} from "../../platform/index.ts";
import { placedItem } from "../items/place-items.repo.ts";
import { claimFile, insertFiles, removeFiles } from "../../files/index.ts";
import { notifyContributor } from "../notices/insert-notices.repo.ts";
import { deleteChange } from "../items/change-rows.repo.ts";
import { type PlanCopy, planNoCopy } from "../items/copy-plan.ts";
import { planCopyOf } from "../items/drive-copy.repo.ts";
import { type OutsideArea, outsideArea } from "../items/outside-area.ts";
import { lockItem } from "../items/lock-item.repo.ts";

/** A change, with data about its file. */
export interface ChangeRow extends ChangeTable {
  fileType: string | null;
  /** The size of the file, in bytes. */
  fileSize: number | null;
  filePages: number | null;
  /** The width of an image, in px. */
  fileWidth?: number | null | undefined;
  fileHeight?: number | null | undefined;
}

/** The ids of a change and its item, and the version of the item that the admin saw. */
export interface Decided {
  resourceId: string;
  id: string;
  version: number;
}

export interface StoreOptions {
  author: string | null;
  replaces: string | undefined;
  file?: FileTable | undefined;
}

/**
 * All SQL for changes to approved items. Each write locks the item's row first, so only one of two concurrent
 * decisions succeeds.
 * @param planCopy by default, plans no copies
 */
export function createChangesRepo(db: Database, planCopy: PlanCopy = planNoCopy) {
  return {
    /** Whether a moderator's text for the contributor begins with a reason that is about the file. */
    async isAboutFile(text: string): Promise<boolean> {
      const reasons = db.read.selectFrom("reason").select("text").where("aboutFile", "=", 1);
      return (await reasons.execute()).some((reason) => text.startsWith(reason.text));
    },

    async find(resourceId: string): Promise<ChangeRow | undefined> {
      return db.read
        .selectFrom("change")
        .leftJoin("file", "file.key", "change.fileKey")
        .leftJoin("paper", "paper.sha256", "file.sha256")
        .selectAll("change")
        .select(["file.type as fileType", "file.size as fileSize", "paper.pages as filePages"])
        .select(["file.width as fileWidth", "file.height as fileHeight"])
        .where("change.resourceId", "=", resourceId)
        .executeTakeFirst();
    },

    /**
     * Stores a change to an item and replaces the earlier change.
     * @param author the id of the account that sends the change
     * @param replaces the id of the open change, or undefined if there is none
     * @param file the new image, if any
     * @returns the result of `removeFiles`; undefined if the item, its contributor, its change or the file
     *   has changed in the meantime
     */
    async store(
      change: ChangeTable,
      { author, replaces, file }: StoreOptions,
    ): Promise<string[] | undefined> {
      const { resourceId, baseVersion, fileKey } = change;
      return db.transaction(async (trx) => {
        const item = { status: "Approved", version: baseVersion, uploaderId: author } as const;
        if (!(await lockItem(trx, db.engine, resourceId, item))) return undefined;
        const open = await openChange(trx, resourceId);
        if (open?.id !== replaces) return undefined;
        if (!file && fileKey && !(await claimFile(trx, db.engine, fileKey, resourceId))) return undefined;
        if (file) await insertFiles(trx, [file]);
        await trx
          .insertInto("change")
          .values(change)
          .onConflict((conflict) => conflict.column("resourceId").doUpdateSet(change))
          .execute();
        return open?.fileKey && open.fileKey !== fileKey ? removeFiles(trx, [open.fileKey]) : [];
      });
    },

    /**
     * Applies a change to its item, and removes the item's old file if the change has a new one.
     * @param columns the item's new columns
     * @returns the result of `removeFiles`; undefined if the change is no longer open or the item has a
     * different version; `OutsideArea` if the change would move the item out of the moderator's areas
     */
    async apply(
      { resourceId, id, version }: Decided,
      columns: Partial<ResourceTable>,
      act: Act<"decide">,
    ): Promise<string[] | OutsideArea | undefined> {
      return db.transaction(async (trx) => {
        const { by } = act;
        const item = await lockItem(trx, db.engine, resourceId, { status: "Approved", version, by });
        if (!item) return undefined;
        const placed = await placedItem(trx, db.engine, columns, item.kind);
        const outside = outsideArea(by, item, placed);
        if (outside) return outside;
        if (!(await deleteChange(trx, resourceId, id))) return undefined;
        await trx
          .updateTable("resource")
          .set({
            ...placed,
            version: version + 1,
            updatedAt: act.at,
          })
          .where("id", "=", resourceId)
          .execute();
        await audit(trx, act, resourceId, true);
        await planCopyOf(trx, planCopy, resourceId);
        return item.fileKey && item.fileKey !== columns.fileKey ? removeFiles(trx, [item.fileKey]) : [];
      });
    },

    /**
     * Leaves an item unchanged: closes its open change, and plans the copy of its Drive file again if it is missing.
     * @param id of the change that the contributor saw; undefined if there was none
     * @returns the result of `removeFiles`; undefined if the change is no longer open
     */
    async leave(resourceId: string, id: string | undefined): Promise<string[] | undefined> {
      return db.transaction(async (trx) => {
        await lockItem(trx, db.engine, resourceId, {});
        const closed = id === undefined ? { fileKey: null } : await deleteChange(trx, resourceId, id);
        if (!closed) return undefined;
        await planCopyOf(trx, planCopy, resourceId);
        return closed.fileKey ? removeFiles(trx, [closed.fileKey]) : [];
      });
    },

    /**
     * Closes a change without applying it, and releases its file.
     * @param act the entry for the audit trail; undefined if the contributor withdraws the change
     * @returns the result of `removeFiles`; undefined if the change is no longer open
     */
    async close(resourceId: string, id: string, act?: Act<"decide">): Promise<string[] | undefined> {
      return db.transaction(async (trx) => {
        const item = await lockItem(trx, db.engine, resourceId, { by: act?.by });
        const closed = item && (await deleteChange(trx, resourceId, id));
        if (!closed) return undefined;
        if (act) await audit(trx, act, resourceId, false);
        return closed.fileKey ? removeFiles(trx, [closed.fileKey]) : [];
      });
    },
  };
}

export type ChangesRepo = ReturnType<typeof createChangesRepo>;

/** Adds a decision on a change to the audit trail, and tells the contributor. */
async function audit(trx: Query, act: Act<"decide">, itemId: string, granted: boolean): Promise<void> {
  const id = newId(act.at);
  await insertItemAudit(trx, { ...act, id, action: granted ? "approveChange" : "refuseChange", itemId });
  await notifyContributor(trx, act, { event: "edit", itemId, decisionId: id, granted });
}

const openChange = (trx: Query, resourceId: string) =>
  trx.selectFrom("change").select(["id", "fileKey"]).where("resourceId", "=", resourceId).executeTakeFirst();
