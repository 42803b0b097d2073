import { type PointerEvent, useEffect, useRef } from "react";
import { cellAt } from "./cell-at.ts";
import type { Grid } from "./use-grid.ts";

/**
 * The handle at the corner of the active cell: dragging it extends the range, and letting go fills the range.
 * @returns the handler of `pointerdown`
 */
export function useFillHandle(grid: Grid, fill: (rows: string[]) => void) {
  const latest = useRef({ grid, fill });
  useEffect(() => {
    latest.current = { grid, fill };
  });
  return (event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener(
      "pointermove",
      ({ clientX, clientY }) => {
        const cell = cellAt(document.elementFromPoint(clientX, clientY));
        const { active, setEnd } = latest.current.grid;
        if (cell) setEnd(cell.row === active.row ? undefined : cell.row);
      },
      { signal },
    );
    const end = () => {
      listening.abort();
      const rows = latest.current.grid.range;
      if (rows.length > 0) latest.current.fill(rows);
    };
    document.addEventListener("pointerup", end, { signal });
    document.addEventListener("pointercancel", () => listening.abort(), { signal });
  };
}
