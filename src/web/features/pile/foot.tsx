import { FileName } from "../../ui/file-name.tsx";
import { useState } from "react";
import { Link } from "react-router";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { type PileMessages, pileMessages } from "../../../shared/messages/en-pile-screen.ts";
import { useLocale, useMessages } from "../../ui/messages.ts";
import { countGroups, leftToConfirm } from "./groups.ts";
import { attemptOf, type SendAttempt, sentText } from "./sent-papers.ts";
import type { LivePile } from "./use-pile.ts";

export interface FootProps {
  pile: LivePile;
  isWide: boolean;
  onKeys: () => void;
}

/** Sends what is ready, and says what stays. */
export function Foot({ pile, isWide, onKeys }: FootProps) {
  const { foot, keys } = useMessages(pileMessages);
  const { store, state, rows } = pile;
  const { sendRest } = state.pile;
  // Ticking the box belongs to the next sending; the person takes the tick away to stop at once.
  const [isTicked, setTicked] = useState(false);
  const [isStopping, setStopping] = useState(false);
  const [attempt, setAttempt] = useState<SendAttempt>();
  const counts = countGroups(rows);
  const wantsRest = isTicked || (sendRest && !isStopping);
  // The server already sends the rest as it becomes ready.
  const isNew = wantsRest && !sendRest;
  const later = isNew ? counts.reading : 0;
  const count = counts.ready + later;
  const send = async () => {
    // The rest are the files that the person has chosen until now.
    const place = Math.max(0, ...pile.uploads.files.map((file) => file.place));
    const body = { ...(isNew && { rest: true, ...(place > 0 && { place }) }) };
    if (!(await store.act("POST", "send", body))) return;
    setAttempt(attemptOf(rows));
    setTicked(false);
  };
  const tick = async (isOn: boolean) => {
    setTicked(isOn && !sendRest);
    if (isOn || !sendRest) return;
    setStopping(true);
    await store.act("POST", "send", { rows: [], rest: false });
    setStopping(false);
  };
  const staying = (["check", "reading", "duplicate", "refused", "leftOut"] as const)
    .map((name): [string, number] => [name, name === "reading" && wantsRest ? 0 : counts[name]])
    .filter(([, left]) => left > 0);
  const isDone = leftToConfirm(counts) === 0 && counts.sending === 0;
  return (
    <section className="pile-foot" aria-label={foot.label}>
      <div className="pile-sum">
        <strong>{sumOf(counts, later, foot)}</strong>
        {staying.length > 0 && <span>{foot.stay(staying)}</span>}
        <span role="status">
          <FileName>{sentText(rows, attempt, foot)}</FileName>
        </span>
      </div>
      {isWide && !isDone && (
        <p className="pile-keys">
          <kbd>{keys.names.next}</kbd> {keys.next} <kbd>{keys.names.control}</kbd>{" "}
          <kbd>{keys.names.fillDown}</kbd> {keys.fillDown}{" "}
          <button type="button" className="plain" onClick={onKeys}>
            <kbd>{keys.names.all}</kbd> {keys.all}
          </button>
        </p>
      )}
      {isDone ? (
        <NextSteps rows={rows} />
      ) : (
        <>
          <label className="check pile-rest">
            <input
              type="checkbox"
              checked={wantsRest}
              onChange={(event) => void tick(event.target.checked)}
            />
            <span>{foot.rest}</span>
          </label>
          <button type="button" id="pile-send" disabled={count === 0 && !isNew} onClick={() => void send()}>
            {count > 0 ? foot.send(count) : isNew ? foot.start : foot.none}
          </button>
        </>
      )}
    </section>
  );
}

/** Says what the button would send. @param later how many papers go when they have been read */
function sumOf(counts: ReturnType<typeof countGroups>, later: number, foot: PileMessages["foot"]): string {
  if (later > 0) return foot.later(counts.ready, later);
  if (counts.ready > 0) return foot.ready(counts.ready);
  if (counts.sending > 0) return "";
  return leftToConfirm(counts) === 0 ? foot.done : foot.nothing;
}

/** Leads to the sent items, and to the next batch. */
function NextSteps({ rows }: { rows: LivePile["rows"] }) {
  const { foot } = useMessages(pileMessages);
  const locale = useLocale();
  const sent = new Set(rows.filter(({ status }) => status === "sent").map(({ kind }) => kind));
  return (
    <div className="pile-next">
      <Link className="button quiet" to="/dashboard/contribute">
        {foot.more}
      </Link>
      {[...sent].map(kindNamed).map(({ name, pages, words }) => (
        <Link key={name} className="button" to={`/dashboard/${pages.mine}`}>
          {words[locale].mine}
        </Link>
      ))}
    </div>
  );
}
