import type { SearchQuery } from "../../../shared/schemas/search-query.ts";
import type { SearchResult } from "../../context.ts";
import { useMessages } from "../../ui/messages.ts";
import { searchHref } from "./search-href.ts";

type Told = Pick<SearchResult, "corrected" | "filters" | "isIncomplete" | "isCut">;

/** What the search made of the words, where that is not what was typed. */
export function SearchNotices({
  query,
  corrected,
  filters,
  isIncomplete,
  isCut,
}: Told & { query: SearchQuery }) {
  const { searchPage } = useMessages();
  const leftOut = filters.filter(({ isApplied }) => !isApplied);
  return (
    <>
      {corrected && (
        <p className="notice">
          {searchPage.correctedFor} <em>{corrected.text}</em>. {searchPage.insteadFor}{" "}
          <a href={searchHref({ ...query, page: undefined, exact: "1" })}>{corrected.original}</a>
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
