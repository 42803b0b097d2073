import { memo, type PointerEvent } from "react";
import { isOfExams } from "../../../shared/items/item-title.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { pileMessages } from "../../../shared/messages/en-pile-screen.ts";
import { langOf } from "../../items/item-names.ts";
import { FileName } from "../../ui/file-name.tsx";
import { useMessages } from "../../ui/messages.ts";
import { CellEditor } from "./cell-editor.tsx";
import { type Column, columns, fieldAt, isDoubtful, isMaybeNone, textOfValue } from "./columns.ts";
import { isOpen } from "./groups.ts";
import { type RefusedValue, refusedName } from "./pile-store.ts";
import { type ShownRow, picturedFile, problemOf, thumbnailOf } from "./pile-view.ts";
import { RowActions } from "./row-actions.tsx";
import { StatusMark } from "./status-mark.tsx";
import type { LivePile } from "./use-pile.ts";
import type { Editing, GridColumn, Move } from "./use-grid.ts";

export interface GridRowProps {
  row: ShownRow;
  /** From 0. */
  index: number;
  pile: LivePile;
  /** The column of the active cell, if it is in this row. */
  activeColumn: GridColumn | undefined;
  editing: Editing | undefined;
  /** The column of the range to fill, if the row belongs to it. */
  rangeColumn: GridColumn | undefined;
  /** Whether the value of the range comes from this row. */
  isOrigin: boolean;
  /** What filling will do. */
  fillWords: string | undefined;
  refused: Record<string, RefusedValue>;
  isSelected: boolean;
  onToggle: (rowId: string) => void;
  onOpen: (rowId: string, field?: string) => void;
  /** See `rowsForMonth`. */
  isMonthAsked: boolean;
  onDone: (value: string, move: Move) => void;
  onCancel: (isAway: boolean) => void;
  onHandle: (event: PointerEvent<HTMLElement>) => void;
}

/** A row without the active cell is drawn again only if its paper changed. */
export const GridRow = memo(Row, (before, after) => {
  const isQuiet = ({ activeColumn, rangeColumn }: GridRowProps) => !activeColumn && !rangeColumn;
  return (
    isQuiet(before) &&
    isQuiet(after) &&
    before.row === after.row &&
    before.index === after.index &&
    before.isSelected === after.isSelected &&
    before.isMonthAsked === after.isMonthAsked &&
    before.refused === after.refused
  );
});

function Row(props: GridRowProps) {
  const { row, index, pile, activeColumn, isSelected, onToggle, onOpen } = props;
  const words = useMessages(pileMessages);
  const { similar } = useMessages();
  const file = picturedFile(row);
  const name = row.fields["code"]?.value ?? row.label;
  const problem = problemOf(row);
  const cell = (column: GridColumn) => ({
    role: "gridcell",
    "data-row": row.id,
    "data-column": column,
  });
  /** The attributes of the element of a cell that takes the focus. */
  const focus = (column: GridColumn) => ({
    "data-cell": `${row.id} ${column}`,
    tabIndex: activeColumn === column ? 0 : -1,
  });
  return (
    <tr data-label={row.label} aria-rowindex={index + 2} aria-selected={isSelected} className={rowClass(row)}>
      <td {...cell("select")}>
        <input
          type="checkbox"
          {...focus("select")}
          aria-label={words.selectOne(name)}
          checked={isSelected}
          onChange={() => onToggle(row.id)}
        />
      </td>
      <td {...cell("page")}>
        <button
          type="button"
          className="pile-page"
          {...focus("page")}
          aria-label={words.openPaper(name)}
          onClick={() => onOpen(row.id)}
        >
          {file && <img src={thumbnailOf(file)} alt="" loading="lazy" width={28} height={36} />}
        </button>
      </td>
      {row.status === "refused" ? (
        <td
          colSpan={columns.length}
          className="pile-reason"
          data-row={row.id}
          data-column="subject"
          data-wide={row.id}
          tabIndex={activeColumn && columns.some((column) => column === activeColumn) ? 0 : -1}
        >
          <span>
            <span className="pile-name">
              <FileName>{row.label}</FileName>
            </span>{" "}
            {problem}
          </span>
        </td>
      ) : (
        columns.map((column) => (
          <Cell key={column} {...props} column={column} cell={cell(column)} focus={focus(column)} />
        ))
      )}
      <td {...cell("status")} {...focus("status")} className="pile-col-status">
        <StatusMark row={row} />
        <span className="pile-does">
          <RowActions row={row} pile={pile} className="pile-link" isSkipped />
          {props.isMonthAsked && (
            <button
              type="button"
              className="pile-link"
              tabIndex={-1}
              onClick={() => onOpen(row.id, "heldIn")}
            >
              {similar.askMonth}
            </button>
          )}
        </span>
        {row.failure && <small title={problem}>{problem}</small>}
      </td>
    </tr>
  );
}

const rowClass = ({ status }: ShownRow): string | undefined =>
  status === "duplicate" || status === "leftOut" ? "pile-held" : undefined;

interface CellProps extends GridRowProps {
  column: Column;
  cell: object;
  focus: object;
}

function Cell({ column, cell, focus, ...props }: CellProps) {
  const { row, pile, activeColumn, editing, rangeColumn, isOrigin, fillWords, refused, onHandle } = props;
  const words = useMessages(pileMessages);
  const field = fieldAt(row, column);
  const isActive = activeColumn === column;
  const wrong = field && refused[refusedName(row.id, field.name)];
  const detail = field && row.fields[field.name];
  const isUnread = row.status === "reading" || row.status === "uploading";
  const isDoubt = field !== undefined && isOpen(row) && !isUnread && isDoubtful(row, field.name);
  const text = field ? textOfValue(field, wrong?.value ?? detail?.value ?? "") : "";
  const isRanged = rangeColumn === column || (isOrigin && isActive);
  const className = [
    `pile-col-${column}`,
    isDoubt && "pile-doubt",
    wrong && "pile-wrong",
    isRanged && "pile-range",
  ]
    .filter(Boolean)
    .join(" ");
  const isFilled = detail !== undefined || wrong !== undefined;
  return (
    <td
      {...cell}
      {...focus}
      className={className}
      aria-selected={isRanged}
      aria-readonly={field === undefined || !isOpen(row)}
      {...(wrong && { "aria-invalid": true })}
    >
      {isActive && editing && field ? (
        <CellEditor
          key={`${row.id} ${column}`}
          row={row}
          field={field}
          pile={pile}
          first={editing.text}
          refused={wrong?.value}
          onDone={props.onDone}
          onCancel={props.onCancel}
        />
      ) : (
        <>
          {isFilled && <span lang={langOf(text)}>{text}</span>}
          {column === "subject" && !isOfExams(row.kind) && (
            <small className="pile-kind">{kindNamed(row.kind).words.en.one}</small>
          )}
          {!isFilled && column === "subject" && (isUnread || !isOpen(row)) && (
            <span className="pile-name">
              <FileName>{row.label}</FileName>
            </span>
          )}
          {!isFilled && column !== "subject" && isUnread && <span className="pile-unread" />}
          {isDoubt && !isFilled && (
            <span className="pile-missing">
              {isMaybeNone(row, field.name) ? words.maybeNone : words.missingValue}
            </span>
          )}
          {isDoubt && isFilled && (
            <span className="visually-hidden">
              . {detail?.from === "last" ? words.checkLast : words.confidence.guess}
            </span>
          )}
        </>
      )}
      {wrong && isActive && <span className="pile-tip pile-tip-wrong">{wrong.problem}</span>}
      {isActive && field && isOpen(row) && (
        <span className="pile-handle" title={words.fillHandle} onPointerDown={onHandle} />
      )}
      {fillWords !== undefined && isActive && <span className="pile-tip">{fillWords}</span>}
    </td>
  );
}
