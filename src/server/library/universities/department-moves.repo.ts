import { sql, type SqlBool } from "kysely";
import { departmentKey } from "../../../shared/courses/departments.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import {
  type Database,
  type DepartmentMoveTable,
  listOf,
  type Query,
  type ResourceTable,
} from "../../platform/index.ts";
import type { MergedDepartments, PlacedDepartment } from "./department-names.repo.ts";

type Item = Pick<ResourceTable, "id" | "kind" | "universityKey" | "departmentKey" | "department">;

/** Reads the departments that these items had before merges, by item. */
export async function movesOf(
  trx: Query,
  engine: Database["engine"],
  ids: readonly string[],
): Promise<Map<string, DepartmentMoveTable>> {
  const rows = await trx
    .selectFrom("departmentMove")
    .selectAll()
    .where(sql<SqlBool>`"itemId" in ${listOf(engine, ids)}`)
    .execute();
  return new Map(rows.map((row) => [row.itemId, row]));
}

/**
 * Returns the department that an item belongs to now. It follows the merges from the department that the item had before
 * all of them. After an undo, that is the earlier department again.
 * @param move outdated, and ignored, if somebody gave the item another university or department since
 * @returns also `original`, if the merges lead to another department
 */
export function departmentNow(
  item: Item,
  departments: MergedDepartments | undefined,
  move: DepartmentMoveTable | undefined,
): { now: PlacedDepartment; original: PlacedDepartment | undefined } | undefined {
  const { universityKey, departmentKey: key, department } = item;
  if (key === null || department === null) return undefined;
  const isCurrent = move && move.universityKey === universityKey && move.shownKey === key;
  const first = isCurrent
    ? { departmentKey: move.departmentKey, department: move.department }
    : { departmentKey: key, department };
  const shown = departments?.shown.get(first.departmentKey);
  // An item that has the right department keeps its spelling.
  const now = !shown ? first : shown.departmentKey === key ? { departmentKey: key, department } : shown;
  return { now, original: shown && first };
}

/** Remembers the departments that new items had before merges. */
export async function insertMoves(trx: Query, moves: readonly DepartmentMoveTable[]): Promise<void> {
  if (moves.length > 0)
    await trx
      .insertInto("departmentMove")
      .values([...moves])
      .onConflict((conflict) =>
        conflict.column("itemId").doUpdateSet((eb) => ({
          universityKey: eb.ref("excluded.universityKey"),
          shownKey: eb.ref("excluded.shownKey"),
          departmentKey: eb.ref("excluded.departmentKey"),
          department: eb.ref("excluded.department"),
        })),
      )
      .execute();
}

/** Remembers the department that an item had before merges, or forgets it if no merge concerns the item any more. */
export async function storeMove(
  trx: Query,
  itemId: string,
  old: DepartmentMoveTable | undefined,
  move: DepartmentMoveTable | undefined,
): Promise<void> {
  if (move) {
    const isSame =
      old &&
      old.universityKey === move.universityKey &&
      old.shownKey === move.shownKey &&
      old.departmentKey === move.departmentKey;
    if (!isSame) await insertMoves(trx, [move]);
  } else if (old) await trx.deleteFrom("departmentMove").where("itemId", "=", itemId).execute();
}

/** Gives the new department to the waiting change of an item, if the change doesn't concern the department. */
export async function moveChange(trx: Query, item: Item, now: PlacedDepartment): Promise<void> {
  const { fields: declared } = kindNamed(item.kind);
  const [name] = Object.entries(declared).find(([, { column }]) => column === "department") ?? [];
  if (name === undefined) return;
  const change = await trx
    .selectFrom("change")
    .select(["id", "fields"])
    .where("resourceId", "=", item.id)
    .executeTakeFirst();
  if (!change) return;
  const fields = JSON.parse(change.fields) as Record<string, string>;
  if (departmentKey(fields[name] ?? "") !== item.departmentKey) return;
  await trx
    .updateTable("change")
    .set({ fields: JSON.stringify({ ...fields, [name]: now.department }) })
    .where("id", "=", change.id)
    .execute();
}
