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

/** The admin who changes a person, and when. */
export interface Change<By extends User = User> {
  /** Null for the command line. */
  by: By | null;
  /** Epoch milliseconds. */
  at: number;
}

/** `notAdmin`: who acts was no admin any more when it came to it. */
export type Outcome = "changed" | "unchanged" | "lastAdmin" | "notAdmin";

/** Any number; this one's changes of people wait for each other and for nothing else. */
const PEOPLE_LOCK = 20_261_121_02;

/** People as admins see and change them. Every change leaves a row in the audit trail, in its transaction. */
export function createPeopleRepo(db: Database) {
  /**
   * Runs one change at a time, so that admins who change each other at once leave one.
   * @param takesAdmin whether the change takes an admin out of office
   * @param byAdmin whether it takes an admin; one's own account everybody may delete
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
     * Grants or takes the role of admin; the last admin in office stays. Who becomes one signs in again: no session
     * from before opens what an admin may do.
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

    /** Suspends and ends every session of the person; the last admin in office stays. */
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
     * Takes a person away, with all that proves who they are; the last admin in office stays.
     * @param clear does what is to be done with their contributions
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

    /** By email. @param page zero-based */
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

/** People with a text in their email or name, in any case. */
function found(search = "") {
  const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  return ({ or }: ExpressionBuilder<Schema, "users">) =>
    or([
      sql<boolean>`email like ${pattern} escape '\\'`,
      sql<boolean>`lower("displayName") like ${pattern} escape '\\'`,
    ]);
}

export type PeopleRepo = ReturnType<typeof createPeopleRepo>;
