import { useEffect, useRef } from "react";
import { deskMessages } from "../../../shared/messages/en-desk.ts";
import type { DeskItem } from "../../page/context.ts";
import { useMessages } from "../../ui/messages.ts";
import { useWide } from "../../ui/use-wide.ts";
import { draftOf } from "./desk-state.ts";
import { shownOf } from "./desk-view.ts";
import { DeskIcon, Key } from "./icons.tsx";
import { deskActs } from "./use-desk-keys.ts";
import type { LiveDesk } from "./use-desk.ts";

/** The width of the window from which the three panes stand side by side, in px. */
const THREE_PANES = 1_280;
/** The reasons that have a key. */
const KEYS = 9;

interface DecisionProps {
  desk: LiveDesk;
  item: DeskItem;
}

/** Approve and Return, always in the same place, with the reasons above them. */
export function Decision({ desk, item }: DecisionProps) {
  const { decide } = useMessages(deskMessages);
  const isWide = useWide(THREE_PANES);
  const acts = deskActs(desk);
  const isBusy = desk.state.isSending;
  // A person who selected several must not believe that these buttons and their keys decide about all of them.
  const isOneOfMany = desk.state.selected.size > 1;
  const returnWord = isOneOfMany ? decide.returnOne : isWide ? decide.return : decide.returnSheet;
  if (item.isOwn)
    return (
      <div className="desk-decision" role="group" aria-label={decide.label}>
        <p>{decide.ownItem}</p>
      </div>
    );
  return (
    <div className="desk-decision" role="group" aria-label={decide.label}>
      {isWide && (
        <fieldset className="desk-reasons">
          <legend>{decide.reasons}</legend>
          <ReasonChoice desk={desk} item={item} />
        </fieldset>
      )}
      <div className="desk-decide">
        <button
          type="button"
          className="quiet"
          // The sheet of a phone opens at any time. It says that another decision is being sent.
          aria-disabled={isWide && isBusy}
          aria-keyshortcuts={desk.hasLetters ? "R" : undefined}
          onClick={isWide ? acts.returnItem : acts.askReason}
        >
          {returnWord} <Key name="R" />
        </button>
        <button
          type="button"
          aria-disabled={isBusy}
          aria-keyshortcuts={desk.hasLetters ? "A" : undefined}
          onClick={acts.approve}
        >
          {isOneOfMany ? decide.approveOne : decide.approve} <Key name="A" />
        </button>
      </div>
      {!isWide && desk.isReturning && <ReturnSheet desk={desk} item={item} />}
    </div>
  );
}

/** The reasons for returning an item, as a sheet on a phone. */
function ReturnSheet({ desk, item }: DecisionProps) {
  const { decide } = useMessages(deskMessages);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const draft = draftOf(desk.state, item.id);
  return (
    <dialog
      ref={dialog}
      className="desk-dialog desk-sheet-dialog"
      aria-labelledby="desk-return"
      onClose={() => desk.setReturning(false)}
    >
      <h2 id="desk-return">{decide.reasons}</h2>
      <button
        type="button"
        className="plain desk-close"
        aria-label={decide.close}
        onClick={() => dialog.current?.close()}
      >
        <DeskIcon name="close" />
      </button>
      <fieldset className="desk-reasons">
        <legend className="visually-hidden">{decide.reasons}</legend>
        <ReasonChoice desk={desk} item={item} />
      </fieldset>
      <p>{decide.sees(shownOf(item).userName)}</p>
      {/* The sheet covers the bottom bar, and screen readers hear only the sheet. */}
      <p className="desk-refused" role="status">
        {desk.state.hint}
      </p>
      <button
        type="button"
        aria-disabled={draft.reason.trim() === ""}
        onClick={() => {
          const result = desk.store.returnItem();
          if (result === "reason") desk.store.hint(decide.needsReason);
          else if (result === "sent") dialog.current?.close();
        }}
      >
        {decide.send}
      </button>
    </dialog>
  );
}

/** The first sentence of a reason, which is enough to choose it. */
const briefOf = (text: string): string => /^.*?[.!?](?=\s|$)/u.exec(text)?.[0].replace(/\.$/, "") ?? text;

function ReasonChoice({ desk, item }: DecisionProps) {
  const { decide } = useMessages(deskMessages);
  const { reasons, store, state } = desk;
  const draft = draftOf(state, item.id);
  const acts = deskActs(desk);
  return (
    <>
      {reasons.map((text, index) => (
        <label key={text} className="desk-reason" title={text}>
          <input
            type="radio"
            name="desk-reason"
            checked={draft.choice === index}
            onChange={() => acts.chooseReason(index)}
          />
          {index < KEYS && <Key name={String(index + 1)} />}
          <span>{briefOf(text)}</span>
        </label>
      ))}
      <label className="desk-reason">
        <input
          type="radio"
          name="desk-reason"
          checked={draft.choice === "own"}
          onChange={() => acts.chooseReason("own")}
        />
        <span>{decide.own}</span>
      </label>
      {draft.choice !== undefined && (
        <textarea
          aria-label={decide.reasonText}
          maxLength={500}
          value={draft.reason}
          onChange={(event) => store.setDraft(item.id, { reason: event.target.value })}
        />
      )}
    </>
  );
}
