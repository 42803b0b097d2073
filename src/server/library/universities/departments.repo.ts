import { sql } from "kysely";
import type { DepartmentAction } from "../../../shared/moderating/audit.ts";
import type { Allowed } from "../../../shared/people/authorize.ts";
import { departmentKey, departmentLabel, departmentValue } from "../../../shared/courses/departments.ts";
import { countedFacets, facets } from "../../../shared/facets/facets.ts";
import { statuses } from "../../../shared/items/status.ts";
import { kinds } from "../../../shared/kinds/index.ts";
import {
  type Act,
  type Database,
  type DepartmentMergeTable,
  insertActAudit,
  type Query,
} from "../../platform/index.ts";
import { chainEnds } from "./merge-chains.ts";
import { existsUnderOtherId, lockMerges, type MovedUniversity } from "./move-courses.repo.ts";

type ManagedAct = Act<"manageUniversities">;

/** How many names one department can have besides its own. */
export const MAX_ALIASES = 30;

/** A department of a university with the number of its items in all kinds and statuses. */
export interface UsedDepartment {
  key: string;
  /** The stored value. */
  name: string;
  items: number;
}

/** The names of one department of a university. */
interface OfUniversity {
  university: string;
  department: string;
}

/** All SQL with which admins merge departments. `reconcile` gives the items to the department that shows them. */
export function createDepartmentsRepo(db: Database) {
  return {
    /** Reads from stored totals the departments of a university that have items. */
    list: (_by: Allowed<"manageUniversities">, university: string): Promise<UsedDepartment[]> =>
      usedDepartments(db.read, university),

    /** Reads the merged departments of a university, the newest merge first. */
    merges: (_by: Allowed<"manageUniversities">, university: string): Promise<DepartmentMergeTable[]> =>
      db.read
        .selectFrom("departmentMerge")
        .selectAll()
        .where("universityKey", "=", university)
        .orderBy("createdAt", "desc")
        .orderBy("departmentKey")
        .execute(),

    /**
     * Makes the name of a department an alias of another one. Departments that were merged into it move with it.
     * @param into any name of the other department
     * @returns the other department, or why they were not merged
     */
    merge: (
      { university, department: key, into }: OfUniversity & { into: string },
      act: ManagedAct,
    ): Promise<{ department: string } | "gone" | "unknown" | "same" | "tooMany"> =>
      db.transaction(async (trx) => {
        await lockMerges(trx, db.engine);
        const name = await lockedName(trx, db, university);
        const used = new Map((await usedDepartments(trx, university)).map((one) => [one.key, one.name]));
        const merges = await mergesOf(trx, university);
        const old = used.get(key);
        if (name === undefined || old === undefined || merges.has(key)) return "gone";
        const merged = merges.get(departmentKey(into));
        const intoKey = merged?.shownKey ?? departmentKey(into);
        if (intoKey === key) return "same";
        const isAlias = [...merges.values()].some(({ shownKey }) => shownKey === intoKey);
        if (!used.has(intoKey) && !isAlias) return "unknown";
        const shownBy = (shown: string) => [...merges.values()].filter(({ shownKey }) => shownKey === shown);
        if (shownBy(key).length + shownBy(intoKey).length + 1 > MAX_ALIASES) return "tooMany";
        const kept = used.get(intoKey) ?? merged?.shownDepartment ?? departmentValue(into);
        const row = { departmentKey: key, department: old, intoKey, intoDepartment: kept };
        const shown = { shownKey: intoKey, shownDepartment: kept };
        await trx
          .insertInto("departmentMerge")
          .values({ universityKey: university, ...row, ...shown, createdAt: act.at })
          .execute();
        await changed(trx, university, act.at);
        await audit(trx, "mergeDepartment", { university, name }, { name: old, into: kept }, act);
        return { department: kept };
      }),

    /** Undoes a merge: the department has its own items again. @returns its name; undefined if it is not merged */
    undo: ({ university, department: key }: OfUniversity, act: ManagedAct): Promise<string | undefined> =>
      db.transaction(async (trx) => {
        await lockMerges(trx, db.engine);
        const name = await lockedName(trx, db, university);
        if (name === undefined) return undefined;
        const undone = await trx
          .deleteFrom("departmentMerge")
          .where("universityKey", "=", university)
          .where("departmentKey", "=", key)
          .returning(["department", "intoDepartment"])
          .executeTakeFirst();
        if (!undone) return undefined;
        await changed(trx, university, act.at);
        const { department, intoDepartment: into } = undone;
        await audit(trx, "undoDepartmentMerge", { university, name }, { name: department, into }, act);
        return department;
      }),
  };
}

export type DepartmentsRepo = ReturnType<typeof createDepartmentsRepo>;

async function usedDepartments(db: Query, university: string): Promise<UsedDepartment[]> {
  const { department, university: place } = facets;
  const [own, both] = [department.counted ?? 0, (department.counted ?? 0) | (place.counted ?? 0)];
  const rest = countedFacets.filter((name) => name !== "department" && name !== "university");
  const each = sql`kind in (${sql.join(kinds.map(({ name }) => name))}) and status in (${sql.join(statuses)})`;
  const only = sql.join(
    rest.map((name) => sql`${sql.ref(name)} = ''`),
    sql` and `,
  );
  const { rows } = await sql<{ key: string; name: string | null; items: number }>`
    select used."key", used.items,
      coalesce((select own.department from "courseCount" as own where own."universityKey" = ${university}
          and own."departmentKey" = used."key" and own.papers > 0),
        (select max(spelling) from "resourceTotal" where ${each} and facets = ${sql.lit(own)}
          and department = used."key" and n > 0 and university = '' and ${only})) as name
    from (select department as "key", sum(n) as items from "resourceTotal" where ${each}
        and facets = ${sql.lit(both)} and university = ${university} and ${only}
      group by department having sum(n) > 0) as used order by used."key"`.execute(db);
  return rows.map(({ key, name, items }) => ({ key, name: name || key, items: Number(items) }));
}

/** Reads the name of a university, and locks the university until the transaction ends. */
async function lockedName(trx: Query, { engine }: Database, id: string): Promise<string | undefined> {
  const row = trx.selectFrom("university").select("name").where("id", "=", id);
  return (await (engine === "postgres" ? row.forUpdate() : row).executeTakeFirst())?.name;
}

async function mergesOf(trx: Query, universityKey: string): Promise<Map<string, DepartmentMergeTable>> {
  const rows = await trx
    .selectFrom("departmentMerge")
    .selectAll()
    .where("universityKey", "=", universityKey)
    .orderBy("departmentKey")
    .execute();
  return new Map(rows.map((row) => [row.departmentKey, row]));
}

/** Follows the chains of merges again, and lets `reconcile` visit the items of the university. */
async function changed(trx: Query, university: string, at: number): Promise<void> {
  await updateShown(trx, university);
  const { updatedAt: seen } = await trx
    .selectFrom("university")
    .select("updatedAt")
    .where("id", "=", university)
    .executeTakeFirstOrThrow();
  const updatedAt = Math.max(at, seen + 1);
  await trx
    .updateTable("university")
    .set({ staleSince: updatedAt, updatedAt })
    .where("id", "=", university)
    .execute();
}

/** Writes the departments that show the items of all merged departments of a university again. */
async function updateShown(trx: Query, universityKey: string): Promise<void> {
  const merges = await mergesOf(trx, universityKey);
  const ends = chainEnds(new Map([...merges].map(([key, { intoKey }]) => [key, intoKey])));
  const names = new Map([...merges.values()].map(({ intoKey, intoDepartment }) => [intoKey, intoDepartment]));
  for (const [key, { shownKey }] of merges) {
    const end = ends.get(key);
    if (end === shownKey) continue;
    if (end === undefined)
      await trx
        .deleteFrom("departmentMerge")
        .where("universityKey", "=", universityKey)
        .where("departmentKey", "=", key)
        .execute();
    else
      await trx
        .updateTable("departmentMerge")
        .set({ shownKey: end, shownDepartment: names.get(end) ?? end })
        .where("universityKey", "=", universityKey)
        .where("departmentKey", "=", key)
        .execute();
  }
}

/** Gives the merged departments of a university to another id, when the university is renamed or merged; see `moveCourses`. */
export async function moveDepartments(trx: Query, moved: MovedUniversity): Promise<void> {
  await trx
    .deleteFrom("departmentMerge")
    .where(existsUnderOtherId("departmentMerge", ["departmentKey"], moved))
    .execute();
  await trx
    .updateTable("departmentMerge")
    .set({ universityKey: moved.to })
    .where("universityKey", "=", moved.id)
    .execute();
  await updateShown(trx, moved.to);
}

const audit = (
  trx: Query,
  action: DepartmentAction,
  place: { university: string; name: string },
  { name, into }: { name: string; into: string },
  act: ManagedAct,
): Promise<void> => {
  const [old, kept] = [departmentLabel(name), departmentLabel(into)];
  return insertActAudit(
    trx,
    action,
    { name: `${old} · ${place.name}`, into: kept, university: place.university },
    act,
  );
};
