import { type FocusEvent, type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { pileMessages } from "../../../shared/messages/en-pile-screen.ts";
import { langOf } from "../../items/item-names.ts";
import { useMessages } from "../../ui/messages.ts";
import { rowsForMonth } from "./rows-for-month.ts";
import { buttonText, optionsFor, valueOfText } from "./cell-options.ts";
import { ReadLine } from "./cutting.tsx";
import { type FieldOfRow, isDoubtful, isMaybeNone, textOfValue } from "./columns.ts";
import { isPaper } from "./groups.ts";
import { PileIcon } from "./icons.tsx";
import { refusedName } from "./pile-store.ts";
import type { ShownRow } from "./pile-view.ts";
import type { LivePile } from "./use-pile.ts";

export interface PaperFieldProps {
  row: ShownRow;
  field: FieldOfRow;
  pile: LivePile;
  selected: ReadonlySet<string>;
  /** Whether the person changes it now. */
  isOpen: boolean;
  onOpen: () => void;
}

/** One detail of a paper. Its button opens the values to choose, and uses the value for other papers too. */
export function PaperField(props: PaperFieldProps) {
  const { row, field, pile, isOpen, onOpen } = props;
  const words = useMessages(pileMessages);
  const { similar } = useMessages();
  const detail = row.fields[field.name];
  const refused = pile.state.refused[refusedName(row.id, field.name)];
  const value = textOfValue(field, refused?.value ?? detail?.value ?? "");
  const isDoubt = isDoubtful(row, field.name) || refused !== undefined;
  const noValue = isMaybeNone(row, field.name) ? words.maybeNone : words.missingValue;
  const shown = value || (isDoubt ? noValue : "");
  // The text that the person typed and has not saved.
  const [typed, setTyped] = useState<string>();
  const typedValue = typed === undefined ? undefined : valueOfText(field, typed);
  const now = typedValue ?? detail?.value;
  const set = (next: string) => {
    setTyped(undefined);
    void pile.store.edit({ rows: [row.id], values: { [field.name]: next } });
  };
  const save = () => {
    if (typedValue === undefined) return;
    if (typedValue === (refused?.value ?? detail?.value ?? "") && (!isDoubt || typedValue === ""))
      setTyped(undefined);
    else set(typedValue);
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // A button of this detail uses the typed text, or replaces it.
    if (!currentTarget.contains(relatedTarget)) save();
  };
  return (
    <div className={isOpen ? "pile-detail pile-detail-open" : "pile-detail"} onBlur={onBlur}>
      <button
        type="button"
        className="pile-detail-button"
        aria-expanded={isOpen}
        aria-label={words.paper.change(field.label, shown)}
        onClick={onOpen}
      >
        <span>{field.label}</span>{" "}
        <span className={isDoubt ? "pile-doubt" : undefined} lang={langOf(value)}>
          {shown}
        </span>
        <PileIcon name="next" />
      </button>
      {field.name === "heldIn" && rowsForMonth(pile.rows).has(row.id) && (
        <p>
          <strong>{similar.askMonth}</strong> {similar.monthNote}
        </p>
      )}
      {isOpen && (
        <>
          {refused && <p className="pile-problem">{refused.problem}</p>}
          {detail && <ReadLine {...detail} />}
          {detail?.from === "file" && detail.confidence && (
            <small>{words.confidence[detail.confidence]}</small>
          )}
          {detail && detail.from !== "file" && <small>{words.from[detail.from]}</small>}
          <Values {...props} text={typed ?? value} onType={setTyped} onValue={set} onLeave={save} />
          {now && <UseFor {...props} value={now} onUse={() => setTyped(undefined)} />}
        </>
      )}
    </div>
  );
}

interface ValuesProps extends PaperFieldProps {
  /** The text of the input. */
  text: string;
  onType: (text: string) => void;
  /** Called with a value that the person chose, or typed and confirmed. */
  onValue: (value: string) => void;
  /** Called when the detail closes. */
  onLeave: () => void;
}

function Values({ row, field, pile, text, onType, onValue: set, onLeave }: ValuesProps) {
  const words = useMessages(pileMessages);
  const { paper } = words;
  const input = useRef<HTMLInputElement>(null);
  const detail = row.fields[field.name];
  const isChoice = field.field.type === "choice";
  // Some phones close the detail or the sheet without a blur before.
  const onGone = useEffectEvent(onLeave);
  useEffect(() => {
    input.current?.focus();
    return () => onGone();
  }, []);
  const send = (event: FormEvent) => {
    event.preventDefault();
    set(valueOfText(field, text));
  };
  const options = optionsFor({ row, field, rows: pile.rows, suggestions: pile.suggestions }, undefined);
  return (
    <>
      <div className="pile-card-does" role="group" aria-label={field.label}>
        {options.map((option) => {
          const isSet = option.value === detail?.value && !option.isLast;
          return (
            <button
              key={option.value}
              type="button"
              className="quiet"
              aria-pressed={isSet}
              onClick={() => set(option.value)}
            >
              {isSet && <PileIcon name="ready" />} {buttonText(option, words)}
            </button>
          );
        })}
        {isChoice && !isMaybeNone(row, field.name) && (
          <button type="button" className="quiet" aria-pressed={!detail} onClick={() => set("")}>
            {paper.none}
          </button>
        )}
      </div>
      {!isChoice && (
        <form className="pile-write" onSubmit={send}>
          <input
            ref={input}
            aria-label={field.label}
            value={text}
            onChange={(event) => onType(event.target.value)}
            autoComplete="off"
            inputMode={field.field.type === "year" ? "numeric" : undefined}
          />
          <button className="quiet">{paper.save}</button>
        </form>
      )}
    </>
  );
}

/** Uses the value of this paper for others: the selected ones or those without a value, or all. */
function UseFor({
  row,
  field,
  pile,
  selected,
  value,
  onUse,
}: PaperFieldProps & { value: string; onUse: () => void }) {
  const { paper } = useMessages(pileMessages);
  const others = pile.rows.filter((one) => isPaper(one) && one.id !== row.id);
  const chosen = others.filter(({ id }) => selected.has(id));
  const lacking = others.filter(({ fields }) => !fields[field.name]);
  const these = chosen.length > 0 ? chosen : lacking;
  const isSame = others.every(({ fields }) => fields[field.name]?.value === value);
  if (others.length === 0 || isSame) return null;
  const use = (rows: ShownRow[]) => {
    onUse();
    void pile.store.edit({ rows: [row, ...rows].map(({ id }) => id), values: { [field.name]: value } });
  };
  return (
    <>
      <p className="pile-use">
        {paper.valueFor(textOfValue(field, value))}{" "}
        {chosen.length === 0 && lacking.length > 0 && paper.theseHint(lacking.length, field.label)}
      </p>
      <div className="pile-card-does">
        <button type="button" className="quiet" aria-pressed="true" onClick={() => use([])}>
          <PileIcon name="ready" /> {paper.thisOne}
        </button>
        {these.length > 0 && these.length < others.length && (
          <button type="button" className="quiet" onClick={() => use(these)}>
            {paper.these(these.length + 1)}
          </button>
        )}
        <button type="button" className="quiet" onClick={() => use(others)}>
          {paper.allOf(others.length + 1)}
        </button>
      </div>
    </>
  );
}
