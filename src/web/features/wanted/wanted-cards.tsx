import { wantedMessages } from "../../../shared/messages/en-wanted.ts";
import type { WantedPaper } from "../../../shared/courses/wanted.ts";
import { AllWanted, WantedPapers } from "../../items/wanted-papers.tsx";
import { useMessages } from "../../ui/messages.ts";

/** A few missing papers that the reader may have. */
export function WantedCards({ papers, count }: { papers: readonly WantedPaper[]; count: number }) {
  const { doYouHave } = useMessages(wantedMessages);
  if (papers.length === 0) return null;
  return (
    <section>
      <div className="wanted-head">
        <h2>{doYouHave}</h2>
        <AllWanted count={count} />
      </div>
      <WantedPapers papers={papers} />
    </section>
  );
}
