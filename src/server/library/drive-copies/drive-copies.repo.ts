import { sql, type SqlBool } from "kysely";
import { type CopyProblem, type CopyState, lastingProblems } from "../../../shared/files/drive-copy.ts";
import type { Allowed } from "../../../shared/people/authorize.ts";
import { insertFiles, insertPapers, type NewPaper, readTextJob } from "../../files/index.ts";
import {
  type Database,
  deleteSettings,
  type FileTable,
  type JobsService,
  lanes,
  readSetting,
  writeSetting,
} from "../../platform/index.ts";
import type { PlanCopy } from "../items/copy-plan.ts";
import { planCopyOf, releaseCopy } from "../items/drive-copy.repo.ts";
import { lockItem } from "../items/lock-item.repo.ts";
import { driveItems, isDriveLink, itemsWithoutCopy, usedSpace } from "./copied-items.repo.ts";
import { COPY_DRIVE_FILE } from "./plan-copy.repo.ts";

/** An item that needs a copy. */
export interface WantedCopy {
  id: string;
  link: string;
  linkKey: string;
  uploaderId: string | null;
}

const PAUSED = "driveCopiesPaused";
/** The setting with the `linkKey`s of files that Drive failed to send, with no other response between, as JSON. */
const FAILING = "driveCopiesFailing";
/** The setting with the time before which Drive must not be asked again, in epoch milliseconds. */
const NOT_BEFORE = "driveCopiesNotBefore";
export const PLAN_COPIES = "planDriveCopies";

/** The SQL that makes copies of Drive files. */
export function createDriveCopiesRepo(db: Database, jobs: Pick<JobsService, "enqueue">) {
  const setting = (name: string) => readSetting(db.read, name);

  return {
    /** The size of all copies together, in bytes. */
    used: () => usedSpace(db.read),

    /** The size of all copies of one account's items, in bytes. */
    usedBy: (accountId: string) => usedSpace(db.read, accountId),

    /** The item, if it still has a Drive link and needs a copy. */
    async wanted(itemId: string): Promise<WantedCopy | undefined> {
      const row = await db.write
        .selectFrom("resource")
        .select(["id", "link", "linkKey", "uploaderId"])
        .where("id", "=", itemId)
        .where(isDriveLink)
        .where("fileKey", "is", null)
        .where("removedFrom", "is", null)
        .where("status", "!=", "Cancelled")
        .executeTakeFirst();
      return row as WantedCopy | undefined;
    },

    /** Stores the result of an attempt, unless the item has a different link by now. @param now epoch milliseconds */
    async note(
      { id, linkKey }: WantedCopy,
      state: CopyState["state"],
      problem: CopyProblem | null,
      now: number,
    ): Promise<void> {
      await db.write
        .updateTable("driveCopy")
        .set({ state, problem, updatedAt: now })
        .where("itemId", "=", id)
        .where("linkKey", "=", linkKey)
        .execute();
    },

    /** Forgets that a copy was planned. */
    async forget(itemId: string): Promise<void> {
      const row = db.write.deleteFrom("driveCopy").where("itemId", "=", itemId);
      await row.where("state", "=", "waiting").execute();
    },

    /**
     * Gives an item the copy of its Drive file, and enqueues the reading of its text.
     * @returns "unwanted" if the item has changed in the meantime
     */
    async attach(
      item: WantedCopy,
      { file, paper }: { file: FileTable; paper: NewPaper },
    ): Promise<"attached" | "unwanted"> {
      return db.transaction(async (trx) => {
        await lockItem(trx, db.engine, item.id, {});
        const still = await trx
          .selectFrom("resource")
          .select("uploaderId")
          .where("id", "=", item.id)
          .where("linkKey", "=", item.linkKey)
          .where("fileKey", "is", null)
          .where("removedFrom", "is", null)
          .where("status", "!=", "Cancelled")
          .executeTakeFirst();
        if (!still) return "unwanted";
        await insertFiles(trx, [file]);
        const copy = { fileKey: file.key, ownerId: still.uploaderId, size: file.size };
        await trx.insertInto("driveCopyFile").values(copy).execute();
        await insertPapers(trx, [paper]);
        // The version stays, so that a decision or an edit that is open in a browser still applies.
        await trx.updateTable("resource").set({ fileKey: file.key }).where("id", "=", item.id).execute();
        const row = { state: "copied" as const, problem: null, updatedAt: file.createdAt };
        await trx
          .insertInto("driveCopy")
          .values({ itemId: item.id, linkKey: item.linkKey, ...row })
          .onConflict((conflict) => conflict.column("itemId").doUpdateSet({ linkKey: item.linkKey, ...row }))
          .execute();
        await jobs.enqueue([readTextJob(file.sha256, item.uploaderId ?? "")], trx);
        return "attached";
      });
    },

    /**
     * Plans copies for the next items without one, also for items whose copy failed, unless their link can't
     * lead to a file.
     * @param limit how many items without a copy are looked at
     * @param after the id of the last item of the batch before; "" for the first batch
     * @returns the id of the last item; undefined if there are no more
     */
    async planBatch(planCopy: PlanCopy, after: string, limit: number): Promise<string | undefined> {
      const batch = await driveItems(db.read)
        .where("resource.id", ">", after)
        .select("resource.id")
        .orderBy("resource.id")
        .limit(limit)
        .execute();
      const ids = batch.map(({ id }) => id);
      if (ids.length === 0) return undefined;
      const items = await itemsWithoutCopy(db.read)
        .where("resource.id", "in", ids)
        .where((eb) =>
          eb.or([
            eb("driveCopy.itemId", "is", null),
            eb.and([
              eb("driveCopy.state", "=", "failed"),
              eb("driveCopy.problem", "not in", [...lastingProblems]),
            ]),
            eb.and([
              eb("driveCopy.state", "=", "waiting"),
              eb.not(
                eb.exists(
                  eb
                    .selectFrom("job")
                    .select("job.id")
                    .whereRef("job.subject", "=", "resource.id")
                    .where("job.kind", "=", COPY_DRIVE_FILE)
                    .where("job.state", "!=", "dead"),
                ),
              ),
            ]),
          ]),
        )
        .select("resource.id")
        .orderBy("resource.id")
        .execute();
      const last = ids.length < limit ? undefined : ids.at(-1);
      await db.transaction(async (trx) => {
        for (const { id } of items) await planCopyOf(trx, planCopy, id);
        if (last) await jobs.enqueue([planJob(last)], trx);
      });
      return last;
    },

    /** Enqueues the planning of all missing copies, unless it is already enqueued. */
    async start(_by: Allowed<"manageDriveCopies">): Promise<void> {
      await db.transaction(async (trx) => {
        const plan = trx.selectFrom("job").select("id").where("subject", "=", PLAN_COPIES);
        if (!(await plan.where("state", "!=", "dead").executeTakeFirst()))
          await jobs.enqueue([planJob("")], trx);
      });
    },

    /**
     * Removes the copies of some items that are rejected and have not changed since a time.
     * @param before epoch milliseconds
     * @param limit how many items are looked at
     * @returns the result of `removeFiles`, and whether there are more such items
     */
    async releaseRejected(before: number, limit: number): Promise<{ freed: string[]; hasMore: boolean }> {
      const items = await db.read
        .selectFrom("resource")
        .select(["id", "version"])
        .where(sql<SqlBool>`status = 'Cancelled'`)
        .where("link", "is not", null)
        .where("fileKey", "is not", null)
        .where("updatedAt", "<", before)
        .orderBy("updatedAt")
        .limit(limit)
        .execute();
      const release = ({ id, version }: { id: string; version: number }) =>
        db.transaction(async (trx) => {
          const isRejected = await lockItem(trx, db.engine, id, { status: "Cancelled", version });
          return isRejected ? releaseCopy(trx, id) : [];
        });
      const freed: string[] = [];
      // One item in a transaction, because other transactions may lock several items in another order.
      for (const item of items) freed.push(...(await release(item)));
      return { freed, hasMore: items.length === limit };
    },

    async isPaused(): Promise<boolean> {
      return (await setting(PAUSED)) !== undefined;
    },

    async setPaused(_by: Allowed<"manageDriveCopies">, paused: boolean): Promise<void> {
      await (paused ? writeSetting(db.write, PAUSED, "") : deleteSettings(db.write, PAUSED));
    },

    /** The time before which Drive must not be asked again, in epoch milliseconds. */
    async notBefore(): Promise<number> {
      return Number((await setting(NOT_BEFORE)) ?? 0);
    },

    setNotBefore: (time: number): Promise<void> => writeSetting(db.write, NOT_BEFORE, String(time)),

    /** The `linkKey`s of files that Drive failed to send, with no other response between. */
    async failing(): Promise<string[]> {
      return JSON.parse((await setting(FAILING)) ?? "[]") as string[];
    },

    setFailing: (linkKeys: string[]): Promise<void> =>
      writeSetting(db.write, FAILING, JSON.stringify(linkKeys)),
  };
}

export type DriveCopiesRepo = ReturnType<typeof createDriveCopiesRepo>;

const planJob = (after: string) => ({
  kind: PLAN_COPIES,
  payload: { after },
  lane: lanes.copies,
  subject: PLAN_COPIES,
});
