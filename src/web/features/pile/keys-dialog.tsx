import { useEffect, useRef } from "react";
import { pileMessages } from "../../../shared/messages/en-pile-screen.ts";
import { useMessages } from "../../ui/messages.ts";

/** The list of all keys. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { keys } = useMessages(pileMessages);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="pile-dialog" aria-labelledby="pile-keys-title" onClose={onClose}>
      <h2 id="pile-keys-title">{keys.title}</h2>
      <dl className="pile-key-list">
        {keys.list.map(([key, act]) => (
          <div key={`${key} ${act}`}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{act}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={() => dialog.current?.close()}>
        {keys.close}
      </button>
    </dialog>
  );
}
