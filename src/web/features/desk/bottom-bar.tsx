import { useDeskMessages } from "./desk-messages.ts";
import { type Decision, isHeld } from "./desk-state.ts";
import { DeskIcon, Key } from "./icons.tsx";
import type { LiveDesk } from "./use-desk.ts";

/** The keys, the connection, and the last decision with its undo. It covers nothing. */
export function BottomBar({ desk, onHelp }: { desk: LiveDesk; onHelp: () => void }) {
  const { state } = desk;
  const words = useDeskMessages();
  const { short } = words.keys;
  const others = new Set(state.rows.filter(isHeld).map(({ holder }) => holder?.name));
  return (
    <footer className="desk-bottom">
      <p className="desk-keys" aria-hidden="true">
        <Key name="J" /> <Key name="K" /> {short.rows} <Key name="1" />–<Key name="9" /> {short.reason}{" "}
        <Key name="E" /> {short.details} <Key name="P" /> {short.page} <Key name="X" /> {short.select}
      </p>
      <button type="button" className="plain desk-help" onClick={onHelp}>
        <Key name="?" /> {words.keys.open}
      </button>
      {others.size > 0 && (
        <p className="desk-others">
          {words.atDesk} {[...others].join(", ")}
        </p>
      )}
      {state.isLost && <p className="desk-lost">{words.lost}</p>}
      <div className="contents" role="status">
        <LastDecision desk={desk} />
      </div>
      <p className="visually-hidden" role="status" id="desk-said">
        {state.said}
      </p>
    </footer>
  );
}

function LastDecision({ desk }: { desk: LiveDesk }) {
  const { store, state } = desk;
  const { last: words, bulk } = useDeskMessages();
  const { last } = state;
  if (!last) return null;
  const { decision, title, action, isUndoing } = last;
  const done = decision?.counts["done"] ?? 0;
  const isRunning = decision?.state === "running";
  const skipped = decision?.skipped.length ?? 0;
  return (
    <div className="desk-last">
      <DeskIcon name="printed" />
      <span>
        {title === undefined ? (
          isUndoing && decision?.state === "undoing" ? (
            bulk.undoing(done)
          ) : isRunning ? (
            bulk.progress(done + skipped, decision.total)
          ) : (
            bulk.done[action](done)
          )
        ) : (
          <>
            <strong>{words[action]}</strong> {title}
          </>
        )}
      </span>
      {isRunning && <progress value={done + skipped} max={decision.total} aria-label={bulk.label} />}
      {decision ? (
        <button type="button" className="quiet" disabled={isUndoing} onClick={() => void store.undo()}>
          <DeskIcon name="undo" /> {words.undo} <Key name="Z" />
        </button>
      ) : (
        <span>{words.saving}</span>
      )}
      {title === undefined && decision && !isRunning && skipped > 0 && <Skipped skipped={decision.skipped} />}
    </div>
  );
}

/** The items that a decision left as they were, with the reasons. */
export function Skipped({ skipped }: Pick<Decision, "skipped">) {
  const { bulk } = useDeskMessages();
  return (
    <details className="desk-skipped">
      <summary>{bulk.stay}</summary>
      <ul>
        {skipped.map((one) => (
          <li key={one.id}>
            {one.title}: {skippedText(bulk.skipped, one.state)}
            {one.holder && ` (${one.holder})`}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Why one item was skipped. */
const skippedText = (words: Record<string, (count: number) => string>, state: string): string =>
  words[state]?.(1) ?? state;
