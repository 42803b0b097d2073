import { type FormEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { type PileMessages, pileMessages } from "../../../shared/messages/en-pile-screen.ts";
import { useMessages } from "../../ui/messages.ts";
import { nextQuestion, type SharedQuestion } from "./ask-shared.ts";
import { valueOfText } from "./cell-options.ts";
import { type FieldOfRow, fieldAt, textOfValue } from "./columns.ts";
import { AnswerControl, SharedAnswers } from "./shared-answers.tsx";
import type { LivePile } from "./use-pile.ts";

/** Proposes to join photos that seem to be pages of one paper. */
function Proposals({ pile: { state, store } }: { pile: LivePile }) {
  const { propose } = useMessages(pileMessages);
  const { proposedGroups: groups } = state.pile;
  const [left, setLeft] = useState<string>();
  const name = groups.flat().join(" ");
  if (groups.length === 0 || name === left) return null;
  return (
    <section className="pile-ask">
      <strong>{propose.groups(groups.length, groups.flat().length)}</strong>
      <button type="button" onClick={() => void store.act("POST", "group", {})}>
        {propose.join}
      </button>
      <button type="button" className="plain" onClick={() => setLeft(name)}>
        {propose.leave}
      </button>
    </section>
  );
}

/** The questions about all papers, and the answers that the person gave. */
export function QuestionBar({ pile }: { pile: LivePile }) {
  return (
    <>
      <NextQuestion pile={pile} />
      <SharedAnswers pile={pile} />
    </>
  );
}

/** Asks about one detail that many papers share, then about the next one, and at the end about photos of one paper. */
function NextQuestion({ pile }: { pile: LivePile }) {
  const { state, rows, store } = pile;
  const { id, answers } = state.pile;
  const [differing, setDiffering] = useState(() => storedNames(id));
  const byKey = useRef(false);
  const question = nextQuestion(rows, new Set([...Object.keys(answers), ...differing]));
  const isOver = question === undefined;
  /** Keeps the focus of a person with a keyboard, whose question has just gone. */
  const keepFocus = (selector: string) => {
    if (byKey.current && document.activeElement === document.body)
      document.querySelector<HTMLElement>(selector)?.focus();
  };
  const onOver = useEffectEvent(() => keepFocus(".pile-grid [tabindex='0']"));
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver]);
  // One question at a time.
  if (!question) return <Proposals pile={pile} />;
  const first = rows.find((row) => question.rows === "all" || question.rows.includes(row.id));
  const field = first && fieldAt(first, question.column);
  if (!field) return null;
  const end = () => {
    const all = [...differing, question.column];
    setDiffering(all);
    storeNames(id, all);
  };
  const answer = (value: string) => {
    if (question.rows === "all") void store.act("PUT", "answers", { values: { [question.column]: value } });
    else void store.edit({ rows: question.rows, values: { [field.name]: value } });
    if (question.rows !== "all") end();
  };
  return (
    <Question
      key={question.column}
      question={question}
      field={field}
      pile={pile}
      onHand={(isKey) => {
        byKey.current = isKey;
      }}
      onShown={() => keepFocus("#pile-answer")}
      onAnswer={answer}
      onDiffer={end}
    />
  );
}

interface QuestionProps {
  question: SharedQuestion;
  field: FieldOfRow;
  pile: LivePile;
  /** @param isKey whether the person uses the keyboard, and not the mouse */
  onHand: (isKey: boolean) => void;
  onShown: () => void;
  onAnswer: (value: string) => void;
  onDiffer: () => void;
}

function Question({ question, field, pile, onHand, onShown, onAnswer, onDiffer }: QuestionProps) {
  const { ask } = useMessages(pileMessages);
  const { count, value, rows } = question;
  // The proposal changes while papers are read, until the person types.
  const [typed, setTyped] = useState<string>();
  const given = typed ?? textOfValue(field, value);
  const title = rows === "all" ? ask.all(field.label, count) : ask.rest(field.label, count);
  const onFirst = useEffectEvent(onShown);
  useEffect(() => onFirst(), []);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const answer = valueOfText(field, given);
    if (answer !== "") onAnswer(answer);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    onHand(true);
    // In a select, Enter does not send the form by itself.
    if (event.key !== "Enter" || !(event.target instanceof HTMLSelectElement)) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  };
  return (
    // The form only listens to the keys of its controls.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form className="pile-ask" onSubmit={send} onKeyDown={onKeyDown} onPointerDown={() => onHand(false)}>
      <label htmlFor="pile-answer">{title}</label>
      <AnswerControl
        id="pile-answer"
        field={field}
        pile={pile}
        value={given}
        onValue={setTyped}
        describedBy="pile-evidence"
      />
      <button disabled={given.trim() === ""}>{rows === "all" ? ask.set(count) : ask.setRest(count)}</button>
      <span className="pile-evidence" id="pile-evidence">
        {evidenceOf(question, ask)}
      </span>
      <button type="button" className="plain" onClick={onDiffer}>
        {ask.differ}
      </button>
    </form>
  );
}

function evidenceOf({ printed, read, isLast }: SharedQuestion, ask: PileMessages["ask"]): string {
  if (printed > 0) return ask.printed(printed, read);
  return isLast ? ask.last : ask.notPrinted(read);
}

const keyOf = (id: string): string => `pile-differ ${id}`;

/** The details that differ in this pile, as the person said on this device. */
function storedNames(id: string): string[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(id)) ?? "[]") as string[];
  } catch {
    return [];
  }
}

function storeNames(id: string, names: string[]): void {
  try {
    localStorage.setItem(keyOf(id), JSON.stringify(names));
  } catch {
    // Without storage, the question comes again after a reload.
  }
}
