import type { Database, Query } from "../db/schema/schema.ts";

/**
 * A supply of tries that refills steadily. All that is kept of it is the moment at which it is full again, as in the
 * generic cell rate algorithm: one number, no window at whose edge twice as much gets through.
 */
export interface Bucket {
  /** Tells nothing of whose it is. */
  key: string;
  /** How long one try takes to come back, in ms. */
  pause: number;
  /** How long all of them take, in ms. */
  per: number;
}

/** Changes to tries in one transaction, because a commit costs more than all of them. */
export interface Changes {
  take?: Bucket[];
  /** One try of each. */
  giveBack?: Bucket[];
  /** All tries of each. */
  fill?: Bucket[];
}

/** How many rows one purge takes, so that it never holds up a request. */
const PURGE = 1_000;

export function createLimitsRepo(db: Database) {
  return {
    /**
     * Takes a try from each bucket and does the other changes, or none of all this where a bucket is empty.
     * @param now epoch milliseconds
     * @returns how long to wait for the next, in ms; 0 where all was done
     */
    async apply({ take = [], giveBack = [], fill = [] }: Changes, now: number): Promise<number> {
      const steps = [
        ...take.map((bucket) => ({ bucket, act: takeOne })),
        ...giveBack.map((bucket) => ({ bucket, act: giveBackOne })),
        ...fill.map((bucket) => ({ bucket, act: fillOne })),
      ];
      // Always in the same order, so that no two transactions wait for each other.
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

    /** @param now epoch milliseconds @returns how long to wait until each bucket holds a try, in ms */
    async wait(buckets: Bucket[], now: number): Promise<number> {
      const keys = buckets.map(({ key }) => key);
      if (keys.length === 0) return 0;
      const rows = await db.read.selectFrom("rateLimit").selectAll().where("key", "in", keys).execute();
      const fullAt = new Map(rows.map((row) => [row.key, row.fullAt]));
      return Math.max(
        0,
        ...buckets.map(({ key, pause, per }) => (fullAt.get(key) ?? 0) - (now + per - pause)),
      );
    },

    /** Drops rows of buckets that are full: they say nothing. */
    async purge(now: number): Promise<void> {
      await db.write
        .deleteFrom("rateLimit")
        .where("key", "in", (query) => {
          const full = query.selectFrom("rateLimit").select("key").where("fullAt", "<=", now).limit(PURGE);
          // A row that a request is about to use is none to wait for.
          return db.engine === "postgres" ? full.forUpdate().skipLocked() : full;
        })
        .execute();
    },
  };
}

/** Ends the transaction, so that nothing of it stays. */
class Empty extends Error {
  readonly wait: number;

  constructor(wait: number) {
    super("empty");
    this.wait = wait;
  }
}

/** One statement decides and counts, so that of many at once exactly as many get through as there are tries. */
async function takeOne(trx: Query, { key, pause, per }: Bucket, now: number): Promise<void> {
  /** A bucket that is full later than this holds less than one try. */
  const latest = now + per - pause;
  const taken = await trx
    .insertInto("rateLimit")
    .values({ key, fullAt: now + pause })
    .onConflict((conflict) =>
      conflict
        .column("key")
        .doUpdateSet((row) => ({
          fullAt: row
            .case()
            .when("rateLimit.fullAt", ">", now)
            .then(row("rateLimit.fullAt", "+", pause))
            .else(now + pause)
            .end(),
        }))
        .where("rateLimit.fullAt", "<=", latest),
    )
    .returning("fullAt")
    .executeTakeFirst();
  if (taken) return;
  const row = await trx.selectFrom("rateLimit").select("fullAt").where("key", "=", key).executeTakeFirst();
  // Another request may have filled it a moment ago.
  throw new Empty(Math.max((row?.fullAt ?? 0) - latest, 1));
}

async function giveBackOne(trx: Query, { key, pause }: Bucket): Promise<void> {
  const row = trx.updateTable("rateLimit").set((one) => ({ fullAt: one("fullAt", "-", pause) }));
  await row.where("key", "=", key).execute();
}

async function fillOne(trx: Query, { key }: Bucket): Promise<void> {
  await trx.deleteFrom("rateLimit").where("key", "=", key).execute();
}

export type LimitsRepo = ReturnType<typeof createLimitsRepo>;
