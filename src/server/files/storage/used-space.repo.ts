import { sql } from "kysely";
import { kinds } from "../../../shared/kinds/index.ts";
import type { Query } from "../../platform/index.ts";

/** Limits what a student can upload before a moderator approves their first item. */
export interface NewcomerSpace {
  /** In bytes. */
  bytes: number;
  papers: number;
}

/** The space of every person. */
export interface SpaceLimits {
  /** The quota of a person, in bytes. */
  quota: number;
  newcomer: NewcomerSpace;
}

/** Since when an upload must have got a byte, so that it keeps space of the disk. Epoch milliseconds. */
export interface AwaitedSince {
  /** Any upload. Later, a new upload can replace it. */
  restingSince: number;
  /** An upload of which no byte arrived counts since its beginning. */
  unsentSince: number;
}

/** Why a file does not fit into its owner's space. */
export type OverSpace = "quota" | "newcomerBytes" | "newcomerPapers";

/** An answer is public at once, so nobody approved it. */
const moderatedKinds = kinds.filter(({ moderation }) => moderation !== "after").map(({ name }) => name);

/**
 * Returns why a person can't have one more file; undefined if they can. In a transaction that locks the person's row, the
 * answer stays right until its end.
 * @param size in bytes
 * @param papers how many papers the file is, 0 or 1
 * @param but the key of a file, or the id of its upload, that doesn't count
 */
export async function overSpace(
  trx: Query,
  ownerId: string,
  { size, papers, but = null }: { size: number; papers: number; but?: string | null },
  { quota, newcomer }: SpaceLimits,
): Promise<OverSpace | undefined> {
  const used = await usedBy(trx, ownerId, but);
  if (used + size > quota) return "quota";
  const isTooMuch = used + size > newcomer.bytes;
  const isTooMany = papers > 0 && (await papersOf(trx, ownerId, but)) + papers > newcomer.papers;
  if ((!isTooMuch && !isTooMany) || !(await isNewcomer(trx, ownerId))) return undefined;
  return isTooMuch ? "newcomerBytes" : "newcomerPapers";
}

/** Returns whether a person is a student and no moderator has approved an item of theirs. */
async function isNewcomer(trx: Query, id: string): Promise<boolean> {
  const person = await trx.selectFrom("users").select("role").where("id", "=", id).executeTakeFirst();
  if (person && person.role !== "student") return false;
  const approved = trx
    .selectFrom("resource")
    .select("id")
    .where("uploaderId", "=", id)
    .where("kind", "in", moderatedKinds)
    .where((eb) => eb.or([eb("status", "=", "Approved"), eb("movedTo", "is not", null)]))
    .limit(1);
  return (await approved.executeTakeFirst()) === undefined;
}

/**
 * Returns the number of a person's papers: uploaded files, also those of items, unfinished uploads, and large PDFs. A photo
 * of a pile counts when its row becomes an item, because a paper can have many photos.
 */
async function papersOf(trx: Query, ownerId: string, but: string | null): Promise<number> {
  const count = sql<number>`count(*)`.as("count");
  const files = await trx
    .selectFrom("file")
    .select(count)
    .where("uploaderId", "=", ownerId)
    .where("name", "is not", null)
    .where("key", "!=", but ?? "")
    .where((eb) =>
      eb.or([
        eb("type", "not like", "image/%"),
        eb.not(
          eb.exists(
            eb.selectFrom("pileFile").select("pileFile.id").whereRef("pileFile.fileKey", "=", "file.key"),
          ),
        ),
      ]),
    )
    .executeTakeFirstOrThrow();
  const large = await trx
    .selectFrom("largePdf")
    .select(count)
    .where("ownerId", "=", ownerId)
    .where("state", "=", "waiting")
    .executeTakeFirstOrThrow();
  const open = await trx
    .selectFrom("openUpload")
    .select(count)
    .where("ownerId", "=", ownerId)
    .where("papers", "=", 1)
    .where("id", "!=", but ?? "")
    .executeTakeFirstOrThrow();
  return [files, large, open].reduce((sum, { count: found }) => sum + Number(found), 0);
}

/**
 * Returns the used part of a person's quota, in bytes: their files, the announced bytes of unfinished uploads, the entries of
 * ZIPs that are not out yet, and large PDFs that are not smaller yet.
 * @param but the key of a file, or the id of its upload, that doesn't count
 */
export async function usedBy(
  trx: Query,
  uploaderId: string | null,
  but: string | null = null,
): Promise<number> {
  const { used } = await trx
    .selectFrom("file")
    .where("uploaderId", "=", uploaderId)
    .where("key", "!=", but ?? "")
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("size"), eb.lit(0)).as("used"))
    .executeTakeFirstOrThrow();
  const { open } = await trx
    .selectFrom("openUpload")
    .where("ownerId", "=", uploaderId)
    .where("id", "!=", but ?? "")
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("size"), eb.lit(0)).as("open"))
    .executeTakeFirstOrThrow();
  const { zipped } = await trx
    .selectFrom("pileZip")
    .innerJoin("pile", "pile.id", "pileZip.pileId")
    .where("pile.ownerId", "=", uploaderId)
    // A slow job can still write the bytes of a ZIP that another job has finished.
    .where("pileZip.state", "=", "waiting")
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("bytesLeft"), eb.lit(0)).as("zipped"))
    .executeTakeFirstOrThrow();
  const { large } = await trx
    .selectFrom("largePdf")
    .where("ownerId", "=", uploaderId)
    .where("state", "=", "waiting")
    .where("id", "!=", but ?? "")
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("size"), eb.lit(0)).as("large"))
    .executeTakeFirstOrThrow();
  return [used, open, zipped, large].reduce<number>((sum, bytes) => sum + Number(bytes), 0);
}

/**
 * Returns the bytes that unfinished uploads announced and that have not arrived, on all servers. An upload
 * that rests may never get the rest, so it keeps no space.
 */
export async function awaitedBytes(trx: Query, { restingSince, unsentSince }: AwaitedSince): Promise<number> {
  const { bytes } = await trx
    .selectFrom("openUpload")
    .where("writtenAt", ">", restingSince)
    .where((eb) => eb.or([eb("arrived", ">", 0), eb("writtenAt", ">", unsentSince)]))
    .select(sql<number>`coalesce(sum(size - arrived), 0)`.as("bytes"))
    .executeTakeFirstOrThrow();
  return Number(bytes);
}
