import { type FormEvent, useEffect, useRef, useState } from "react";
import { MAX_BULK } from "../../../shared/moderating/desk.ts";
import { deskMessages } from "../../../shared/messages/en-desk.ts";
import type { DeskPreview, DeskRow } from "../../page/context.ts";
import { useLocale, useMessages } from "../../ui/messages.ts";
import { type BulkAction, BulkEffect } from "./bulk-effect.tsx";
import { callDesk } from "./desk-api.ts";
import type { DeskState } from "./desk-state.ts";
import type { LiveDesk } from "./use-desk.ts";
import { ReasonOptions } from "./reason-options.tsx";
import { type Field, kinds } from "../../../shared/kinds/index.ts";
import type { Locale } from "../../../shared/messages/index.ts";

interface BulkField {
  name: string;
  rules: Field;
  label: string;
  /** The labels of the options. */
  options: Record<string, string>;
}

/** The details that can be set for several items: those with a column of their own in all kinds. */
function bulkFields(locale: Locale): BulkField[] {
  const fields = kinds.flatMap((kind) =>
    Object.entries(kind.fields)
      .filter(([, { column }]) => column !== undefined)
      .map(([name, rules]): [string, BulkField] => {
        const words = kind.words[locale].fields[name];
        return [name, { name, rules, label: words?.label ?? name, options: words?.options ?? {} }];
      }),
  );
  return [...new Map(fields).values()];
}

export interface BulkDialogProps {
  action: BulkAction;
  desk: LiveDesk;
  chosen: DeskRow[];
  onClose: () => void;
}

/** A decision about many items: what it needs, its effect, and the button that carries it out. */
export function BulkDialog({ action, desk, chosen, onClose }: BulkDialogProps) {
  const { store, state, reasons } = desk;
  const { bulk, decide } = useMessages(deskMessages);
  const dialog = useRef<HTMLDialogElement>(null);
  const [reason, setReason] = useState("");
  const [field, setField] = useState("");
  const [value, setValue] = useState("");
  const [preview, setPreview] = useState<{ of: string; counts: DeskPreview } | undefined>();
  const [problem, setProblem] = useState("");
  const { sort: _sort, ...filter } = state.filter;
  const items = chosen.flatMap(({ id }) => state.selected.get(id) ?? []);
  const body = {
    action,
    ...(state.isAllSelected ? { filter } : { items }),
    ...(action === "return" && { reason }),
    ...(action === "set" && { values: { [field]: value } }),
  };
  const isComplete = action === "approve" || (action === "return" ? reason.trim() !== "" : field !== "");
  const asked = isComplete ? JSON.stringify(body) : "";
  const counts = preview?.of === asked ? preview.counts : undefined;
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    if (asked === "") return undefined;
    let isCurrent = true;
    const look = async () => {
      const answer = await callDesk<DeskPreview>("/preview", JSON.parse(asked) as object);
      if (!isCurrent) return;
      if ("body" in answer) setPreview({ of: asked, counts: answer.body });
      setProblem("problems" in answer ? [answer.message, ...Object.values(answer.problems)].join(" ") : "");
    };
    void look();
    return () => {
      isCurrent = false;
    };
  }, [asked]);

  const run = async (event: FormEvent) => {
    event.preventDefault();
    if (!counts || counts.change === 0) return;
    const result = await store.decideMany({ ...body, until: counts.until });
    if (isDecision(result)) dialog.current?.close();
    else setProblem(Object.values(result).join(" "));
  };
  return (
    <dialog ref={dialog} className="desk-dialog" aria-labelledby="desk-bulk" onClose={onClose}>
      <form onSubmit={(event) => void run(event)}>
        <h2 id="desk-bulk">{bulk.title[action](counts?.total ?? selectedCount(state, chosen))}</h2>
        {action === "return" && (
          <>
            <label>
              {decide.reasons}
              <select
                value={reasons.includes(reason) ? reason : ""}
                onChange={(event) => setReason(event.target.value)}
              >
                <option value="">{decide.own}</option>
                <ReasonOptions reasons={reasons} />
              </select>
            </label>
            <label>
              {decide.reasonText}
              <textarea maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
            </label>
          </>
        )}
        {action === "set" && <SetFields field={field} value={value} onField={setField} onValue={setValue} />}
        <div role="status">
          {isComplete && !counts && problem === "" && <p>{bulk.counting}</p>}
          {counts && <BulkEffect action={action} counts={counts} />}
          {problem && <p className="desk-refused">{problem}</p>}
        </div>
        <p className="button-row">
          <button disabled={!counts || counts.change === 0 || state.isSending}>
            {bulk.run[action](counts?.change ?? 0)}
          </button>
          <button type="button" className="quiet" onClick={() => dialog.current?.close()}>
            {bulk.cancel}
          </button>
        </p>
      </form>
    </dialog>
  );
}

/** The number of items of a decision about the selection. */
export const selectedCount = ({ isAllSelected, matching }: DeskState, chosen: readonly DeskRow[]): number =>
  isAllSelected ? Math.min(matching, MAX_BULK) : chosen.length;

const isDecision = (result: object): boolean => "state" in result && "counts" in result;

interface SetFieldsProps {
  field: string;
  value: string;
  onField: (field: string) => void;
  onValue: (value: string) => void;
}

/** A detail for several items, and its new value. */
function SetFields({ field, value, onField, onValue }: SetFieldsProps) {
  const { bulk, detail } = useMessages(deskMessages);
  const fields = bulkFields(useLocale());
  const chosen = fields.find(({ name }) => name === field);
  return (
    <>
      <label>
        {bulk.field}
        <select
          value={field}
          onChange={(event) => {
            onField(event.target.value);
            onValue("");
          }}
        >
          <option value="">{detail.choose}</option>
          {fields.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {chosen && (
        <label>
          {bulk.value}
          {chosen.rules.options ? (
            <select value={value} onChange={(event) => onValue(event.target.value)}>
              <option value="">{detail.choose}</option>
              {chosen.rules.options.map((option) => (
                <option key={option} value={option}>
                  {chosen.options[option] ?? option}
                </option>
              ))}
            </select>
          ) : (
            <input value={value} autoComplete="off" onChange={(event) => onValue(event.target.value)} />
          )}
        </label>
      )}
    </>
  );
}
