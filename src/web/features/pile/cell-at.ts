import { type GridCell, gridColumns } from "./use-grid.ts";

/** The cell of an element of the table. */
export function cellAt(target: EventTarget | null): GridCell | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
  const { row, column } = cell?.dataset ?? {};
  const known = gridColumns.find((name) => name === column);
  return row !== undefined && known ? { row, column: known } : undefined;
}
