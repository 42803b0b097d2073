import { deskMessages } from "../../../shared/messages/en-desk.ts";
import type { DeskDecision } from "../../page/context.ts";
import { useMessages } from "../../ui/messages.ts";
import { isHeld } from "./desk-state.ts";
import { DeskIcon, Key } from "./icons.tsx";
import type { LiveDesk } from "./use-desk.ts";

/** The keys, the connection, and the last decision with its undo. It covers nothing. */
export function BottomBar({ desk, onHelp }: { desk: LiveDesk; onHelp: () => void }) {
  const { state } = desk;
  const words = useMessages(deskMessages);
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
      <p className="desk-said" role="status" id="desk-said">
        {[state.hint, state.said].filter(Boolean).join(" ")}
      </p>
      <div className="contents" role="status">
        <LastDecision desk={desk} />
      </div>
      <p className="visually-hidden" role="status">
        {state.opened}
      </p>
    </footer>
  );
}

function LastDecision({ desk }: { desk: LiveDesk }) {
  const { store, state } = desk;
  const { last: words, bulk } = useMessages(deskMessages);
  const { last } = state;
  if (!last) return null;
  const { decision, title, action, isUndoing } = last;
  const isRunning = decision?.state === "running";
  const isUndone = decision?.state === "undone";
  const skipped = decision?.skipped ?? [];
  const decided = (decision?.counts["done"] ?? 0) + skipped.length;
  // After an undo, only the items that it left as they are matter.
  const shown = isUndone ? skipped.filter((one) => one.state === "kept") : skipped;
  return (
    <div className="desk-last">
      <DeskIcon name={isUndone ? "undo" : "printed"} />
      <span>
        {title === undefined ? (
          <ManyText decision={decision} isUndoing={isUndoing} />
        ) : (
          <>
            <strong>{words[action]}</strong> {title}
          </>
        )}
      </span>
      {isRunning && <progress value={decided} max={decision.total} aria-label={bulk.label} />}
      {!decision && <span>{words.saving}</span>}
      {decision && !isUndone && (
        <button type="button" className="quiet" disabled={isUndoing} onClick={() => void store.undo()}>
          <DeskIcon name="undo" /> {words.undo} <Key name="Z" />
        </button>
      )}
      {title === undefined && !isRunning && shown.length > 0 && <Skipped skipped={shown} />}
    </div>
  );
}

interface ManyTextProps {
  decision: DeskDecision | undefined;
  isUndoing: boolean;
}

/** The result so far of a decision about many items, or of its undo. */
function ManyText({ decision, isUndoing }: ManyTextProps) {
  const { bulk, audit } = useMessages(deskMessages);
  if (!decision) return null;
  const { action, state, counts, skipped, total } = decision;
  const { done = 0, undone = 0, kept = 0 } = counts;
  if (state === "undone")
    return [bulk.undone(undone), kept > 0 && audit.keptDetail(kept)].filter(Boolean).join(" ");
  if (isUndoing && state === "undoing") return bulk.undoing(done);
  return state === "running" ? bulk.progress(done + skipped.length, total) : bulk.done[action](done);
}

/** The items that a decision left as they were, with the reasons. */
export function Skipped({ skipped }: Pick<DeskDecision, "skipped">) {
  const { bulk } = useMessages(deskMessages);
  return (
    <details className="desk-skipped">
      <summary>{bulk.stay}</summary>
      <ul>
        {skipped.map((one) => (
          <li key={one.id}>
            {one.title}: {whyText(bulk.why, one.state)}
            {one.holder && ` (${one.holder})`}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Why one item was skipped. */
const whyText = (words: Record<string, string>, state: string): string => words[state] ?? state;
