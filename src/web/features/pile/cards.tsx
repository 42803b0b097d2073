import { useState } from "react";
import type { FacetName } from "../../../shared/facets/facets.ts";
import { pileMessages } from "../../../shared/messages/en-pile-screen.ts";
import { langOf } from "../../items/item-names.ts";
import { FileName } from "../../ui/file-name.tsx";
import { useMessages } from "../../ui/messages.ts";
import { rowsForMonth } from "./rows-for-month.ts";
import { buttonText, optionsFor } from "./cell-options.ts";
import { doubtsOf, type FieldOfRow, fieldAt, textOfValue } from "./columns.ts";
import { Cutting, ReadLine } from "./cutting.tsx";
import { groupOf } from "./groups.ts";
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

/** The groups of cards on a phone, in this order. The group `work` needs the person, so it is open. */
const cardGroups = ["ready", "reading", "work", "leftOut", "sending", "sent"] as const;
type CardGroup = (typeof cardGroups)[number];

function cardGroupOf(row: ShownRow): CardGroup {
  const group = groupOf(row);
  return group === "check" || group === "duplicate" || group === "refused" ? "work" : group;
}

/**
 * On a phone: the papers as cards in groups by status. While papers arrive, nothing moves: the closed groups come first and
 * keep their places, and a card comes to the end of its group.
 */
export function Cards({ pile, rows, onOpen }: CardsProps) {
  const words = useMessages(pileMessages);
  const groups = useCardGroups(rows);
  const forMonth = rowsForMonth(pile.rows);
  const hasOnlySent = groups.every(({ name }) => name === "sent" || name === "leftOut");
  return (
    <div className="pile-cards">
      {groups.map(({ name, papers }) => (
        <details
          key={name}
          className="pile-group"
          open={name === "work" || (name === "sent" && hasOnlySent)}
          data-group={name}
        >
          <summary>
            <span className={`pile-mark pile-is-${name === "work" ? "check" : name}`}>
              <PileIcon name={name === "work" ? "check" : name} />
              <span>{words.groups[name]}</span>
            </span>
            <span>{papers.length}</span>
          </summary>
          <ul>
            {papers.map((row) => (
              <Card key={row.id} row={row} pile={pile} isMonthAsked={forMonth.has(row.id)} onOpen={onOpen} />
            ))}
          </ul>
        </details>
      ))}
    </div>
  );
}

/** Returns the groups to show, with their papers in the order in which they came to the group. */
function useCardGroups(rows: ShownRow[]): { name: CardGroup; papers: ShownRow[] }[] {
  const [order, setOrder] = useState<ReadonlyMap<string, string[]>>(new Map());
  const byGroup = Map.groupBy(rows, cardGroupOf);
  const next = new Map(
    cardGroups.map((name) => {
      const ids = (byGroup.get(name) ?? []).map(({ id }) => id);
      const known = (order.get(name) ?? []).filter((id) => ids.includes(id));
      return [name, [...known, ...ids.filter((id) => !known.includes(id))]];
    }),
  );
  if (JSON.stringify([...next]) !== JSON.stringify([...order])) setOrder(next);
  // A group stays while papers arrive or wait, because its place must not close.
  const [kept, setKept] = useState<ReadonlySet<CardGroup>>(new Set());
  const isArriving = byGroup.has("reading");
  const wanted = isArriving ? (["ready", "reading", "work"] as const) : [...byGroup.keys()];
  if (wanted.some((name) => !kept.has(name))) setKept(new Set([...kept, ...wanted]));
  const hasWork = isArriving || byGroup.has("ready") || byGroup.has("work") || byGroup.has("sending");
  const byId = new Map(rows.map((row) => [row.id, row]));
  return cardGroups
    .filter((name) => byGroup.has(name) || (hasWork && kept.has(name)))
    .map((name) => ({ name, papers: (next.get(name) ?? []).flatMap((id) => byId.get(id) ?? []) }));
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
          {subject ? title : <FileName>{title}</FileName>}
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
      {(row.status !== "ready" || row.betterCopyOf) && (
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
  const words = useMessages(pileMessages);
  const { paper } = words;
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
        {options.slice(0, MAX_VALUES).map((option) => (
          <button
            key={option.value}
            type="button"
            className={option.isFromFile ? "quiet pile-read" : "quiet"}
            onClick={({ currentTarget }) => set(option.value, currentTarget)}
          >
            {option.isFromFile && <PileIcon name="ready" />} {buttonText(option, words)}
          </button>
        ))}
        <button type="button" className="quiet" onClick={() => onOpen(row.id, field.name)}>
          {options.length > 0 ? paper.other : paper.write}
        </button>
      </div>
    </>
  );
}
