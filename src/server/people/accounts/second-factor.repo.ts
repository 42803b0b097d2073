import { type Database, lockUser, type Query, type SecondFactorTable } from "../../platform/index.ts";
import { endSessions } from "../auth/sessions.repo.ts";
import type { AccountSession } from "./credentials.repo.ts";
import type { Notify } from "./email-links.repo.ts";

/** The time step of a code, checked with the person's secret; undefined for a wrong code. */
export type StepOf = (factor: SecondFactorTable) => number | undefined;

/** An app code is checked by its time step, and a recovery code by its hash. */
export type GivenCode = { stepOf: StepOf } | { codeHash: string };

/**
 * `lockedUntil` is in epoch milliseconds; a time in the past means no lock. `none` means no second factor.
 */
export type CodeOutcome =
  | { outcome: "right" }
  | { outcome: "wrong" | "locked"; lockedUntil: number }
  | { outcome: "none" };

/** SQL for second factors. Each change locks the person, so concurrent changes run one after the other. */
export function createSecondFactorRepo(db: Database) {
  const locked = <T>(userId: string, act: (trx: Query) => Promise<T>): Promise<T> =>
    db.transaction(async (trx) => {
      await lockUser(trx, db.engine, userId);
      return act(trx);
    });

  return {
    /** Finds a second factor, confirmed or not. */
    find: (userId: string): Promise<SecondFactorTable | undefined> => findFactor(db.read, userId),

    /** How many unused recovery codes the person has. */
    async countCodes(userId: string): Promise<number> {
      const { count } = await db.read
        .selectFrom("recoveryCode")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("userId", "=", userId)
        .executeTakeFirstOrThrow();
      return count;
    },

    /**
     * Stores an unconfirmed secret, which replaces an earlier unconfirmed secret.
     * @returns false if the person already has a confirmed secret
     */
    begin: (userId: string, secret: string): Promise<boolean> =>
      locked(userId, async (trx) => {
        if ((await findFactor(trx, userId))?.confirmedAt) return false;
        await trx.deleteFrom("secondFactor").where("userId", "=", userId).execute();
        const row = { userId, secret, confirmedAt: null, lastStep: 0, failures: 0, lockedUntil: 0 };
        await trx.insertInto("secondFactor").values(row).execute();
        return true;
      }),

    /**
     * Confirms the secret with a code. The person's other sessions end.
     * @param codeHashes of the recovery codes
     */
    confirm: (
      { userId, sessionId, now }: AccountSession,
      stepOf: StepOf,
      codeHashes: string[],
      notify: Notify,
    ): Promise<"confirmed" | "wrong" | "none"> =>
      locked(userId, async (trx) => {
        const factor = await findFactor(trx, userId);
        if (!factor || factor.confirmedAt !== null) return "none";
        const lastStep = stepOf(factor);
        if (lastStep === undefined) return "wrong";
        await update(trx, userId, { confirmedAt: now, lastStep });
        await replaceCodes(trx, userId, codeHashes);
        await endSessions(trx, userId, sessionId);
        await notify(trx);
        return "confirmed";
      }),

    /**
     * Tries a code. A right code works only once, and resets the failures. A wrong code counts as a failure
     * and can lock the second factor.
     * @param now epoch milliseconds
     * @param lockFor returns the duration of the lock (ms) after a number of failures in a row
     * @param notify called if a recovery code was used
     */
    tryCode: (
      userId: string,
      given: GivenCode,
      now: number,
      { lockFor, notify }: { lockFor: (failures: number) => number; notify: Notify },
    ): Promise<CodeOutcome> =>
      locked(userId, async (trx) => {
        const factor = await findFactor(trx, userId);
        if (!factor || factor.confirmedAt === null) return { outcome: "none" };
        if (factor.lockedUntil > now) return { outcome: "locked", lockedUntil: factor.lockedUntil };
        if (await useUp(trx, factor, given, notify)) {
          await update(trx, userId, { failures: 0, lockedUntil: 0 });
          return { outcome: "right" };
        }
        const failures = factor.failures + 1;
        const lockedUntil = now + lockFor(failures);
        await update(trx, userId, { failures, lockedUntil });
        return { outcome: "wrong", lockedUntil };
      }),

    /** @returns false if the person has no second factor */
    replaceCodes: (userId: string, codeHashes: string[], notify: Notify): Promise<boolean> =>
      locked(userId, async (trx) => {
        if (!(await findFactor(trx, userId))?.confirmedAt) return false;
        await replaceCodes(trx, userId, codeHashes);
        await notify(trx);
        return true;
      }),

    /**
     * Removes a person's second factor, and ends their sessions.
     * @param but the id of a session that does not end
     * @returns false if there was no second factor
     */
    remove: (userId: string, but: string | undefined, notify: Notify): Promise<boolean> =>
      locked(userId, async (trx) => {
        const removed = await trx
          .deleteFrom("secondFactor")
          .where("userId", "=", userId)
          .where("confirmedAt", "is not", null)
          .executeTakeFirst();
        if (removed.numDeletedRows === 0n) return false;
        await replaceCodes(trx, userId, []);
        await endSessions(trx, userId, but);
        await notify(trx);
        return true;
      }),
  };
}

function findFactor(query: Query, userId: string): Promise<SecondFactorTable | undefined> {
  return query.selectFrom("secondFactor").selectAll().where("userId", "=", userId).executeTakeFirst();
}

async function update(trx: Query, userId: string, changes: Partial<SecondFactorTable>): Promise<void> {
  await trx.updateTable("secondFactor").set(changes).where("userId", "=", userId).execute();
}

/** @returns whether the code was right and unused */
async function useUp(
  trx: Query,
  factor: SecondFactorTable,
  given: GivenCode,
  notify: Notify,
): Promise<boolean> {
  const { userId } = factor;
  if ("codeHash" in given) {
    const { numDeletedRows } = await trx
      .deleteFrom("recoveryCode")
      .where("userId", "=", userId)
      .where("codeHash", "=", given.codeHash)
      .executeTakeFirst();
    if (numDeletedRows > 0n) await notify(trx);
    return numDeletedRows > 0n;
  }
  const lastStep = given.stepOf(factor);
  if (lastStep === undefined) return false;
  // RFC 6238 §5.2: a code is valid only once, and later codes must have a later time step.
  const { numUpdatedRows } = await trx
    .updateTable("secondFactor")
    .set({ lastStep })
    .where("userId", "=", userId)
    .where("lastStep", "<", lastStep)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function replaceCodes(trx: Query, userId: string, codeHashes: string[]): Promise<void> {
  await trx.deleteFrom("recoveryCode").where("userId", "=", userId).execute();
  const rows = codeHashes.map((codeHash) => ({ userId, codeHash }));
  if (rows.length > 0) await trx.insertInto("recoveryCode").values(rows).execute();
}

export type SecondFactorRepo = ReturnType<typeof createSecondFactorRepo>;
