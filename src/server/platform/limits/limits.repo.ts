import type { Database, Query } from "../db/schema/schema.ts";

/**
 * A bucket of attempts that refills steadily (the generic cell rate algorithm). Only the time when the bucket
 * is full again is stored. There are no fixed windows, so nobody gets twice the attempts around the end of a
 * window.
 */
export interface Bucket {
  /** A keyed hash, which does not show whose attempts it counts. */
  key: string;
  /** How long the refill of one attempt takes, in ms. */
  pause: number;
  /** How long an empty bucket takes to fill, in ms. */
  per: number;
  /** How many attempts the action uses; 1 by default. An amount above the size of the bucket empties a full bucket. */
  amount?: number;
}

/** How long the refill of the action's attempts takes, in ms. */
const costOf = ({ pause, per, amount = 1 }: Bucket): number => Math.min(pause * amount, per);

/** Changes to buckets in one transaction, because the commit is the most expensive part. */
export interface Changes {
  take?: Bucket[];
  /** Buckets that get one attempt back. */
  giveBack?: Bucket[];
  /** Buckets that get all attempts back. */
  fill?: Bucket[];
}

/** How many rows one purge deletes, so that it never delays a request. */
const PURGE = 1_000;

export function createLimitsRepo(db: Database) {
  return {
    /**
     * Takes an attempt from each bucket of `take`, and applies the other changes. If a bucket of `take` is
     * empty, nothing changes.
     * @param now epoch milliseconds
     * @returns how long to wait for the next attempt, in ms; 0 after success
     */
    async apply({ take = [], giveBack = [], fill = [] }: Changes, now: number): Promise<number> {
      const steps = [
        ...take.map((bucket) => ({ bucket, act: takeOne })),
        ...giveBack.map((bucket) => ({ bucket, act: giveBackOne })),
        ...fill.map((bucket) => ({ bucket, act: fillOne })),
      ];
      // All transactions use the same order, so that they can't deadlock.
      const ordered = steps.toSorted((a, b) => (a.bucket.key < b.bucket.key ? -1 : 1));
      try {
        await db.transaction(async (trx) => {
          for (const { bucket, act } of ordered) await act(trx, bucket, now);
        });
        return 0;
      } catch (error) {
        if (error instanceof Empty) return error.wait;
        throw error;
      }
    },

    /** @param now epoch milliseconds @returns how long to wait until each bucket has an attempt, in ms */
    async wait(buckets: Bucket[], now: number): Promise<number> {
      const keys = buckets.map(({ key }) => key);
      if (keys.length === 0) return 0;
      const rows = await db.read.selectFrom("rateLimit").selectAll().where("key", "in", keys).execute();
      const fullAt = new Map(rows.map((row) => [row.key, row.fullAt]));
      const waits = buckets.map((bucket) => {
        const full = fullAt.get(bucket.key) ?? 0;
        return full > impossibleAfter(bucket, now) ? 0 : full - (now + bucket.per - costOf(bucket));
      });
      return Math.max(0, ...waits);
    },

    /** Deletes the rows of full buckets, because no row means a full bucket. */
    async purge(now: number): Promise<void> {
      await db.write
        .deleteFrom("rateLimit")
        .where("key", "in", (query) => {
          const full = query.selectFrom("rateLimit").select("key").where("fullAt", "<=", now).limit(PURGE);
          // Skips a row that a request has locked, instead of waiting for the lock.
          return db.engine === "postgres" ? full.forUpdate().skipLocked() : full;
        })
        .execute();
    },
  };
}

/** Rolls the transaction back. */
class Empty extends Error {
  readonly wait: number;

  constructor(wait: number) {
    super("empty");
    this.wait = wait;
  }
}

/**
 * No bucket takes longer to fill, so a bucket with a later time is from a clock that was set back since then.
 * It counts as full: otherwise a clock that was a day ahead would lock people out for a day. The margin is
 * for servers whose clocks differ a little.
 */
const impossibleAfter = ({ per, pause }: Bucket, now: number): number => now + per + Math.ceil(pause / 2);

/**
 * Takes the action's attempts. A single statement checks and counts, so concurrent requests can't take more attempts
 * than the bucket has.
 */
async function takeOne(trx: Query, bucket: Bucket, now: number): Promise<void> {
  const { key, per } = bucket;
  const cost = costOf(bucket);
  /** A bucket with a later time holds too few attempts. */
  const latest = now + per - cost;
  const impossible = impossibleAfter(bucket, now);
  const taken = await trx
    .insertInto("rateLimit")
    .values({ key, fullAt: now + cost })
    .onConflict((conflict) =>
      conflict
        .column("key")
        .doUpdateSet((row) => ({
          fullAt: row
            .case()
            .when("rateLimit.fullAt", ">", impossible)
            .then(now + cost)
            .when("rateLimit.fullAt", ">", now)
            .then(row("rateLimit.fullAt", "+", cost))
            .else(now + cost)
            .end(),
        }))
        .where(({ or, eb }) =>
          or([eb("rateLimit.fullAt", "<=", latest), eb("rateLimit.fullAt", ">", impossible)]),
        ),
    )
    .returning("fullAt")
    .executeTakeFirst();
  if (taken) return;
  const row = await trx.selectFrom("rateLimit").select("fullAt").where("key", "=", key).executeTakeFirst();
  // Another request may have refilled the bucket in the meantime.
  throw new Empty(Math.max((row?.fullAt ?? 0) - latest, 1));
}

async function giveBackOne(trx: Query, bucket: Bucket): Promise<void> {
  const row = trx.updateTable("rateLimit").set((one) => ({ fullAt: one("fullAt", "-", costOf(bucket)) }));
  await row.where("key", "=", bucket.key).execute();
}

async function fillOne(trx: Query, { key }: Bucket): Promise<void> {
  await trx.deleteFrom("rateLimit").where("key", "=", key).execute();
}

export type LimitsRepo = ReturnType<typeof createLimitsRepo>;
