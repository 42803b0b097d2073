import type { SearchNotes } from "../../page/context.ts";
import { useMessages } from "../../ui/messages.ts";

export interface SearchNoticesProps {
  notes: Pick<SearchNotes, "corrected" | "leftOut" | "isIncomplete" | "isCut">;
  /** How many items the search found. */
  total: number;
  /** The address of the search for exactly the typed words. */
  exactHref: string;
  /** The address of this search. */
  sameHref: string;
}

/** The notes of a search that corrected or interpreted the query. */
export function SearchNotices({ notes, total, exactHref, sameHref }: SearchNoticesProps) {
  const { corrected, leftOut, isIncomplete, isCut } = notes;
  const { searchPage } = useMessages();
  return (
    <>
      {corrected && (
        <p className="notice">
          {searchPage.correctedFor} <em>{corrected.text}</em>. {searchPage.insteadFor}{" "}
          <a href={exactHref}>{corrected.original}</a>
        </p>
      )}
      {leftOut.length > 0 && (
        <p className="notice" role="status">
          {searchPage.leftOut(leftOut)}
        </p>
      )}
      {isIncomplete && <p className="notice">{searchPage.incomplete}</p>}
      {isCut && total > 0 && <p className="notice">{searchPage.cut}</p>}
      {isCut && total === 0 && (
        <p className="notice" role="status">
          {searchPage.unanswered} <a href={sameHref}>{searchPage.retry}</a>
        </p>
      )}
    </>
  );
}
