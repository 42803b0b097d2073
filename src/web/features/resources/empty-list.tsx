import type { Kind } from "../../../shared/kinds/index.ts";
import type { ListQuery } from "../../../shared/schemas/list-query.ts";
import type { SearchTold } from "../../context.ts";
import { NothingFound } from "../search/nothing-found.tsx";
import { listHref } from "./list-href.ts";
import { useKindWords } from "../../kind-words.ts";
import { useMessages } from "../../ui/messages.ts";

export interface EmptyListProps {
  kind: Kind;
  path: string;
  query: ListQuery;
  /** Courses that come nearest to what was searched for. */
  nearest: SearchTold["nearest"];
}

/** A list without items says why, and what to do next. */
export function EmptyList({ kind, path, query, nearest }: EmptyListProps) {
  const { list } = useMessages();
  const words = useKindWords(kind);
  const isFiltered = Object.values(query).some(Boolean);
  const add = `/dashboard/${kind.pages.add}`;
  if (query.search) {
    const hrefOf = (search: string) => listHref(path, { search });
    return (
      <NothingFound text={query.search} nearest={nearest} hrefOf={hrefOf}>
        <a className="button quiet" href={path}>
          {list.clear}
        </a>
        <a className="button quiet" href={add}>
          {list.contributeMissing}
        </a>
      </NothingFound>
    );
  }
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
