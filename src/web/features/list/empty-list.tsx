import type { Kind } from "../../../shared/kinds/index.ts";
import type { ListQuery } from "../../../shared/schemas/list-query.ts";
import { useKindWords } from "../../items/kind-words.ts";
import { useMessages } from "../../ui/messages.ts";

/** Says why a list is empty, and what the reader can do next. */
export function EmptyList({ kind, path, query }: { kind: Kind; path: string; query: ListQuery }) {
  const { list } = useMessages();
  const words = useKindWords(kind);
  const isFiltered = Object.values(query).some(Boolean);
  const add = `/dashboard/${kind.pages.add}`;
  return (
    <div className="empty">
      <p>{isFiltered ? `${list.nothing} ${list.nothingHint}` : words.empty}</p>
      <div className="button-row">
        {isFiltered && (
          <a className="button" href={path}>
            {list.clear}
          </a>
        )}
        <a className={isFiltered ? "button quiet" : "button"} href={add}>
          {isFiltered ? list.contributeMissing : list.contribute}
        </a>
      </div>
    </div>
  );
}
