import type { FacetName } from "../../../shared/facets/facets.ts";
import { pileMessages } from "../../../shared/messages/en-pile-screen.ts";
import { langOf } from "../../items/item-names.ts";
import { useMessages } from "../../ui/messages.ts";
import { rowsForMonth } from "./rows-for-month.ts";
import { optionsFor } from "./cell-options.ts";
import { doubtsOf, type FieldOfRow, fieldAt, textOfValue } from "./columns.ts";
import { Cutting, ReadLine } from "./cutting.tsx";
import { countGroups, groupNames, groupOf } from "./groups.ts";
import { PileIcon } from "./icons.tsx";
import { type ShownRow, picturedFile, problemOf, thumbnailOf } from "./pile-view.ts";
import { RowActions, takeOut } from "./row-actions.tsx";
import { StatusMark } from "./status-mark.tsx";
import type { LivePile } from "./use-pile.ts";
import { isOfExams } from "../../../shared/items/item-title.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";

/** The details of a paper in one line. */
function factsOf(row: ShownRow): string {
  const text = (column: FacetName) => {
    const field = fieldAt(row, column);
    const value = field && row.fields[field.name]?.value;
    return field && value ? textOfValue(field, value) : "";
  };
  // Nearly all papers are questions, so only the other kinds are named.
  const kind = isOfExams(row.kind) ? "" : kindNamed(row.kind).words.en.one;
  const exam = [text("examType"), text("year")].filter(Boolean).join(" ");
  return [kind, exam, text("term"), text("heldIn"), text("semester")].filter(Boolean).join(" · ");
}

export interface CardsProps {
  pile: LivePile;
  rows: ShownRow[];
  /** @param field the field to change first */
  onOpen: (rowId: string, field?: string) => void;
}

/** On a phone: the papers as cards in groups by status, the ones to check first and open. */
export function Cards({ pile, rows, onOpen }: CardsProps) {
  const words = useMessages(pileMessages);
  const counts = countGroups(rows);
  const forMonth = rowsForMonth(pile.rows);
  return (
    <div className="pile-cards">
      {groupNames
        .filter((name) => counts[name] > 0)
        .map((name) => (
          <details key={name} className="pile-group" open={name === "check"} data-group={name}>
            <summary>
              <span className={`pile-mark pile-is-${name}`}>
                <PileIcon name={name} />
                <span>{words.groups[name]}</span>
              </span>
              <span>{counts[name]}</span>
            </summary>
            <ul>
              {rows
                .filter((row) => groupOf(row) === name)
                .map((row) => (
                  <Card
                    key={row.id}
                    row={row}
                    pile={pile}
                    isMonthAsked={forMonth.has(row.id)}
                    onOpen={onOpen}
                  />
                ))}
            </ul>
          </details>
        ))}
    </div>
  );
}

interface CardProps extends Pick<CardsProps, "pile" | "onOpen"> {
  row: ShownRow;
  /** See `rowsForMonth`. */
  isMonthAsked: boolean;
}

function Card({ row, pile, isMonthAsked, onOpen }: CardProps) {
  const words = useMessages(pileMessages);
  const { similar } = useMessages();
  const { code, subject } = row.fields;
  const title = subject?.value ?? row.label;
  const [doubt] = groupOf(row) === "check" ? doubtsOf(row) : [];
  const file = picturedFile(row);
  const problem = problemOf(row);
  return (
    <li className="pile-card" data-label={row.label}>
      {file ? (
        <img src={thumbnailOf(file)} alt="" loading="lazy" width={48} height={68} />
      ) : (
        <span className="pile-blank" />
      )}
      <div>
        {code && <strong className="pile-code">{code.value}</strong>}
        <span className="pile-title" lang={langOf(title)}>
          {title}
        </span>
        <small>{factsOf(row)}</small>
      </div>
      {row.status !== "uploading" && (
        <button
          type="button"
          className="plain pile-edit"
          aria-label={words.paper.edit(code?.value ?? title)}
          onClick={() => onOpen(row.id)}
        >
          <PileIcon name="pencil" />
        </button>
      )}
      {row.status !== "ready" && (
        <div className="pile-card-status">
          <StatusMark row={row} />
          {problem && <p>{problem}</p>}
        </div>
      )}
      {isMonthAsked && (
        <button type="button" className="quiet" onClick={() => onOpen(row.id, "heldIn")}>
          {similar.askMonth}
        </button>
      )}
      {doubt && <Doubt row={row} field={doubt} pile={pile} onOpen={onOpen} />}
      <div className="pile-card-does">
        <RowActions row={row} pile={pile} className="button quiet" />
        {row.status === "duplicate" && (
          <button type="button" className="quiet" onClick={() => takeOut(pile, [row])}>
            {words.takeOut}
          </button>
        )}
      </div>
    </li>
  );
}

/** Moves the focus to the next doubt after the button of a settled one has gone with its card. */
function keepFocus(card: Element | null): void {
  const next = card?.nextElementSibling ?? card?.previousElementSibling;
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    const place = card?.isConnected ? card : next;
    const target = place?.querySelector<HTMLElement>("[role=group] button");
    (target ?? document.querySelector<HTMLElement>(".pile-group summary"))?.focus();
  });
}

/** With more buttons, they don't fit beside each other. */
const MAX_VALUES = 2;

interface DoubtProps {
  row: ShownRow;
  field: FieldOfRow;
  pile: LivePile;
  onOpen: CardsProps["onOpen"];
}

/** Settles one doubt of a paper with a button. */
function Doubt({ row, field, pile, onOpen }: DoubtProps) {
  const { paper } = useMessages(pileMessages);
  const detail = row.fields[field.name];
  const options = optionsFor({ row, field, rows: pile.rows, suggestions: pile.suggestions }, undefined);
  const set = (value: string, from: Element) => {
    keepFocus(from.closest(".pile-card"));
    void pile.store.edit({ rows: [row.id], values: { [field.name]: value } });
  };
  return (
    <>
      {detail?.snippet ? <ReadLine {...detail} /> : <Cutting row={row} />}
      <div className="pile-card-does" role="group" aria-label={field.label}>
        {options.slice(0, MAX_VALUES).map(({ value, text, isFromFile }) => (
          <button
            key={value}
            type="button"
            className={isFromFile ? "quiet pile-read" : "quiet"}
            onClick={({ currentTarget }) => set(value, currentTarget)}
          >
            {isFromFile && <PileIcon name="ready" />} {text}
          </button>
        ))}
        <button type="button" className="quiet" onClick={() => onOpen(row.id, field.name)}>
          {options.length > 0 ? paper.other : paper.write}
        </button>
      </div>
    </>
  );
}
