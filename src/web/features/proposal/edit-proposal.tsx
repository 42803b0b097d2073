import type { Kind } from "../../../shared/kinds/index.ts";
import { useMessages } from "../../ui/messages.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { LiveProposal } from "./live-proposal.tsx";
import { ProposalPanel } from "./proposal-panel.tsx";
import type { Reading } from "./use-reading.ts";

export interface LinkedProposalProps {
  kind: Kind;
  /** Of the form that corrects the item. */
  path: string;
  /** What the form or the item says now, by field. */
  values: Record<string, string>;
  reading: Reading;
}

/** In the form that corrects an item: what its file says of itself. Without JavaScript links fill the form in. */
export function EditProposal(props: LinkedProposalProps) {
  const { proposal } = useMessages();
  const { kind, values, reading } = props;
  if (!useHydrated()) return <LinkedProposal {...props} />;
  return <LiveProposal kind={kind} title={proposal.titleForModerator} reading={reading} values={values} />;
}

/** What an item's file says of itself; links lead to the form that corrects the item, with facts filled in. */
export function LinkedProposal({ kind, path, values, reading }: LinkedProposalProps) {
  const { proposal } = useMessages();
  const { facts, isWaiting, isPostponed } = reading;
  if (facts.length === 0 && !isWaiting && !isPostponed) return null;
  const hrefOf = (fields: string[]) => `${path}?use=${fields.join(",")}`;
  return (
    <ProposalPanel
      kind={kind}
      title={proposal.titleForModerator}
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
