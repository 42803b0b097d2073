import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { pileMessages } from "../../../shared/messages/en-pile-screen.ts";
import { useMessages } from "../../ui/messages.ts";
import { buttonText, type CellOption, isProposed, optionsFor, valueOfText } from "./cell-options.ts";
import { type FieldOfRow, isDoubtful, textOfValue } from "./columns.ts";
import { Cutting, ReadLine } from "./cutting.tsx";
import { pileKeyOf } from "./pile-keys.ts";
import { picturedFile, type ShownRow } from "./pile-view.ts";
import type { LivePile } from "./use-pile.ts";
import type { Move } from "./use-grid.ts";

export interface CellEditorProps {
  row: ShownRow;
  field: FieldOfRow;
  pile: LivePile;
  /** The text that began the change. */
  first: string | undefined;
  /** The refused value that the person mends. */
  refused: string | undefined;
  onDone: (value: string, move: Move) => void;
  /** @param isAway whether the focus is somewhere else already */
  onCancel: (isAway: boolean) => void;
}

/** The field of a cell with its suggestions, as a combobox. */
export function CellEditor({ row, field, pile, first, refused, onDone, onCancel }: CellEditorProps) {
  const words = useMessages(pileMessages);
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const isOver = useRef(false);
  const detail = row.fields[field.name];
  const before = textOfValue(field, refused ?? detail?.value ?? "");
  const [typed, setTyped] = useState(first);
  const options = optionsFor({ row, field, rows: pile.rows, suggestions: pile.suggestions }, typed);
  const isChoice = field.field.type === "choice" && (typed ?? "") !== "";
  // Enter confirms what was read with doubt, what is as in the last paper or not printed, or what other papers of the course have.
  const hasProposal = options[0] !== undefined && isProposed(options[0]);
  const [chosen, setChosen] = useState(
    first === undefined && isDoubtful(row, field.name) && hasProposal ? 0 : -1,
  );
  const current = isChoice && chosen < 0 ? 0 : chosen;
  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    if (first === undefined) input.current?.select();
    popup.current?.scrollIntoView({ block: "nearest" });
  }, [first]);

  const finish = (value: string, move: Move) => {
    if (isOver.current) return;
    isOver.current = true;
    onDone(value, move);
  };
  const valueNow = () => options[current]?.value ?? valueOfText(field, typed ?? before);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey && pileKeyOf(event.nativeEvent, true)) return;
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const { key, shiftKey } = event;
    if (key === "Enter") finish(valueNow(), event.ctrlKey ? "stay" : "down");
    else if (key === "Tab") finish(valueNow(), shiftKey ? "left" : "right");
    else if (key === "Escape") {
      isOver.current = true;
      onCancel(false);
    } else if (key === "ArrowDown") setChosen(Math.min(current + 1, options.length - 1));
    else if (key === "ArrowUp") setChosen(Math.max(current - 1, -1));
    else return;
    event.preventDefault();
  };
  return (
    <div className="pile-editor">
      <input
        ref={input}
        className="pile-field"
        role="combobox"
        aria-label={`${field.label}, ${row.label}`}
        aria-expanded={options.length > 0}
        aria-controls={list}
        aria-activedescendant={current >= 0 ? `${list}-${current}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        inputMode={field.field.type === "year" ? "numeric" : undefined}
        defaultValue={first ?? before}
        onChange={(event) => {
          setTyped(event.target.value);
          setChosen(-1);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          if (typed !== undefined) return finish(valueOfText(field, typed), "away");
          if (!isOver.current) onCancel(true);
        }}
      />
      <div className="pile-popup" ref={popup} hidden={options.length === 0 && !picturedFile(row)}>
        <div id={list} role="listbox" aria-label={words.suggestions}>
          {options.map((option, index) => (
            <Option
              key={option.value}
              id={`${list}-${index}`}
              option={option}
              detail={detail}
              isChosen={index === current}
              onChoose={() => finish(option.value, "chosen")}
            />
          ))}
        </div>
        <Evidence row={row} detail={detail} isLineShown={options.some(({ picture }) => picture)} />
      </div>
    </div>
  );
}

interface EvidenceProps {
  row: ShownRow;
  detail: ShownRow["fields"][string] | undefined;
  /** Whether an option shows the line. */
  isLineShown: boolean;
}

/** The line that the value was read from, or the top of the page. */
function Evidence({ row, detail, isLineShown }: EvidenceProps) {
  if (isLineShown) return null;
  if (detail?.picture) return <ReadLine {...detail} />;
  return <Cutting row={row} />;
}

interface OptionProps {
  id: string;
  option: CellOption;
  detail: ShownRow["fields"][string] | undefined;
  isChosen: boolean;
  onChoose: () => void;
}

function Option({ id, option, detail, isChosen, onChoose }: OptionProps) {
  const words = useMessages(pileMessages);
  const confidence = option.isFromFile && detail?.confidence && words.confidence[detail.confidence];
  const note = option.isLast ? words.from.last : confidence;
  return (
    // The keys of the input choose options, as in every combobox.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      className="pile-option"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <strong>{buttonText(option, words)}</strong>
      <ReadLine {...option} />
      {note && <small>{note}</small>}
    </div>
  );
}
