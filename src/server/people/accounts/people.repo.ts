import type { Allowed } from "../../../shared/authorize.ts";
import { type ExpressionBuilder, sql } from "kysely";
import type { AuditAction } from "../../../shared/audit.ts";
import type { Role, User } from "../../../shared/policy.ts";
import {
  type Database,
  insertAudit,
  newId,
  type Query,
  type Schema,
  type UserTable,
} from "../../platform/index.ts";
import { endSessions } from "../auth/sessions.repo.ts";

/** The admin who changes a person, and the time of the change. */
export interface Change<By extends User = User> {
  /** The admin; null for the command line. */
  by: By | null;
  /** The time of the change, in epoch milliseconds. */
  at: number;
}

/** `notAdmin` means that the acting admin lost the role before the change. */
export type Outcome = "changed" | "unchanged" | "lastAdmin" | "notAdmin";

/** An arbitrary key for the advisory lock of these changes. No other code uses it. */
const PEOPLE_LOCK = 20_261_121_02;

/** SQL for the actions of admins on people. The same transaction adds a row to the audit trail. */
export function createPeopleRepo(db: Database) {
  /**
   * Runs one change at a time: otherwise, two admins who revoke each other's role at the same time could
   * leave no admin.
   * @param takesAdmin whether the change removes or suspends an admin
   * @param byAdmin whether only an admin may make the change; a person may delete their own account
   */
  async function change(
    id: string,
    { by, at }: Change,
    { takesAdmin, byAdmin = true }: { takesAdmin: boolean; byAdmin?: boolean },
    act: (trx: Query) => Promise<{ action: AuditAction; details: object } | undefined>,
  ): Promise<Outcome> {
    return db.transaction(async (trx) => {
      if (db.engine === "postgres") await sql`select pg_advisory_xact_lock(${PEOPLE_LOCK})`.execute(trx);
      const rows = await trx
        .selectFrom("users")
        .select("id")
        .where("role", "=", "admin")
        .where("suspendedAt", "is", null)
        .execute();
      const admins = rows.map((admin) => admin.id);
      if (by && byAdmin && !admins.includes(by.id)) return "notAdmin";
      if (takesAdmin && admins.length === 1 && admins[0] === id) return "lastAdmin";
      const target = await trx.selectFrom("users").select("email").where("id", "=", id).executeTakeFirst();
      const done = target && (await act(trx));
      if (!done) return "unchanged";
      await insertAudit(trx, {
        id: newId(at),
        at,
        actorId: by?.id ?? null,
        actorEmail: by?.email ?? null,
        targetId: id,
        targetEmail: target.email,
        action: done.action,
        details: JSON.stringify(done.details),
      });
      return "changed";
    });
  }

  return {
    /**
     * Grants or revokes the role of admin, but keeps the last active admin. A new admin's sessions end, so
     * that no old session gets admin rights.
     */
    setRole: (id: string, role: Role, by: Change<Allowed<"grantAdmin" | "revokeAdmin">>): Promise<Outcome> =>
      change(id, by, { takesAdmin: role !== "admin" }, async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable("users")
          .set({ role, updatedAt: by.at })
          .where("id", "=", id)
          .where("role", "!=", role)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return undefined;
        if (role !== "admin") return { action: "revokeAdmin", details: {} };
        return { action: "grantAdmin", details: { sessionsEnded: await endSessions(trx, id) } };
      }),

    /** Suspends a person and ends all their sessions, but keeps the last active admin. */
    suspend: (id: string, by: Change<Allowed<"suspend">>): Promise<Outcome> =>
      change(id, by, { takesAdmin: true }, async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable("users")
          .set({ suspendedAt: by.at, updatedAt: by.at })
          .where("id", "=", id)
          .where("suspendedAt", "is", null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return undefined;
        return { action: "suspend", details: { sessionsEnded: await endSessions(trx, id) } };
      }),

    reinstate: (id: string, by: Change<Allowed<"suspend">>): Promise<Outcome> =>
      change(id, by, { takesAdmin: false }, async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable("users")
          .set({ suspendedAt: null, updatedAt: by.at })
          .where("id", "=", id)
          .where("suspendedAt", "is not", null)
          .executeTakeFirst();
        return numUpdatedRows === 0n ? undefined : { action: "reinstate", details: {} };
      }),

    /**
     * Deletes a person with their logins, but keeps the last active admin.
     * @param clear handles the person's contributions in the same transaction
     */
    remove: (
      id: string,
      by: Change,
      clear: (trx: Query, engine: Database["engine"]) => Promise<object>,
    ): Promise<Outcome> =>
      change(id, by, { takesAdmin: true, byAdmin: false }, async (trx) => {
        const details = await clear(trx, db.engine);
        await trx.deleteFrom("users").where("id", "=", id).execute();
        return { action: "deleteAccount", details };
      }),

    /** A page of people, ordered by email. @param page zero-based */
    async list(
      _by: Allowed<"listPeople">,
      search: string | undefined,
      page: number,
      size: number,
    ): Promise<UserTable[]> {
      return db.read
        .selectFrom("users")
        .selectAll()
        .where(found(search))
        .orderBy("email")
        .limit(size)
        .offset(page * size)
        .execute();
    },

    async count(_by: Allowed<"listPeople">, search: string | undefined): Promise<number> {
      const { count } = await db.read
        .selectFrom("users")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where(found(search))
        .executeTakeFirstOrThrow();
      return count;
    },
  };
}

/** People whose email or name contains a text, ignoring case. */
function found(search = "") {
  const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  return ({ or }: ExpressionBuilder<Schema, "users">) =>
    or([
      sql<boolean>`email like ${pattern} escape '\\'`,
      sql<boolean>`lower("displayName") like ${pattern} escape '\\'`,
    ]);
}

export type PeopleRepo = ReturnType<typeof createPeopleRepo>;
