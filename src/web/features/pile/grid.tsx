import { type KeyboardEvent, type MouseEvent, type RefObject, useState } from "react";
import { pileMessages } from "../../../shared/messages/en-pile-screen.ts";
import { useMessages } from "../../ui/messages.ts";
import { rowsForMonth } from "./rows-for-month.ts";
import { cellAt } from "./cell-at.ts";
import { fieldAt, isDoubtful, isMaybeNone, textOfValue } from "./columns.ts";
import { GridRow } from "./grid-row.tsx";
import { isOpen } from "./groups.ts";
import type { ShownRow } from "./pile-view.ts";
import type { LivePile } from "./use-pile.ts";
import { type Grid, type GridCell, gridColumns, isDetail, type Move } from "./use-grid.ts";
import { useFillHandle } from "./use-fill-handle.ts";

export interface PileGridProps {
  pile: LivePile;
  /** The rows that the filter shows. */
  rows: ShownRow[];
  grid: Grid;
  table: RefObject<HTMLTableElement | null>;
  selected: ReadonlySet<string>;
  /** @param change returns the new selection */
  onSelected: (change: (before: ReadonlySet<string>) => ReadonlySet<string>) => void;
  onOpen: (rowId: string, field?: string) => void;
}

const PAGE = 10;
const MOVES: Record<Move, [down: number, right: number]> = {
  down: [1, 0],
  right: [0, 1],
  left: [0, -1],
  stay: [0, 0],
  chosen: [0, 0],
  away: [0, 0],
};
/** The keys that move the active cell: by rows and columns. */
const ARROWS: Record<string, [down: number, right: number]> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  PageDown: [PAGE, 0],
  PageUp: [-PAGE, 0],
  Home: [0, -gridColumns.length],
  End: [0, gridColumns.length],
};

/** The table of a pile's papers, which works like a spreadsheet. */
export function PileGrid({ pile, rows, grid, table, selected, onSelected, onOpen }: PileGridProps) {
  const words = useMessages(pileMessages);
  const forMonth = rowsForMonth(pile.rows);
  const [said, setSaid] = useState("");
  const { active, editing, end } = grid;
  const { store } = pile;

  const fill = (targets: string[]) => {
    const from = rows.find(({ id }) => id === active.row);
    const field = from && isDetail(active.column) ? fieldAt(from, active.column) : undefined;
    if (!from || !field || targets.length === 0) return;
    // An empty value is a confirmation that the paper prints none, which nobody gave here.
    if (isMaybeNone(from, field.name)) return;
    const value = from.fields[field.name]?.value ?? "";
    void store.edit({ rows: targets, values: { [field.name]: value } });
    setSaid(words.filled(targets.length, textOfValue(field, value)));
    grid.setEnd(undefined);
  };
  const handle = useFillHandle(grid, fill);

  /** The rows that Ctrl+D fills: the range, the other selected rows, or none. */
  const targets = () => {
    if (grid.range.length > 0 || !selected.has(active.row)) return grid.range;
    return rows
      .filter((row) => selected.has(row.id) && row.id !== active.row && isOpen(row))
      .map(({ id }) => id);
  };
  const shown = isDetail(active.column) ? targets() : [];

  function fillDown(): void {
    if (shown.length > 0) return fill(shown);
    const above = rows[rows.findIndex(({ id }) => id === active.row) - 1];
    const row = rows.find(({ id }) => id === active.row);
    const field = row && isDetail(active.column) ? fieldAt(row, active.column) : undefined;
    const value = field && above?.fields[field.name]?.value;
    if (row && isOpen(row) && field && value !== undefined)
      void store.edit({ rows: [row.id], values: { [field.name]: value } });
  }

  function done(value: string, move: Move): void {
    const row = rows.find(({ id }) => id === active.row);
    const field = row && isDetail(active.column) ? fieldAt(row, active.column) : undefined;
    if (row && field && (value !== (row.fields[field.name]?.value ?? "") || isDoubtful(row, field.name)))
      // A field that the person leaves empty without a key or a click confirms nothing.
      if (value !== "" || row.fields[field.name] || (move !== "away" && isMaybeNone(row, field.name)))
        void store.edit({ rows: [row.id], values: { [field.name]: value } });
    if (move === "away") return grid.leave();
    if ((move === "down" || move === "chosen") && editing?.isWalk && grid.nextDoubt()) return;
    grid.activate(grid.step(...MOVES[move]));
  }

  const toggle = (id: string) => {
    onSelected((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  };

  function onKeyDown(event: KeyboardEvent): void {
    if (!cellAt(event.target)) return;
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    const isCommand = ctrlKey || metaKey;
    const arrow = ARROWS[key];
    if (arrow && shiftKey && arrow[1] === 0 && isDetail(active.column)) grid.extend(arrow[0]);
    else if (arrow && isCommand) {
      const far = rows.length * Math.sign(arrow[0] || arrow[1]);
      grid.activate(grid.step(arrow[0] || key === "Home" || key === "End" ? far : 0, far));
    } else if (arrow) grid.activate(grid.step(...arrow));
    else if (isCommand && key.toLowerCase() === "d") fillDown();
    else if (altKey || isCommand) return;
    else if (key === " ") toggle(active.row);
    else if (key === "Enter" || key === "F2") {
      if (!isDetail(active.column) && active.column !== "status" && key === "Enter") return;
      if (!grid.edit(active)) onOpen(active.row);
    } else if (key === "Escape") grid.setEnd(undefined);
    else if (key === "Delete" || key === "Backspace") clear();
    else if (key.length === 1 && isDetail(active.column)) grid.edit(active, { text: key });
    else return;
    event.preventDefault();
  }

  function clear(): void {
    const row = rows.find(({ id }) => id === active.row);
    const field = row && isOpen(row) && isDetail(active.column) ? fieldAt(row, active.column) : undefined;
    if (row && field) void store.edit({ rows: [row.id], values: { [field.name]: "" } });
  }

  function onClick(event: MouseEvent): void {
    const cell = cellAt(event.target);
    if (!cell) return;
    if (event.shiftKey && isDetail(cell.column) && cell.column === active.column) grid.setEnd(cell.row);
    else if (editing && cell.row === active.row && cell.column === active.column) return;
    else if (!grid.edit(cell, { isWalk: true })) grid.activate(cell);
  }

  const isAll = rows.length > 0 && rows.every(({ id }) => selected.has(id));
  return (
    <>
      <table
        ref={table}
        // A native table has the rows and headers that the role needs.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        className="pile-grid"
        aria-label={words.table}
        aria-rowcount={rows.length + 1}
        aria-multiselectable="true"
        onKeyDown={editing ? undefined : onKeyDown}
        onClick={onClick}
      >
        <thead>
          <tr>
            {gridColumns.map((column) => (
              <th key={column} scope="col" className={`pile-col-${column}`}>
                {column === "select" ? (
                  <input
                    type="checkbox"
                    aria-label={words.selectAll}
                    checked={isAll}
                    onChange={() => onSelected(() => new Set(isAll ? [] : rows.map(({ id }) => id)))}
                  />
                ) : (
                  <span className={column === "page" ? "visually-hidden" : undefined}>
                    {words.columns[column]}
                  </span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const isActive = row.id === active.row;
            return (
              <GridRow
                key={row.id}
                row={row}
                index={index}
                pile={pile}
                activeColumn={isActive ? active.column : undefined}
                editing={isActive ? editing : undefined}
                rangeColumn={shown.includes(row.id) ? active.column : undefined}
                isOrigin={isActive && shown.length > 0}
                fillWords={
                  isActive && shown.length > 0 ? words.fill(shown.length, originText(row, active)) : undefined
                }
                refused={pile.state.refused}
                isSelected={selected.has(row.id)}
                onToggle={toggle}
                onOpen={onOpen}
                isMonthAsked={forMonth.has(row.id)}
                onDone={done}
                onCancel={(isAway) => (isAway ? grid.leave() : grid.activate(active))}
                onHandle={handle}
              />
            );
          })}
        </tbody>
      </table>
      <p className="visually-hidden" role="status">
        {said ||
          (shown.length > 0 && end !== undefined
            ? words.fill(
                shown.length,
                originText(
                  rows.find(({ id }) => id === active.row),
                  active,
                ),
              )
            : "")}
      </p>
    </>
  );
}

function originText(row: ShownRow | undefined, { column }: GridCell): string {
  const field = row && isDetail(column) ? fieldAt(row, column) : undefined;
  return field ? textOfValue(field, row?.fields[field.name]?.value ?? "") : "";
}
