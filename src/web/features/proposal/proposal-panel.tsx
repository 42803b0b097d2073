import { type ReactNode, useId } from "react";
import type { Kind } from "../../../shared/kinds/index.ts";
import { useKindWords } from "../../items/kind-words.ts";
import { useMessages } from "../../ui/messages.ts";
import { langOf } from "../../items/item-names.ts";
import { isMatching, type ProposedFact } from "./proposed-facts.ts";

export interface ProposalPanelProps {
  kind: Kind;
  facts: ProposedFact[];
  /** The current values of the form or the item, by field. */
  values: Record<string, string>;
  /** A note under the details, for example that more details may follow. */
  note?: string | undefined;
  /**
   * The control that fills in one detail.
   * @param about the detail in words, for screen readers
   */
  renderUse: (fact: ProposedFact, about: string) => ReactNode;
  /** The control that fills in all details that differ from the form. */
  renderUseAll: (facts: ProposedFact[]) => ReactNode;
}

/** The details that the server read from a file, each with its confidence. People can fill them in. */
export function ProposalPanel(props: ProposalPanelProps) {
  const { kind, facts, values, note, renderUse, renderUseAll } = props;
  const { proposal, confidence } = useMessages();
  const { fields } = useKindWords(kind);
  const id = useId();
  const open = facts.filter((fact) => !isMatching(kind, fact, values[fact.field]));
  return (
    <section className="proposal" aria-labelledby={id}>
      <h2 id={id}>{proposal.title}</h2>
      {facts.length > 0 && <p className="hint">{proposal.hint}</p>}
      <ul>
        {facts.map((fact) => {
          const label = fields[fact.field]?.label ?? fact.field;
          const shown = fields[fact.field]?.options?.[fact.value] ?? fact.value;
          return (
            <li key={fact.field}>
              <span className="proposal-fact">
                <span className="by">{label}</span>
                <span>
                  <strong lang={langOf(shown)}>{shown}</strong> <small>({confidence[fact.confidence]})</small>
                </span>
              </span>
              {open.includes(fact) ? (
                renderUse(fact, `${label}: ${shown}`)
              ) : (
                <span className="matches">
                  <span aria-hidden="true">✓</span> {proposal.matches}
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {open.length > 1 && renderUseAll(open)}
      {note && <p className="hint">{note}</p>}
    </section>
  );
}
