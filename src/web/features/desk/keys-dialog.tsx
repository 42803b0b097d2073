import { useEffect, useRef } from "react";
import { useDeskMessages } from "./desk-messages.ts";

/** The list of all keys. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { keys } = useDeskMessages();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="desk-dialog" aria-labelledby="desk-keys" onClose={onClose}>
      <h2 id="desk-keys">{keys.title}</h2>
      <dl className="desk-key-list">
        {keys.list.map(([key, act]) => (
          <div key={key}>
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
