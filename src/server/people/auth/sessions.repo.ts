import type { Area } from "../../../shared/moderating/areas.ts";
import {
  type Database,
  lockUser,
  type Query,
  type SessionTable,
  type UserTable,
} from "../../platform/index.ts";
import { withMergedDepartments } from "./merged-areas.repo.ts";

/** A live session and its person. */
export interface FoundSession {
  session: Pick<SessionTable, "id" | "provedAt" | "mfaAt">;
  user: UserTable;
  /** The areas of a moderator. */
  areas: Area[];
  /** Whether the person has a second factor. */
  enrolled: boolean;
}

/** Conditions that must still hold when a session is stored. */
export interface StillHolds {
  /**
   * The time when the entered password was set. If the password has changed since then, no session is stored.
   */
  passwordSetAt?: number | undefined;
}

/** The greatest number of sessions of one person. */
const MAX_SESSIONS = 20;
/**
 * How many older sessions one statement ends. An archive from before the limit above may have any number of
 * sessions.
 */
const MAX_ENDED = 10_000;

/** SQL for sessions. Requests use the read connection, so that they don't wait for writes. */
export function createSessionsRepo(db: Database) {
  return {
    /** @param now epoch milliseconds */
    async find(tokenHash: string, now: number): Promise<FoundSession | undefined> {
      // One row for each area of a moderator, and one row for everyone else.
      const rows = await db.read
        .selectFrom("session")
        .innerJoin("users", "users.id", "session.userId")
        .leftJoin("secondFactor", "secondFactor.userId", "session.userId")
        .leftJoin("moderatorArea as area", "area.userId", "session.userId")
        .selectAll("users")
        .select(["session.id as sessionId", "session.provedAt", "session.mfaAt", "secondFactor.confirmedAt"])
        .select(["area.universityKey", "area.departmentKey"])
        .where("session.tokenHash", "=", tokenHash)
        .where("session.expiresAt", ">", now)
        .execute();
      const [row] = rows;
      if (!row) return undefined;
      const {
        sessionId: id,
        provedAt,
        mfaAt,
        confirmedAt,
        universityKey: _university,
        departmentKey: _department,
        ...user
      } = row;
      const areas = rows.flatMap(({ universityKey, departmentKey }): Area[] =>
        universityKey === null || departmentKey === null ? [] : [{ universityKey, departmentKey }],
      );
      return {
        session: { id, provedAt, mfaAt },
        user,
        areas: await withMergedDepartments(db.read, areas),
        enrolled: confirmedAt !== null,
      };
    },

    /**
     * Stores a session, and deletes the person's expired sessions.
     * @param replaces the token hash of a session that ends
     * @returns whether the person has a second factor; undefined if nothing was stored, because the person is
     * suspended or the password has changed
     */
    async insert(
      session: SessionTable,
      replaces: string | undefined,
      { passwordSetAt }: StillHolds,
    ): Promise<{ enrolled: boolean } | undefined> {
      return db.transaction(async (trx) => {
        const user = await lockUser(trx, db.engine, session.userId);
        if (!user || user.suspendedAt !== null) return undefined;
        const since = passwordSetAt === undefined ? undefined : await passwordTime(trx, user.id);
        if (since !== passwordSetAt) return undefined;
        await trx
          .deleteFrom("session")
          .where("userId", "=", user.id)
          .where("expiresAt", "<=", session.createdAt)
          .execute();
        if (replaces) await trx.deleteFrom("session").where("tokenHash", "=", replaces).execute();
        await trx.insertInto("session").values(session).execute();
        await endOldest(trx, session);
        return { enrolled: await isEnrolled(trx, user.id) };
      });
    },

    /** @returns whether the session existed */
    update: (
      id: string,
      changes: Partial<Pick<SessionTable, "tokenHash" | "provedAt" | "mfaAt" | "expiresAt">>,
    ): Promise<boolean> =>
      db.transaction(async (trx) => {
        const session = trx.selectFrom("session").select("userId").where("id", "=", id);
        const userId = (await session.executeTakeFirst())?.userId;
        // Locks the person first, like all code that ends sessions.
        if (!userId || !(await lockUser(trx, db.engine, userId))) return false;
        const changed = trx.updateTable("session").set(changes).where("id", "=", id).returningAll();
        const row = await changed.executeTakeFirst();
        if (row && changes.mfaAt) await endOldest(trx, row);
        return row !== undefined;
      }),

    /**
     * Complete sessions, newest first. A session that waits for its second factor is not listed.
     * @param now epoch milliseconds
     */
    async list(userId: string, now: number): Promise<SessionTable[]> {
      return db.read
        .selectFrom("session")
        .leftJoin("secondFactor", "secondFactor.userId", "session.userId")
        .selectAll("session")
        .where("session.userId", "=", userId)
        .where("expiresAt", ">", now)
        .where(({ or, eb }) => or([eb("mfaAt", "is not", null), eb("confirmedAt", "is", null)]))
        .orderBy("createdAt", "desc")
        .orderBy("id")
        .execute();
    },

    async endByToken(tokenHash: string): Promise<void> {
      await db.write.deleteFrom("session").where("tokenHash", "=", tokenHash).execute();
    },

    /** @returns whether the person had this session */
    async end(userId: string, id: string): Promise<boolean> {
      const { numDeletedRows } = await db.write
        .deleteFrom("session")
        .where("userId", "=", userId)
        .where("id", "=", id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /** @returns how many sessions ended */
    endAllBut: (userId: string, id: string): Promise<number> => endSessions(db.write, userId, id),
  };
}

/**
 * Ends a person's oldest sessions above the limit. Sessions that wait for the second factor have a separate
 * limit, so that a thief who only has the password can't end complete sessions.
 * @param newest a session that does not end
 */
async function endOldest(trx: Query, newest: SessionTable): Promise<void> {
  const older = trx
    .selectFrom("session")
    .select("id")
    .where("userId", "=", newest.userId)
    .where("mfaAt", newest.mfaAt === null ? "is" : "is not", null)
    .where("id", "!=", newest.id)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    // SQLite accepts an offset only with a limit.
    .limit(MAX_ENDED)
    .offset(MAX_SESSIONS - 1);
  await trx.deleteFrom("session").where("id", "in", older).execute();
}

/**
 * Ends a person's sessions inside the caller's transaction.
 * @param but the id of a session that does not end
 * @returns how many sessions ended
 */
export async function endSessions(trx: Query, userId: string, but = ""): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom("session")
    .where("userId", "=", userId)
    .where("id", "!=", but)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

async function passwordTime(trx: Query, userId: string): Promise<number | undefined> {
  const password = trx.selectFrom("password").select("changedAt").where("userId", "=", userId);
  return (await password.executeTakeFirst())?.changedAt;
}

async function isEnrolled(trx: Query, userId: string): Promise<boolean> {
  const factor = trx.selectFrom("secondFactor").select("userId").where("userId", "=", userId);
  return (await factor.where("confirmedAt", "is not", null).executeTakeFirst()) !== undefined;
}

export type SessionsRepo = ReturnType<typeof createSessionsRepo>;
