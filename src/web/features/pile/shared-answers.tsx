import { type FormEvent, useState } from "react";
import { pileMessages } from "../../../shared/messages/en-pile-screen.ts";
import { useMessages } from "../../ui/messages.ts";
import { knownValues, valueOfText } from "./cell-options.ts";
import { type FieldOfRow, fieldsOf, textOfValue } from "./columns.ts";
import { isPaper } from "./groups.ts";
import type { LivePile } from "./use-pile.ts";

/** The answers for all papers. The person can change or remove each of them. */
export function SharedAnswers({ pile }: { pile: LivePile }) {
  const { ask } = useMessages(pileMessages);
  const [changed, setChanged] = useState<string>();
  const { answers } = pile.state.pile;
  const given = fieldsOf({ kind: "question" }).flatMap((field) => {
    const { column } = field.field;
    const value = column && answers[column];
    if (!column || !value) return [];
    return { field, column, text: textOfValue(field, value) };
  });
  if (given.length === 0) return null;
  const set = (column: string, value: string | null) => {
    setChanged(undefined);
    void pile.store.act("PUT", "answers", { values: { [column]: value } });
  };
  return (
    <section className="pile-answers" aria-label={ask.given}>
      <span>{ask.given}:</span>
      {given.map(({ field, column, text }) =>
        changed === column ? (
          <AnswerForm
            key={column}
            field={field}
            text={text}
            pile={pile}
            onSet={(value) => set(column, value)}
            onCancel={() => setChanged(undefined)}
          />
        ) : (
          <button
            key={column}
            type="button"
            className="quiet"
            aria-label={ask.change(field.label, text)}
            onClick={() => setChanged(column)}
          >
            {field.label}: {text}
          </button>
        ),
      )}
    </section>
  );
}

interface AnswerFormProps {
  field: FieldOfRow;
  text: string;
  pile: LivePile;
  /** @param value null removes the answer */
  onSet: (value: string | null) => void;
  onCancel: () => void;
}

function AnswerForm({ field, text, pile, onSet, onCancel }: AnswerFormProps) {
  const { ask } = useMessages(pileMessages);
  const [typed, setTyped] = useState(text);
  const value = valueOfText(field, typed);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (value !== "") onSet(value);
  };
  return (
    <form onSubmit={send}>
      <label htmlFor="pile-given">{field.label}</label>
      <AnswerControl id="pile-given" field={field} pile={pile} value={typed} onValue={setTyped} />
      <button disabled={value === ""}>{ask.set(pile.rows.filter(isPaper).length)}</button>
      <button type="button" className="quiet" onClick={() => onSet(null)}>
        {ask.forget}
      </button>
      <button type="button" className="plain" onClick={onCancel}>
        {ask.cancel}
      </button>
    </form>
  );
}

export interface AnswerControlProps {
  id: string;
  field: FieldOfRow;
  pile: LivePile;
  /** A value or a typed text. */
  value: string;
  onValue: (value: string) => void;
  /** The id of the text that says why this value is proposed. */
  describedBy?: string;
}

/** The control for an answer: a choice, or a text with suggestions. */
export function AnswerControl({ id, field, pile, value, onValue, describedBy }: AnswerControlProps) {
  const { paper } = useMessages(pileMessages);
  if (field.field.type === "choice")
    return (
      <select
        id={id}
        aria-describedby={describedBy}
        value={valueOfText(field, value)}
        onChange={(event) => onValue(event.target.value)}
      >
        <option value="">{paper.none}</option>
        {field.field.options?.map((option) => (
          <option key={option} value={option}>
            {field.options?.[option] ?? option}
          </option>
        ))}
      </select>
    );
  return (
    <>
      <input
        id={id}
        aria-describedby={describedBy}
        list={`${id}s`}
        autoComplete="off"
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
      <datalist id={`${id}s`}>
        {knownValues(field, pile.suggestions).map((known) => (
          <option key={known} value={known} />
        ))}
      </datalist>
    </>
  );
}
