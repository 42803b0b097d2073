import type { Kind } from "../../../shared/kinds/index.ts";
import { useMessages } from "../../ui/messages.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { LiveProposal } from "./live-proposal.tsx";
import { ProposalPanel } from "./proposal-panel.tsx";
import type { Reading } from "./use-reading.ts";

export interface LinkedProposalProps {
  kind: Kind;
  /** The path of the edit form. */
  path: string;
  /** The current values of the form or the item, by field. */
  values: Record<string, string>;
  reading: Reading;
}

/**
 * The details that the server read from the file, in the edit form of its item. Without JavaScript, links
 * fill in the form.
 */
export function EditProposal(props: LinkedProposalProps) {
  const { kind, values, reading } = props;
  if (!useHydrated()) return <LinkedProposal {...props} />;
  return <LiveProposal kind={kind} reading={reading} values={values} />;
}

/**
 * The details that the server read from an item's file. Links open the edit form with these details filled
 * in.
 */
export function LinkedProposal({ kind, path, values, reading }: LinkedProposalProps) {
  const { proposal } = useMessages();
  const { facts, isWaiting, isPostponed } = reading;
  if (facts.length === 0 && !isWaiting && !isPostponed) return null;
  const hrefOf = (fields: string[]) => `${path}?use=${fields.join(",")}`;
  return (
    <ProposalPanel
      kind={kind}
      facts={facts}
      values={values}
      note={isPostponed ? proposal.postponed : isWaiting ? proposal.waitingPlain : undefined}
      renderUse={({ field }, about) => (
        <a className="button quiet" href={hrefOf([field])}>
          {proposal.use}
          <span className="visually-hidden">: {about}</span>
        </a>
      )}
      renderUseAll={(open) => (
        <a className="button quiet" href={hrefOf(open.map(({ field }) => field))}>
          {proposal.useAllPlain}
        </a>
      )}
    />
  );
}
