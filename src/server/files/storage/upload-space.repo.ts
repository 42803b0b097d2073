import { sql } from "kysely";
import { type Database, lockUser, type OpenUploadTable, type Query } from "../../platform/index.ts";
import {
  awaitedBytes,
  type AwaitedSince,
  type OverSpace,
  overSpace,
  type SpaceLimits,
} from "./used-space.repo.ts";

/** The key of an advisory lock: on PostgreSQL, uploads begin one after another, so that together they fit on the disk. */
export const BEGIN_LOCK = 202_611_280_940;

export interface ReserveLimits extends SpaceLimits, AwaitedSince {
  /** How many unfinished uploads the person can have, of the same sort: to piles, or to forms. */
  most: number;
  /** Reads the free space above the reserve, in bytes. */
  free: () => Promise<number>;
}

/** `replaced` is an idle upload that gave way. */
export type Reserved =
  | { replaced: OpenUploadTable | undefined }
  | { refusal: OverSpace | "tooMany" | "noSpace" };

/** All SQL for the announced bytes of unfinished uploads. Times are epoch milliseconds. */
export function createUploadSpaceRepo(db: Database) {
  return {
    /** Counts a new upload, if it fits into all limits. Concurrent calls on all servers can't exceed a limit together. */
    reserve: (upload: OpenUploadTable, limits: ReserveLimits): Promise<Reserved> =>
      db
        .transaction(async (trx): Promise<Reserved> => {
          // The person comes first, because a transaction that waits for a person must not stop all others.
          await lockUser(trx, db.engine, upload.ownerId);
          if (db.engine === "postgres") await sql`select pg_advisory_xact_lock(${BEGIN_LOCK})`.execute(trx);
          const idle = await idleToReplace(trx, upload, limits);
          if (idle === "none") return { refusal: "tooMany" };
          const replaced = idle ? await endUpload(trx, idle) : undefined;
          const { ownerId, size, papers } = upload;
          const refusal =
            (await overSpace(trx, ownerId, { size, papers }, limits)) ??
            // Bytes that arrive between the two reads count twice, not never.
            ((await awaitedBytes(trx, limits)) + size > (await limits.free()) ? "noSpace" : undefined);
          if (refusal) {
            // The idle upload stays.
            if (idle) throw new Refused(refusal);
            return { refusal };
          }
          await trx.insertInto("openUpload").values(upload).execute();
          return { replaced };
        })
        .catch((error: unknown) => {
          if (error instanceof Refused) return { refusal: error.refusal };
          throw error;
        }),

    /** Notes how many bytes of an upload arrived. */
    async arrived(id: string, arrived: number, writtenAt: number): Promise<void> {
      await db.write.updateTable("openUpload").set({ arrived, writtenAt }).where("id", "=", id).execute();
    },

    /** Stops counting an upload. @returns its row, only to the first of several callers */
    end: (id: string): Promise<OpenUploadTable | undefined> => endUpload(db.write, id),

    /** Returns the bytes that uploads announced and that have not arrived. */
    awaited: (since: AwaitedSince): Promise<number> => awaitedBytes(db.write, since),

    /** Returns the ids of some uploads that got no byte since a time: a shorter one if they never got any. */
    async expired(since: number, sinceUnsent: number, limit: number): Promise<string[]> {
      const rows = await db.write
        .selectFrom("openUpload")
        .select("id")
        .where((eb) =>
          eb.or([
            eb("writtenAt", "<", since),
            eb.and([eb("writtenAt", "<", sinceUnsent), eb("arrived", "=", 0)]),
          ]),
        )
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Returns why a person can't have one more file; undefined if they can. */
    over: (
      ownerId: string,
      size: number,
      papers: 0 | 1,
      limits: SpaceLimits,
    ): Promise<OverSpace | undefined> => overSpace(db.write, ownerId, { size, papers }, limits),
  };
}

export type UploadSpaceRepo = ReturnType<typeof createUploadSpaceRepo>;

/** Rolls the transaction back. */
class Refused extends Error {
  readonly refusal: OverSpace | "noSpace";

  constructor(refusal: OverSpace | "noSpace") {
    super(refusal);
    this.refusal = refusal;
  }
}

/**
 * Finds the upload that gives way to a new one.
 * @returns undefined if the person may have one more; "none" if no upload is idle
 */
async function idleToReplace(
  trx: Query,
  { ownerId, pileId }: OpenUploadTable,
  { most, restingSince }: ReserveLimits,
): Promise<string | undefined> {
  const open = await trx
    .selectFrom("openUpload")
    .select(["id", "writtenAt"])
    .where("ownerId", "=", ownerId)
    // Uploads to piles have their own number, so that a pile does not keep its owner from the forms.
    .where("pileId", pileId === null ? "is" : "is not", null)
    .orderBy("writtenAt")
    .execute();
  const [eldest] = open;
  if (!eldest || open.length < most) return undefined;
  return eldest.writtenAt <= restingSince ? eldest.id : "none";
}

/** Stops counting an upload, in the transaction that counts its bytes in another way. @returns its row, if there is one */
export const endUpload = (trx: Query, id: string): Promise<OpenUploadTable | undefined> =>
  trx.deleteFrom("openUpload").where("id", "=", id).returningAll().executeTakeFirst();
