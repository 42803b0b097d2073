import { type FormEvent, useEffect, useRef, useState } from "react";
import { deskMessages } from "../../../shared/messages/en-desk.ts";
import type { DeskItem } from "../../page/context.ts";
import { useMessages } from "../../ui/messages.ts";
import { deskTitle } from "./desk-view.ts";
import type { LiveDesk } from "./use-desk.ts";

interface DeleteItemProps {
  desk: LiveDesk;
  item: DeskItem;
}

/** The button that deletes an item, after the moderator confirmed it. A change and an own item have no such button. */
export function DeleteItem({ desk, item }: DeleteItemProps) {
  const words = useMessages(deskMessages).delete;
  const [isOpen, setOpen] = useState(false);
  if (item.change || item.isOwn) return null;
  return (
    <>
      <button type="button" className="plain desk-delete" onClick={() => setOpen(true)}>
        {words.open}
      </button>
      {isOpen && <DeleteDialog desk={desk} item={item} onClose={() => setOpen(false)} />}
    </>
  );
}

function DeleteDialog({ desk, item, onClose }: DeleteItemProps & { onClose: () => void }) {
  const words = useMessages(deskMessages).delete;
  const { removedDetail } = useMessages().removal;
  const dialog = useRef<HTMLDialogElement>(null);
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState("");
  useEffect(() => dialog.current?.showModal(), []);
  const run = async (event: FormEvent) => {
    event.preventDefault();
    const refusal = await desk.store.remove(reason, removedDetail);
    if (refusal === undefined) document.querySelector<HTMLElement>("#desk-paper")?.focus();
    else setProblem(refusal);
  };
  return (
    <dialog ref={dialog} className="desk-dialog" aria-labelledby="desk-delete" onClose={onClose}>
      <form onSubmit={(event) => void run(event)}>
        <h2 id="desk-delete">{words.title(deskTitle(item))}</h2>
        <p>{words.effect}</p>
        <label>
          {words.reason}
          <textarea maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
        </label>
        <p className="desk-refused" role="status">
          {problem}
        </p>
        <p className="button-row">
          <button aria-disabled={desk.state.isSending}>{words.run}</button>
          <button type="button" className="quiet" onClick={() => dialog.current?.close()}>
            {words.cancel}
          </button>
        </p>
      </form>
    </dialog>
  );
}
