import { kindNamed } from "../../../shared/kinds/index.ts";
import { withTokens } from "../../../shared/search/tokens.ts";
import type { Database, DepartmentMoveTable, Query, ResourceTable } from "../../platform/index.ts";
import { departmentsMerged } from "../universities/department-names.repo.ts";
import { aliasTokens, withDepartment } from "../universities/place-rows.ts";
import { withUniversities } from "../universities/university-names.repo.ts";
import { itemFields, searchColumns } from "./resource-row.ts";

type Engine = Database["engine"];
/** A whole item, or the columns that an edit writes. */
type Columns = Partial<ResourceTable>;

/**
 * Refers items to their universities and departments before they are stored, whichever of their names people typed.
 * @param kind of the items, if the rows don't have it
 */
export async function placedItems<Row extends Columns>(
  db: Query,
  engine: Engine,
  rows: readonly Row[],
  kind?: string,
): Promise<Row[]> {
  const placed = await withUniversities(db, engine, rows);
  const ids = placed.flatMap(({ universityKey }) => universityKey ?? []);
  const merged = await departmentsMerged(db, engine, ids);
  if (merged.size === 0) return placed;
  return placed.map((row) => {
    const departments = merged.get(row.universityKey ?? "");
    if (!departments || !row.departmentKey) return row;
    const shown = departments.shown.get(row.departmentKey);
    const named = shown ? withDepartment(row, kind ?? row.kind ?? "", shown) : row;
    if (named.searchText === undefined) return named;
    const described = shown ? describedColumns(named, kind) : undefined;
    const words = [
      ...(described?.searchText.trim().split(" ") ?? []),
      ...aliasTokens(departments, named.departmentKey),
    ];
    return { ...named, ...described, searchText: withTokens(named.searchText, words) };
  });
}

/** An edit writes all columns that the search columns depend on. */
function describedColumns(row: Columns, kind: string | undefined) {
  const declared = kindNamed(kind ?? row.kind ?? "");
  return searchColumns(declared, itemFields(declared, row as ResourceTable));
}

/** Refers one item to its university and department; see `placedItems`. */
export async function placedItem<Row extends Columns>(
  db: Query,
  engine: Engine,
  row: Row,
  kind: string,
): Promise<Row> {
  const [placed = row] = await placedItems(db, engine, [row], kind);
  return placed;
}

/** Returns the departments that new items had before merges. @param typed the rows as they were before `placedItems` */
export const movesOfNew = (
  typed: readonly ResourceTable[],
  placed: readonly ResourceTable[],
): DepartmentMoveTable[] =>
  placed.flatMap(({ id, universityKey, departmentKey: shownKey }, index) => {
    const { departmentKey, department } = typed[index] as ResourceTable;
    const isMoved = shownKey !== departmentKey && shownKey !== null;
    return isMoved && universityKey !== null && departmentKey !== null && department !== null
      ? [{ itemId: id, universityKey, shownKey, departmentKey, department }]
      : [];
  });
