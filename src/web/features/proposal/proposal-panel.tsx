import { type ReactNode, useId } from "react";
import type { Kind } from "../../../shared/kinds/index.ts";
import { useKindWords } from "../../items/kind-words.ts";
import { useMessages } from "../../ui/messages.ts";
import { langOf } from "../../items/item-names.ts";
import { isMatching, type ProposedDetail } from "./proposed-details.ts";

export interface ProposalPanelProps {
  kind: Kind;
  facts: ProposedDetail[];
  /** The current values of the form or the item, by field. */
  values: Record<string, string>;
  /** A note under the details, for example that more details may follow. */
  note?: string | undefined;
  /**
   * The control that fills in one detail.
   * @param about the detail in words, for screen readers
   */
  renderUse: (detail: ProposedDetail, about: string) => ReactNode;
  /** The control that fills in all details that differ from the form. */
  renderUseAll: (facts: ProposedDetail[]) => ReactNode;
}

/** The details that the server read from a file, each with its confidence. People can fill them in. */
export function ProposalPanel(props: ProposalPanelProps) {
  const { kind, facts, values, note, renderUse, renderUseAll } = props;
  const { proposal, confidence } = useMessages();
  const { fields } = useKindWords(kind);
  const id = useId();
  const open = facts.filter((detail) => !isMatching(kind, detail, values[detail.field]));
  return (
    <section className="proposal" aria-labelledby={id}>
      <h2 id={id}>{proposal.title}</h2>
      {facts.length > 0 && <p className="hint">{proposal.hint}</p>}
      <ul>
        {facts.map((detail) => {
          const label = fields[detail.field]?.label ?? detail.field;
          const shown = fields[detail.field]?.options?.[detail.value] ?? detail.value;
          return (
            <li key={detail.field}>
              <span className="proposal-detail">
                <span className="by">{label}</span>
                <span>
                  <strong lang={langOf(shown)}>{shown}</strong>{" "}
                  <small>({confidence[detail.confidence]})</small>
                </span>
              </span>
              {open.includes(detail) ? (
                renderUse(detail, `${label}: ${shown}`)
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
