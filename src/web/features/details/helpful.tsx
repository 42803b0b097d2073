import type { Votes } from "../../page/context.ts";
import { useMessages } from "../../ui/messages.ts";

export interface HelpfulProps {
  /** The id of the answer. */
  id: string;
  /** The name of the answer, for screen readers. */
  name: string;
  votes: Votes | undefined;
  /** Whether this reader can vote on the answer. */
  mayVote: boolean;
  /** The path of this page. */
  path: string;
}

/**
 * Asks readers whether an answer helped, and shows the votes. Pressing the same button again removes the
 * vote.
 */
export function Helpful({ id, name, votes = { yes: 0, no: 0 }, mayVote, path }: HelpfulProps) {
  const { votes: words } = useMessages();
  if (!mayVote) return <p className="by">{words.counted(votes.yes, votes.no)}</p>;
  return (
    <form className="details-helpful" method="post" action={path} aria-label={words.of(name)}>
      <input type="hidden" name="act" value="vote" />
      <input type="hidden" name="answerId" value={id} />
      <span className="by">{words.question}</span>
      {(["yes", "no"] as const).map((choice) => {
        const isOwn = votes.own === choice;
        return (
          <button
            className="quiet"
            key={choice}
            name="helpful"
            value={isOwn ? "none" : choice}
            aria-pressed={isOwn}
          >
            {isOwn && <span aria-hidden="true">✓ </span>}
            {words[choice](votes[choice])}
          </button>
        );
      })}
    </form>
  );
}
