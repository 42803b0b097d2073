import { useRef, useState } from "react";
import type { Kind } from "../../../shared/kinds/index.ts";
import { useKindWords } from "../../items/kind-words.ts";
import { useMessages } from "../../ui/messages.ts";
import { setValue } from "../../ui/set-value.ts";
import { ProposalPanel } from "./proposal-panel.tsx";
import type { ProposedDetail } from "./proposed-details.ts";
import type { Reading } from "./use-reading.ts";

export interface LiveProposalProps {
  kind: Kind;
  reading: Reading;
  /** The current values of the form, by field. */
  values: Record<string, string>;
}

/**
 * The details of the uploaded file, shown while the server reads the file. A click fills in a detail; typed
 * text is replaced only after a click.
 */
export function LiveProposal({ kind, reading, values }: LiveProposalProps) {
  const { proposal } = useMessages();
  const { fields } = useKindWords(kind);
  const place = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState("");
  const { facts, isWaiting, isPostponed } = reading;
  const use = ({ field, value }: ProposedDetail) => {
    const control = place.current?.closest("form")?.elements.namedItem(field);
    if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) setValue(control, value);
  };
  const labelOf = (field: string) => fields[field]?.label ?? field;
  return (
    <div ref={place}>
      {(facts.length > 0 || isWaiting || isPostponed) && (
        <ProposalPanel
          kind={kind}
          facts={facts}
          values={values}
          note={isPostponed ? proposal.postponed : isWaiting ? proposal.waiting : undefined}
          renderUse={(fact, about) => (
            <button
              type="button"
              className="quiet"
              onClick={() => {
                use(fact);
                setSaid(proposal.used(labelOf(fact.field)));
              }}
            >
              {proposal.use}
              <span className="visually-hidden">: {about}</span>
            </button>
          )}
          renderUseAll={(open) => (
            <button
              type="button"
              className="quiet"
              onClick={() => {
                const empty = open.filter(({ field }) => !values[field]);
                empty.forEach(use);
                setSaid(proposal.usedAll(empty.length));
              }}
            >
              {proposal.useAll}
            </button>
          )}
        />
      )}
      <p className="visually-hidden" role="status">
        {said || (facts.length > 0 ? proposal.ready(facts.length) : "")}
      </p>
    </div>
  );
}
