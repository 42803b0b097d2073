import { type RawBuilder, sql, type SqlBool } from "kysely";
import { type Database, listOf, type ResourceTable } from "../../platform/index.ts";
import { checkedOnly, type ListFilter, visible } from "../items/resource-filter.repo.ts";
import { storedTotal } from "../items/totals.repo.ts";

/** Items with one title of a course. `universityKey` is "" for items without a university. */
export interface ShelfCount {
  kind: string;
  universityKey: string;
  subjectKey: string;
  items: number;
}

/** The items of a kind and a department at a university, such as syllabi. */
export interface DepartmentShelf {
  kind: string;
  universityKey: string;
  departmentKey: string;
}

/** The columns of an item on a shelf. */
export interface ShelfRow extends Pick<ResourceTable, "id" | "kind" | "title" | "year" | "createdAt"> {
  /** 1 for an item without a university. */
  isGeneral: number;
  uploaderName: string;
  uploaderEmail: string;
}

/** All SQL for the syllabi, notes, books and labs beside the papers of a course. */
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
    async newest(
      titled: readonly ShelfCount[],
      general: readonly DepartmentShelf[],
      size: number,
    ): Promise<ShelfRow[]> {
      // With the constant, SQLite can use the index "resource_shelf". A condition of no code would make it prefer the index
      // of codes, which has as many rows without a code as the archive has notes.
      const conditions = [
        ...titled.map(
          ({ kind, universityKey, subjectKey }) => sql`resource.kind = ${kind}
            and resource.kind <> 'question' and resource."subjectKey" = ${subjectKey}
            and resource."universityKey" ${universityKey === "" ? sql`is null` : sql`= ${universityKey}`}`,
        ),
        ...general.map(
          ({ kind, universityKey, departmentKey }) => sql`resource.kind = ${kind}
            and resource."universityKey" = ${universityKey}
            and ${checkedOnly(sql`resource."departmentKey" = ${departmentKey}`)}`,
        ),
      ];
      if (conditions.length === 0) return [];
      const each = conditions.map(
        (
          condition: RawBuilder<unknown>,
        ) => sql`select * from (select resource.id, resource.kind, resource.title,
            resource.year, resource."createdAt",
            case when resource."universityKey" is null then 1 else 0 end as "isGeneral",
            coalesce(users."displayName", resource."userName") as "uploaderName",
            coalesce(users.email, resource.email) as "uploaderEmail"
          from resource left join users on users.id = resource."uploaderId"
          where ${condition} and ${visible(undefined)}
          order by resource."createdAt" desc, resource.id desc limit ${sql.lit(size)}) as shelf`,
      );
      const { rows } = await sql<ShelfRow>`${sql.join(each, sql` union all `)}`.execute(read);
      return rows.toSorted(
        (one, other) =>
          one.isGeneral - other.isGeneral ||
          Number(other.createdAt) - Number(one.createdAt) ||
          (one.id > other.id ? -1 : 1),
      );
    },

    /** The number of Approved items of a list, from stored totals. */
    total: async (filter: ListFilter): Promise<number> =>
      (await storedTotal(read, filter, ["Approved"])) ?? 0,
  };
}

export type ShelvesRepo = ReturnType<typeof createShelvesRepo>;
