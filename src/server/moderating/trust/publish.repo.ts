import { type Database, insertAudit, newId, type Query, type ResourceTable } from "../../platform/index.ts";
import { approveItem } from "../../library/index.ts";
import { readTrustSettings } from "./settings.repo.ts";

const DAY = 86_400_000;

type NewItem = Pick<
  ResourceTable,
  "id" | "kind" | "title" | "uploaderId" | "email" | "fileKey" | "createdAt"
>;

/** SQL that approves new items of trusted contributors. */
export function createPublishRepo(db: Database) {
  return {
    /** Whether the setting is on and the person is trusted now. `publish` checks it again. */
    async isTrusted(userId: string): Promise<boolean> {
      if (!(await readTrustSettings(db.read)).isOn) return false;
      const row = trustOf(db.read, userId);
      return (await row.executeTakeFirst()) !== undefined;
    },

    /** Whether the first page of an uploaded file could be drawn, so that it was compared with other papers. */
    async isDrawn(fileKey: string): Promise<boolean> {
      const row = await db.read
        .selectFrom("file")
        .innerJoin("paper", "paper.sha256", "file.sha256")
        .select("paper.hash")
        .where("file.key", "=", fileKey)
        .executeTakeFirst();
      return row !== undefined && row.hash !== null;
    },

    /**
     * Approves a new item in the transaction that inserted it, if its contributor is still trusted and has items left
     * for today. It locks the trust, so that two items can't share the last place, and a suspension waits.
     * @returns whether the item is now Approved
     */
    async publish(trx: Query, item: NewItem): Promise<boolean> {
      const { id, uploaderId, createdAt: at } = item;
      if (uploaderId === null) return false;
      const trust = trustOf(trx, uploaderId);
      const locked = db.engine === "postgres" ? trust.forUpdate("trust") : trust;
      if (!(await locked.executeTakeFirst())) return false;
      const settings = await readTrustSettings(trx);
      if (!settings.isOn) return false;
      const { count } = await trx
        .selectFrom("trustedItem")
        .where("userId", "=", uploaderId)
        .where("publishedAt", ">=", Math.floor(at / DAY) * DAY)
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      if (Number(count) >= settings.perDay || (await hasSameFile(trx, item))) return false;
      await approveItem(trx, id);
      await trx
        .insertInto("trustedItem")
        .values({ resourceId: id, userId: uploaderId, publishedAt: at, checkedAt: null })
        .execute();
      const { kind, title, email } = item;
      await insertAudit(trx, {
        id: newId(at),
        at,
        actorId: null,
        actorEmail: null,
        targetId: id,
        targetEmail: email,
        action: "publishTrusted",
        details: JSON.stringify({ kind, title, status: "Approved", setting: "trustedContributors" }),
      });
      return true;
    },
  };
}

const trustOf = (trx: Query, userId: string) =>
  trx
    .selectFrom("trustedContributor as trust")
    .innerJoin("users", "users.id", "trust.userId")
    .select("trust.userId")
    .where("trust.userId", "=", userId)
    .where("trust.suspendedAt", "is", null)
    .where("users.suspendedAt", "is", null);

/** Whether another item has the same bytes. It may be newer than the search for duplicates. */
async function hasSameFile(trx: Query, { id, fileKey }: NewItem): Promise<boolean> {
  if (fileKey === null) return false;
  const same = await trx
    .selectFrom("file as own")
    .innerJoin("file as other", "other.sha256", "own.sha256")
    .innerJoin("resource", "resource.fileKey", "other.key")
    .select("resource.id")
    .where("own.key", "=", fileKey)
    .where("resource.id", "!=", id)
    .limit(1)
    .executeTakeFirst();
  return same !== undefined;
}

export type PublishRepo = ReturnType<typeof createPublishRepo>;
