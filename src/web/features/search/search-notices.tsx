import type { SearchTold } from "../../page/context.ts";
import { useMessages } from "../../ui/messages.ts";

export interface SearchNoticesProps {
  told: Pick<SearchTold, "corrected" | "filters" | "isIncomplete" | "isCut">;
  /** The address of the search for the words as they stand. */
  exactHref: string;
}

/** What the search made of the words, where that is not what was typed. */
export function SearchNotices({ told, exactHref }: SearchNoticesProps) {
  const { corrected, filters, isIncomplete, isCut } = told;
  const { searchPage } = useMessages();
  const leftOut = filters.filter(({ isApplied }) => !isApplied);
  return (
    <>
      {corrected && (
        <p className="notice">
          {searchPage.correctedFor} <em>{corrected.text}</em>. {searchPage.insteadFor}{" "}
          <a href={exactHref}>{corrected.original}</a>
        </p>
      )}
      {leftOut.map(({ text }) => (
        <p className="notice" key={text}>
          {searchPage.notApplied(text)}
        </p>
      ))}
      {isIncomplete && <p className="notice">{searchPage.incomplete}</p>}
      {isCut && <p className="notice">{searchPage.cut}</p>}
    </>
  );
}
