import type { WantedPaper } from "../../../shared/courses/wanted.ts";
import { AllWanted, WantedPapers } from "../../items/wanted-papers.tsx";
import { useMessages } from "../../ui/messages.ts";
import { BandHead } from "./band-head.tsx";

export interface MostWantedProps {
  papers: readonly WantedPaper[];
  /** The number of all wanted papers. */
  count: number;
}

/** The missing papers that most people want. */
export function MostWanted({ papers, count }: MostWantedProps) {
  const { home } = useMessages();
  return (
    <section aria-labelledby="wanted">
      <BandHead id="wanted" title={home.wanted}>
        <AllWanted count={count} />
      </BandHead>
      <WantedPapers papers={papers} back="/" />
    </section>
  );
}
