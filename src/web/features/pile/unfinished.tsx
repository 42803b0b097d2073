import { pileMessages } from "../../../shared/messages/en-pile-screen.ts";
import { FileName } from "../../ui/file-name.tsx";
import { useMessages } from "../../ui/messages.ts";
import type { LivePile } from "./use-pile.ts";

/** So many files are named. */
const MAX_NAMES = 12;

/** Names the files whose upload a closed or reloaded page did not finish, with a way to give them up. */
export function Unfinished({ pile: { state, uploads, rows, queue, store } }: { pile: LivePile }) {
  const { unfinished: words } = useMessages(pileMessages);
  const { files, left } = uploads;
  const known = new Set([...files.map(({ name }) => name), ...rows.map(({ label }) => label)]);
  const stored = state.pile.unfinished.filter(({ name }) => !known.has(name));
  const names = new Set([...stored.map(({ name }) => name), ...left.filter((name) => !known.has(name))]);
  if (names.size === 0) return null;
  const forget = async () => {
    queue.forgetLeft();
    await Promise.all(stored.map(({ id }) => giveUp(id)));
    store.pollSoon();
  };
  return (
    <section className="notice pile-unfinished" aria-label={words.label}>
      <p>
        <strong>{words.title(names.size)}</strong> {words.again}
      </p>
      <ul>
        {[...names].slice(0, MAX_NAMES).map((name) => (
          <li key={name}>
            <FileName>{name}</FileName>
          </li>
        ))}
        {names.size > MAX_NAMES && <li>{words.more(names.size - MAX_NAMES)}</li>}
      </ul>
      <button type="button" className="quiet" onClick={() => void forget()}>
        {words.forget}
      </button>
    </section>
  );
}

/** Deletes an unfinished upload. The server's sweeper removes it later if this fails. */
const giveUp = (id: string): Promise<unknown> =>
  fetch(`/uploads/${id}`, { method: "DELETE", headers: { "tus-resumable": "1.0.0" } }).catch(() => {});
