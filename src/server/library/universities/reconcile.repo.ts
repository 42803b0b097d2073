import { sql } from "kysely";
import { countedFacets, facets } from "../../../shared/facets/facets.ts";
import { kinds } from "../../../shared/kinds/index.ts";
import { withTokens } from "../../../shared/search/tokens.ts";
import { statuses } from "../../../shared/items/status.ts";
import { universityNameKey } from "../../../shared/courses/universities.ts";
import type { Database, DepartmentMoveTable, Query, ResourceTable } from "../../platform/index.ts";
import { departmentNow, moveChange, movesOf, storeMove } from "./department-moves.repo.ts";
import { departmentsMerged, type MergedDepartments } from "./department-names.repo.ts";
import { aliasTokens, type Describe, withDepartment } from "./place-rows.ts";
import { type FoundUniversity, placedIn, universitiesNamed } from "./university-names.repo.ts";

/**
 * The number of ids that are read at once. No index has the items of a university in the order of their ids, so each read
 * sorts all of them.
 */
const IDS = 10_000;
/** How long a name without items stays, in ms: a contribution with this name may not be committed yet. */
const UNUSED = 60_000;

/** The columns of an item that depend on its university and department. */
const PLACED = [
  "university",
  "universityKey",
  "department",
  "departmentKey",
  "title",
  "searchText",
  "searchTitle",
] as const satisfies (keyof ResourceTable)[];

export interface UsedKey {
  /** The value of `universityKey`. */
  key: string;
  /** A spelling of it in the items. */
  name: string;
  /** How many items have it, in all kinds and statuses. */
  items: number;
}

/** All SQL that makes items agree with the table of universities. */
export function createReconcileRepo(db: Database, describe: Describe) {
  async function placeItem(
    trx: Query,
    row: ResourceTable,
    university: FoundUniversity,
    departments: MergedDepartments | undefined,
    move: DepartmentMoveTable | undefined,
  ): Promise<void> {
    const found = departmentNow(row, departments, move);
    const { departmentKey } = found?.now ?? {};
    const placed = placedIn(found ? withDepartment(row, row.kind, found.now) : row, university);
    const described = describe(placed);
    const words = [...university.words, ...aliasTokens(departments, departmentKey)];
    const now = { ...placed, ...described, searchText: withTokens(described.searchText, words) };
    const changed = PLACED.filter((column) => now[column] !== row[column]);
    if (changed.length > 0)
      await trx
        .updateTable("resource")
        .set(Object.fromEntries(changed.map((column) => [column, now[column]])))
        .where("id", "=", row.id)
        .execute();
    if (found && departmentKey !== row.departmentKey) await moveChange(trx, row, found.now);
    const stored = found?.original && {
      itemId: row.id,
      universityKey: university.id,
      shownKey: found.now.departmentKey,
      ...found.original,
    };
    await storeMove(trx, row.id, move, stored);
  }

  return {
    /** The universities of all items, from stored totals. */
    async usedKeys(): Promise<UsedKey[]> {
      const { rows } = await sql<UsedKey>`select university as "key", max(spelling) as name, sum(n) as items
        from "resourceTotal" where kind in (${sql.join(kinds.map(({ name }) => name))})
          and status in (${sql.join(statuses)}) and facets = ${sql.lit(facets.university.counted)}
          and university <> '' group by university having sum(n) > 0`.execute(db.read);
      return rows.map(({ key, name, items }) => ({ key, name: name || key, items: Number(items) }));
    },

    /** The universities with their time of change; see `UniversityTable.staleSince`. */
    universities: (): Promise<{ id: string; staleSince: number | null; isConfirmed: number }[]> =>
      db.read.selectFrom("university").select(["id", "staleSince", "isConfirmed"]).execute(),

    /** Which of these names are known, by `universityNameKey`. */
    named: (names: readonly string[]) => universitiesNamed(db.read, db.engine, names),

    /** Adds names that no admin has confirmed. */
    async addUnknown(unknown: readonly Pick<UsedKey, "key" | "name">[], at: number): Promise<void> {
      await db.transaction(async (trx) => {
        const known = await universitiesNamed(
          trx,
          db.engine,
          unknown.map(({ name }) => name),
        );
        for (const { key: id, name } of unknown) {
          if (known.has(universityNameKey(name))) continue;
          const times = { staleSince: at, createdAt: at, updatedAt: at };
          await trx
            .insertInto("university")
            .values({ id, name, banglaName: "", isConfirmed: 0, ...times })
            .onConflict((conflict) => conflict.column("id").doNothing())
            .execute();
          await trx
            .insertInto("universityName")
            .values({ key: universityNameKey(name), universityId: id, name })
            .onConflict((conflict) => conflict.column("key").doNothing())
            .execute();
        }
      });
    },

    /**
     * The ids of the next items with this key, in order.
     * @param after the last id that was read before; "" for the first ones
     * @param department only items with this normal form of a department
     * @returns `isLast` if no items follow
     */
    async idsOf(
      key: string,
      after: string,
      department?: string,
    ): Promise<{ ids: string[]; isLast: boolean }> {
      const rows = await db.read
        .selectFrom("resource")
        .select("id")
        .where(
          "kind",
          "in",
          kinds.map(({ name }) => name),
        )
        .where("status", "in", [...statuses])
        .where("universityKey", "=", key)
        .$if(department !== undefined, (query) => query.where("departmentKey", "=", department as string))
        .where("id", ">", after)
        .orderBy("id")
        .limit(IDS)
        .execute();
      return { ids: rows.map(({ id }) => id), isLast: rows.length < IDS };
    },

    /** The merged departments that still have items, from stored totals. An earlier release, or a race, gave them these. */
    async mergedDepartments(): Promise<{ universityKey: string; departmentKey: string }[]> {
      const { department, university } = facets;
      const rest = countedFacets.filter((name) => name !== "department" && name !== "university");
      const { rows } = await sql<{ universityKey: string; departmentKey: string }>`
        select distinct merge."universityKey", merge."departmentKey" from "departmentMerge" as merge
        join "resourceTotal" as total on total.kind in (${sql.join(kinds.map(({ name }) => name))})
          and total.status in (${sql.join(statuses)})
          and total.facets = ${sql.lit((department.counted ?? 0) | (university.counted ?? 0))}
          and total.department = merge."departmentKey" and total.university = merge."universityKey"
          and ${sql.join(
            rest.map((name) => sql`total.${sql.ref(name)} = ''`),
            sql` and `,
          )}
        where total.n > 0`.execute(db.read);
      return rows;
    },

    /**
     * Refers items to the university that their names mean now and to the department that shows them, and updates their
     * search words. Items that don't have the key any more stay as they are. The version of an item stays, because an open
     * edit form is still valid.
     */
    place: (key: string, ids: readonly string[]): Promise<void> =>
      db.transaction(async (trx) => {
        const next = trx
          .selectFrom("resource")
          .selectAll()
          .where("id", "in", ids)
          .where("universityKey", "=", key)
          .orderBy("id");
        const rows = await (db.engine === "postgres" ? next.forUpdate() : next).execute();
        const found = await universitiesNamed(
          trx,
          db.engine,
          rows.flatMap(({ university }) => university ?? []),
        );
        const departments = await departmentsMerged(
          trx,
          db.engine,
          [...found.values()].map(({ id }) => id),
        );
        const moves = await movesOf(trx, db.engine, ids);
        for (const row of rows) {
          const university = found.get(universityNameKey(row.university ?? ""));
          if (university)
            await placeItem(trx, row, university, departments.get(university.id), moves.get(row.id));
        }
      }),

    /** Notes that the items of these universities show all changes until then. */
    async reconciled(universities: readonly { id: string; staleSince: number | null }[]): Promise<void> {
      await db.transaction(async (trx) => {
        for (const { id, staleSince } of universities)
          await trx
            .updateTable("university")
            .set({ staleSince: null })
            .where("id", "=", id)
            .where("staleSince", "=", staleSince)
            .execute();
      });
    },

    /** Removes unconfirmed names that no item uses. @param now epoch milliseconds */
    async removeUnused(ids: readonly string[], now: number): Promise<void> {
      await db.transaction(async (trx) => {
        for (const id of ids)
          await trx
            .deleteFrom("university")
            .where("id", "=", id)
            .where("isConfirmed", "=", 0)
            .where("updatedAt", "<=", now - UNUSED)
            .execute();
      });
    },
  };
}

export type ReconcileRepo = ReturnType<typeof createReconcileRepo>;
