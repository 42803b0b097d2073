import { type FormEvent, useState } from "react";
import { namesExam } from "../../../shared/items/item-title.ts";
import { pileMessages } from "../../../shared/messages/en-pile-screen.ts";
import { useMessages } from "../../ui/messages.ts";
import { knownValues, valueOfText } from "./cell-options.ts";
import { fieldsOf } from "./columns.ts";
import { isOpen } from "./groups.ts";
import { PileIcon } from "./icons.tsx";
import { KindOptions } from "./kind-options.tsx";
import { isPhoto, type ShownRow } from "./pile-view.ts";
import { takeOut } from "./row-actions.tsx";
import type { LivePile } from "./use-pile.ts";

export interface BulkBarProps {
  pile: LivePile;
  selected: ShownRow[];
  onClear: () => void;
}

/** The name of the kind among the details; no field has this name. */
const KIND = "kind";

/** What a person can do with the selected rows. Without a selection, the bar is empty. */
export function BulkBar({ pile, selected, onClear }: BulkBarProps) {
  const words = useMessages(pileMessages);
  const [name, setName] = useState("");
  const [first] = selected;
  if (!first) return <div className="pile-bulk" />;
  const open = selected.filter(isOpen);
  const field = fieldsOf(first).find((one) => one.name === name);
  // An empty value would confirm for all these papers that they print none.
  const isNeeded = field !== undefined && namesExam(first.kind, field.field);
  const isPhotos = selected.length > 1 && open.length === selected.length && selected.every(hasPhotos);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get("value") ?? "");
    const ids = open.map(({ id }) => id);
    if (name === KIND) void pile.store.edit({ rows: ids, kind: text });
    else if (field) void pile.store.edit({ rows: ids, values: { [field.name]: valueOfText(field, text) } });
    setName("");
  };
  const join = () => {
    onClear();
    void pile.store.act("POST", "join", { rows: selected.map(({ id }) => id) });
  };
  return (
    <div className="pile-bulk" role="group" aria-label={words.bulk.label}>
      <strong role="status">{words.picked(selected.length)}</strong>
      {open.length > 0 && (
        <select aria-label={words.bulk.choose} value={name} onChange={(event) => setName(event.target.value)}>
          <option value="">{words.bulk.choose}</option>
          <option value={KIND}>{words.paper.kind}</option>
          {fieldsOf(first).map((one) => (
            <option key={one.name} value={one.name}>
              {one.label}
            </option>
          ))}
        </select>
      )}
      {isPhotos && (
        <button type="button" className="quiet" onClick={join}>
          {words.bulk.join}
        </button>
      )}
      <button
        type="button"
        className="quiet"
        onClick={() => {
          onClear();
          takeOut(pile, selected);
        }}
      >
        <PileIcon name="leftOut" /> {words.takeOut}
      </button>
      <button type="button" className="plain" onClick={onClear}>
        {words.bulk.clear}
      </button>
      {name === KIND && (
        <form className="pile-bulk-value" onSubmit={send}>
          <select name="value" aria-label={words.bulk.value(words.paper.kind)}>
            <KindOptions />
          </select>
          <button>{words.bulk.set(open.length)}</button>
        </form>
      )}
      {field && (
        <form className="pile-bulk-value" onSubmit={send} key={name}>
          {field.field.type === "choice" ? (
            <select name="value" aria-label={words.bulk.value(field.label)} required={isNeeded}>
              <option value="">{isNeeded ? words.bulk.choose : words.paper.none}</option>
              {field.field.options?.map((option) => (
                <option key={option} value={option}>
                  {field.options?.[option] ?? option}
                </option>
              ))}
            </select>
          ) : (
            <>
              <input
                name="value"
                aria-label={words.bulk.value(field.label)}
                list="pile-bulk-known"
                required={isNeeded}
                autoComplete="off"
              />
              <datalist id="pile-bulk-known">
                {knownValues(field, pile.suggestions).map((known) => (
                  <option key={known} value={known} />
                ))}
              </datalist>
            </>
          )}
          <button>{words.bulk.set(open.length)}</button>
        </form>
      )}
    </div>
  );
}

const hasPhotos = ({ files }: ShownRow): boolean => files.length > 0 && files.every(isPhoto);
