import { sql, type SqlBool } from "kysely";
import { type Database, listOf } from "../../platform/index.ts";
import { storedTotal } from "../items/totals.repo.ts";
import { type ResourceRow, visibleRows } from "../items/resource-rows.repo.ts";
import { type ListFilter, visible } from "../items/resource-filter.repo.ts";

/** Items with one title of a course. `universityKey` is "" for items without a university. */
export interface ShelfCount {
  kind: string;
  universityKey: string;
  subjectKey: string;
  items: number;
}

/** All SQL for the notes, books and labs beside the papers of a course. */
export function createShelvesRepo({ read, engine }: Database) {
  return {
    /** How many items of these kinds have one of these titles, and this university or none. */
    async counts(
      kinds: readonly string[],
      universityKey: string,
      subjectKeys: readonly string[],
    ): Promise<ShelfCount[]> {
      if (subjectKeys.length === 0) return [];
      const rows = await read
        .selectFrom("courseShelf")
        .selectAll()
        .where("kind", "in", [...kinds])
        .where("universityKey", "in", [...new Set([universityKey, ""])])
        .where(sql<SqlBool>`"subjectKey" in ${listOf(engine, subjectKeys)}`)
        .where("items", ">", 0)
        .execute();
      return rows.map((row) => ({ ...row, items: Number(row.items) }));
    },

    /** The newest items of each shelf, at most `size` of each; those without a university come last. */
    async newest(shelves: readonly ShelfCount[], size: number): Promise<ResourceRow[]> {
      if (shelves.length === 0) return [];
      const each = shelves.map(
        ({ kind, universityKey, subjectKey }) => sql`select * from (
          select resource.id, ${sql.lit(universityKey === "" ? 1 : 0)} as general, resource."createdAt" from resource
          where resource.kind = ${kind} and resource."subjectKey" = ${subjectKey}
            and resource."universityKey" ${universityKey === "" ? sql`is null` : sql`= ${universityKey}`}
            and resource."codeNorm" is null and ${visible(undefined)}
          order by resource."createdAt" desc, resource.id desc limit ${sql.lit(size)}) as shelf`,
      );
      const { rows } = await sql<{ id: string; general: number; createdAt: number }>`
        ${sql.join(each, sql` union all `)}`.execute(read);
      const ids = rows
        .toSorted(
          (one, other) =>
            one.general - other.general || other.createdAt - one.createdAt || (one.id > other.id ? -1 : 1),
        )
        .map(({ id }) => id);
      return visibleRows(read, engine, ids, undefined);
    },

    /** The number of Approved items of a list, from stored totals. */
    total: async (filter: ListFilter): Promise<number> =>
      (await storedTotal(read, filter, ["Approved"])) ?? 0,
  };
}

export type ShelvesRepo = ReturnType<typeof createShelvesRepo>;
