import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { type Column, columns, doubtsOf, fieldAt, isDoubtful } from "./columns.ts";
import { isOpen, isPaper } from "./groups.ts";
import type { ShownRow } from "./pile-view.ts";

/** The columns of the table in order. */
export const gridColumns = ["select", "page", ...columns, "status"] as const;
export type GridColumn = (typeof gridColumns)[number];

export interface GridCell {
  row: string;
  column: GridColumn;
}

export interface Editing {
  /** The typed text that began the change; undefined if the cell keeps its text. */
  text?: string | undefined;
  /** Whether the person goes from doubt to doubt, so that the next one opens after this one. */
  isWalk: boolean;
}

/** Where to go after a cell was changed; `chosen` by the mouse, `away` if the focus is somewhere else already. */
export type Move = "down" | "right" | "left" | "stay" | "chosen" | "away";

export type Grid = ReturnType<typeof useGrid>;

export const isDetail = (column: GridColumn): column is Column => columns.some((name) => name === column);

/**
 * The active cell of the table, the range below it, and whether it is being changed.
 * @param rows the rows that the table shows
 */
export function useGrid(rows: ShownRow[], table: RefObject<HTMLTableElement | null>) {
  const [chosen, setActive] = useState<GridCell>();
  const [end, setEnd] = useState<string>();
  const [editing, setEditing] = useState<Editing>();
  // The active cell takes the focus each time that this number grows.
  const [focused, setFocused] = useState(0);
  const isThere = chosen && rows.some(({ id }) => id === chosen.row);
  // In the cell of the page, the letters of the screen work.
  const active: GridCell = isThere ? chosen : { row: rows[0]?.id ?? "", column: "page" };
  const indexOf = (id: string) => rows.findIndex((row) => row.id === id);

  const focus = useEffectEvent(() => {
    if (editing) return;
    const name = CSS.escape(`${active.row} ${active.column}`);
    const cell =
      table.current?.querySelector<HTMLElement>(`[data-cell="${name}"]`) ??
      table.current?.querySelector<HTMLElement>(`[data-wide="${CSS.escape(active.row)}"]`);
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: "nearest" });
  });
  useEffect(() => {
    if (focused > 0) focus();
  }, [focused]);

  function activate(cell: GridCell, change?: Editing): void {
    setFocused((times) => times + 1);
    setActive(cell);
    setEnd(undefined);
    setEditing(change);
  }

  /** Ends a change, and leaves the focus where it is. */
  const leave = () => setEditing(undefined);

  /** Moves by rows and columns, within the table. */
  function step(down: number, right: number, from = active): GridCell {
    const row = rows[Math.min(Math.max(indexOf(from.row) + down, 0), rows.length - 1)];
    const column = gridColumns.indexOf(from.column) + right;
    return {
      row: row?.id ?? from.row,
      column: gridColumns[Math.min(Math.max(column, 0), gridColumns.length - 1)] ?? from.column,
    };
  }

  /** Opens the next detail to check, after the active cell and then from the top. @returns whether there is one */
  function nextDoubt(from = active): boolean {
    const doubts = rows.filter(isPaper).flatMap((row): GridCell[] => {
      const details = doubtsOf(row).flatMap(({ field }) => {
        const column = columns.find((name) => name === field.column);
        return column ? { row: row.id, column } : [];
      });
      // The status of a PDF of several exams opens the paper, where the person splits or keeps it.
      return row.proposedSplit ? [...details, { row: row.id, column: "status" }] : details;
    });
    const placeOf = ({ row, column }: GridCell) =>
      indexOf(row) * gridColumns.length + gridColumns.indexOf(column);
    const others = doubts.filter((cell) => placeOf(cell) !== placeOf(from));
    const next = others.find((cell) => placeOf(cell) > placeOf(from)) ?? others[0];
    if (next) activate(next, isDetail(next.column) ? { isWalk: true } : undefined);
    return next !== undefined;
  }

  /**
   * Opens the field of a cell, if its row can change and has this field.
   * @param isWalk whether the next doubt opens after this cell, if it is one to check
   */
  function edit(cell: GridCell, { text, isWalk = false }: Partial<Editing> = {}): boolean {
    const row = rows.find(({ id }) => id === cell.row);
    const field = row && isOpen(row) && isDetail(cell.column) ? fieldAt(row, cell.column) : undefined;
    if (!row || !field) return false;
    activate(cell, { text, isWalk: isWalk && isDoubtful(row, field.name) });
    return true;
  }

  /** Extends the range from the active cell. */
  function extend(down: number): void {
    const next = step(down, 0, { ...active, row: end ?? active.row }).row;
    setEnd(next === active.row ? undefined : next);
  }

  /** The ids of the rows of the range below or above the active cell, without its own row. */
  const range: string[] = [];
  if (end !== undefined) {
    const [from, to] = [indexOf(active.row), indexOf(end)];
    const [low, high] = from < to ? [from + 1, to] : [to, from - 1];
    range.push(
      ...rows
        .slice(low, high + 1)
        .filter(isOpen)
        .map(({ id }) => id),
    );
  }

  return { active, editing, end, setEnd, activate, leave, step, nextDoubt, edit, extend, range };
}
