import { type FormEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { type PileMessages, pileMessages } from "../../../shared/messages/en-pile-screen.ts";
import { useMessages } from "../../ui/messages.ts";
import { lacks, maybeNone, nextQuestion, type SharedQuestion } from "./ask-shared.ts";
import { valueOfText } from "./cell-options.ts";
import { fieldAt, textOfValue } from "./columns.ts";
import { countGroups, isPaper, leftToConfirm } from "./groups.ts";
import type { ShownRow } from "./pile-view.ts";
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

/** Shows one question about all papers, or the place where it will be, and the answers that the person gave. */
export function QuestionBar({ pile }: { pile: LivePile }) {
  const { ask } = useMessages(pileMessages);
  const { state, rows, store } = pile;
  const { id, answers, proposedGroups } = state.pile;
  const { reading, ...counts } = countGroups(rows);
  // The questions that the person just answered, and those whose details differ.
  const [asked, setAsked] = useState(() => storedNames(id));
  // "None is printed" is an answer only for the papers that are read now.
  const [answeredSoFar, setAnsweredSoFar] = useState<string[]>([]);
  const done = new Set([...Object.keys(answers), ...asked, ...(reading > 0 ? answeredSoFar : [])]);
  const question = useShownQuestion(rows, done);
  // The place of the questions stays while papers arrive, so that a question moves no row.
  const [isKept, setKept] = useState(false);
  if (reading > 0 && rows.length > 1 && !isKept) setKept(true);
  const hasPlace = isKept && leftToConfirm({ reading, ...counts }) > 0;
  const { hand, keepFocus } = useKeptFocus(question === undefined);
  const leave = (column: string) => {
    setAsked((before) => [...before, column]);
    const isOver = nextQuestion(rows, new Set([...done, column])) === undefined;
    if (isOver && reading === 0) setKept(false);
  };
  const answer = async ({ column, rows: about }: SharedQuestion, value: string) => {
    leave(column);
    if (about === "all") {
      await store.act("PUT", "answers", { values: { [column]: value } });
      // The server has the answer; without it, the question comes again.
      setAsked((before) => before.filter((name) => name !== column));
      return;
    }
    const lacking = rows.filter((row) => about.includes(row.id) && lacks(row, column));
    const [name] = lacking.flatMap((row) => fieldAt(row, column)?.name ?? []);
    if (name !== undefined)
      void store.edit({ rows: lacking.map((row) => row.id), values: { [name]: value } });
    storeNames(id, [...storedNames(id), column]);
  };
  const answerNone = ({ column }: SharedQuestion) => {
    const about = maybeNone(rows, column);
    if (reading > 0) setAnsweredSoFar((before) => [...before, column]);
    else {
      leave(column);
      storeNames(id, [...storedNames(id), column]);
    }
    const name = about[0] && fieldAt(about[0], column)?.name;
    if (name !== undefined) void store.edit({ rows: about.map((row) => row.id), values: { [name]: "" } });
  };
  const shown = question && (
    <Question
      key={question.column}
      question={question}
      pile={pile}
      onHand={hand}
      onShown={() => keepFocus("#pile-answer")}
      onAnswer={(value) => void answer(question, value)}
      onNone={() => answerNone(question)}
      onDiffer={() => {
        leave(question.column);
        storeNames(id, [...storedNames(id), question.column]);
      }}
    />
  );
  return (
    <>
      <div className={hasPlace ? "pile-place" : undefined}>
        {shown ??
          (proposedGroups.length > 0 ? (
            <Proposals pile={pile} />
          ) : (
            hasPlace && <p className="hint">{reading > 0 ? ask.later : ask.over}</p>
          ))}
      </div>
      <SharedAnswers pile={pile} />
    </>
  );
}

/** Returns the question to show. It stays as it is until it is done. */
function useShownQuestion(rows: ShownRow[], done: ReadonlySet<string>): SharedQuestion | undefined {
  const [shown, setShown] = useState<SharedQuestion>();
  const hasPapers = rows.filter((row) => isPaper(row) || row.status === "uploading").length > 1;
  if (shown && hasPapers && !done.has(shown.column)) return shown;
  const next = nextQuestion(rows, done);
  if (next?.column !== shown?.column) setShown(next);
  return next;
}

/** Keeps the focus of a person with a keyboard, whose question has just gone. */
function useKeptFocus(isOver: boolean) {
  const byKey = useRef(false);
  const keepFocus = (selector: string) => {
    if (byKey.current && document.activeElement === document.body)
      document.querySelector<HTMLElement>(selector)?.focus();
  };
  const onOver = useEffectEvent(() => keepFocus(".pile-grid [tabindex='0']"));
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver]);
  return {
    keepFocus,
    /** @param isKey whether the person uses the keyboard, and not the mouse */
    hand: (isKey: boolean) => {
      byKey.current = isKey;
    },
  };
}

interface QuestionProps {
  question: SharedQuestion;
  pile: LivePile;
  /** @param isKey whether the person uses the keyboard, and not the mouse */
  onHand: (isKey: boolean) => void;
  onShown: () => void;
  onAnswer: (value: string) => void;
  onNone: () => void;
  onDiffer: () => void;
}

function Question({ question, pile, onHand, onShown, onAnswer, onNone, onDiffer }: QuestionProps) {
  const { ask } = useMessages(pileMessages);
  const { column, count, value, rows } = question;
  const first = pile.rows.find((row) => rows === "all" || rows.includes(row.id));
  const field = first && fieldAt(first, column);
  const [given, setGiven] = useState(() => (field ? textOfValue(field, value) : ""));
  const onFirst = useEffectEvent(onShown);
  useEffect(() => onFirst(), []);
  if (!field) return null;
  const withNone = maybeNone(pile.rows, column).length;
  const title = rows === "all" ? ask.all(field.label) : ask.rest(field.label, count);
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
        onValue={setGiven}
        describedBy="pile-evidence"
      />
      <button disabled={given.trim() === ""}>{rows === "all" ? ask.setAll : ask.setRest(count)}</button>
      <span className="pile-evidence" id="pile-evidence">
        {evidenceOf(question, ask)}
      </span>
      {withNone > 0 && (
        <button type="button" className="quiet" onClick={onNone}>
          {ask.nonePrinted(withNone, count)}
        </button>
      )}
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
