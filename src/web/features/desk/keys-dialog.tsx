import { useEffect, useRef } from "react";
import { deskMessages } from "../../../shared/messages/en-desk.ts";
import { useMessages } from "../../ui/messages.ts";
import type { LiveDesk } from "./use-desk.ts";

/** The list of all keys. */
export function KeysDialog({ desk, onClose }: { desk: LiveDesk; onClose: () => void }) {
  const { keys } = useMessages(deskMessages);
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
      <label className="desk-tick">
        <input
          type="checkbox"
          checked={desk.hasLetters}
          onChange={(event) => desk.setLetters(event.target.checked)}
        />{" "}
        {keys.letters}
      </label>
      <button type="button" onClick={() => dialog.current?.close()}>
        {keys.close}
      </button>
    </dialog>
  );
}
