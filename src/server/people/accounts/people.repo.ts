import type { Allowed } from "../../../shared/people/authorize.ts";
import { type ExpressionBuilder, sql } from "kysely";
import type { AuditAction } from "../../../shared/moderating/audit.ts";
import { type Area, isEverything } from "../../../shared/moderating/areas.ts";
import type { User } from "../../../shared/people/policy.ts";
import {
  type Database,
  insertAudit,
  newId,
  type Query,
  type Schema,
  type StoredRole,
  type UserTable,
} from "../../platform/index.ts";
import { areaText, shownAreas } from "../auth/merged-areas.repo.ts";
import { endSessions } from "../auth/sessions.repo.ts";
import type { Notify } from "./email-links.repo.ts";

/** The admin who changes a person, and the time of the change. */
export interface Change<By extends User = User> {
  /** The admin; null for the command line. */
  by: By | null;
  /** The time of the change, in epoch milliseconds. */
  at: number;
  /** Mails a person who gets rights that they did not have. */
  notify?: Notify;
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
     * that no old session gets admin rights. A new admin has no areas.
     */
    setRole: (
      id: string,
      role: StoredRole,
      by: Change<Allowed<"grantAdmin" | "revokeAdmin">>,
    ): Promise<Outcome> =>
      change(id, by, { takesAdmin: role !== "admin" }, async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable("users")
          .set({ role, updatedAt: by.at })
          .where("id", "=", id)
          .where("role", "!=", role)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return undefined;
        if (role !== "admin") return { action: "revokeAdmin", details: {} };
        await trx.deleteFrom("moderatorArea").where("userId", "=", id).execute();
        await by.notify?.(trx);
        return { action: "grantAdmin", details: { sessionsEnded: await endSessions(trx, id) } };
      }),

    /**
     * Makes a student a moderator of these areas, or replaces a moderator's areas. A new moderator's sessions end, so
     * that no old session gets rights. An admin stays an admin.
     */
    setAreas: (
      id: string,
      areas: readonly NamedArea[],
      by: Change<Allowed<"grantModerator">>,
    ): Promise<Outcome> =>
      change(id, by, { takesAdmin: false }, async (trx) => {
        const person = trx.selectFrom("users").select("role").where("id", "=", id);
        if ((await person.executeTakeFirst())?.role !== "student") return undefined;
        const old = await trx.selectFrom("moderatorArea").selectAll().where("userId", "=", id).execute();
        // People see and name the departments that show the items of merged ones. The rows keep the merged ones for an undo.
        const shown = (await shownAreas(trx, old)).map(areaText);
        const named = uniqueAreas(await shownAreas(trx, areas));
        const asked = new Set(named.map(areaText));
        if (new Set([...shown, ...asked]).size === asked.size && asked.size === new Set(shown).size)
          return undefined;
        const kept = old.filter((_, index) => asked.has(shown[index] ?? ""));
        await trx.deleteFrom("moderatorArea").where("userId", "=", id).execute();
        const added = named
          .filter((area) => !shown.includes(areaText(area)))
          .map(({ universityKey, departmentKey, department }) => {
            return { userId: id, universityKey, departmentKey, department, createdAt: by.at };
          });
        await trx
          .insertInto("moderatorArea")
          .values([...kept, ...added])
          .execute();
        const granted = named.map(({ university, department }) => ({ university, department }));
        const sessionsEnded = old.length === 0 ? await endSessions(trx, id) : 0;
        if (old.length === 0) await by.notify?.(trx);
        return {
          action: "grantModerator",
          details: { areas: areas.some(isEverything) ? [] : granted, sessionsEnded },
        };
      }),

    /** Makes a moderator a student. */
    clearAreas: (id: string, by: Change<Allowed<"revokeModerator">>): Promise<Outcome> =>
      change(id, by, { takesAdmin: false }, async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom("moderatorArea")
          .where("userId", "=", id)
          .executeTakeFirst();
        return numDeletedRows === 0n ? undefined : { action: "revokeModerator", details: {} };
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
    remove: (id: string, by: Change, clear: (trx: Query) => Promise<object>): Promise<Outcome> =>
      change(id, by, { takesAdmin: true, byAdmin: false }, async (trx) => {
        const details = await clear(trx);
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

    /** All moderators with their areas, ordered by email. */
    async moderators(_by: Allowed<"listPeople"> | null): Promise<Moderator[]> {
      const rows = await withAreas(db)
        .innerJoin("users", "users.id", "area.userId")
        .select(["users.email", "users.displayName", "users.suspendedAt"])
        .execute();
      const byPerson = Map.groupBy(rows, ({ userId }) => userId);
      const moderators = [...byPerson.values()].flatMap((own): Moderator[] => {
        const [first] = own;
        if (!first) return [];
        const { email, displayName, suspendedAt } = first;
        return [
          { email, displayName, isSuspended: suspendedAt !== null, areas: uniqueAreas(own.map(asArea)) },
        ];
      });
      return moderators.toSorted((one, other) => (one.email < other.email ? -1 : 1));
    },

    /** The areas of these people by their ids; a person without areas has no entry. */
    async areasOf(_by: Allowed<"listPeople">, ids: readonly string[]): Promise<Map<string, NamedArea[]>> {
      if (ids.length === 0) return new Map();
      const rows = await withAreas(db).where("area.userId", "in", ids).execute();
      const byPerson = Map.groupBy(rows, ({ userId }) => userId);
      return new Map([...byPerson].map(([id, own]) => [id, uniqueAreas(own.map(asArea))]));
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

/** An area with the names that people read. */
export interface NamedArea extends Area {
  /** The name of the university; "" for every university. */
  university: string;
  /** The department as the admin wrote it; "" for every department. */
  department: string;
}

export interface Moderator {
  email: string;
  displayName: string;
  isSuspended: boolean;
  areas: NamedArea[];
}

/** The areas of moderators. A university that no longer exists is shown by its id, and a merged department by the other one. */
const withAreas = (db: Database) =>
  db.read
    .selectFrom("moderatorArea as area")
    .leftJoin("university", "university.id", "area.universityKey")
    .leftJoin("departmentMerge as merge", (join) =>
      join
        .onRef("merge.universityKey", "=", "area.universityKey")
        .onRef("merge.departmentKey", "=", "area.departmentKey"),
    )
    .select(["area.userId", "area.universityKey"])
    .select((eb) => [
      eb.fn.coalesce("university.name", "area.universityKey").as("university"),
      eb.fn.coalesce("merge.shownKey", "area.departmentKey").as("departmentKey"),
      eb.fn.coalesce("merge.shownDepartment", "area.department").as("department"),
    ])
    .orderBy("area.universityKey")
    .orderBy("area.departmentKey");

const asArea = ({ universityKey, departmentKey, university, department }: NamedArea): NamedArea => {
  return { universityKey, departmentKey, university, department };
};

const uniqueAreas = (areas: readonly NamedArea[]): NamedArea[] => [
  ...new Map(areas.map((area) => [areaText(area), area])).values(),
];

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
