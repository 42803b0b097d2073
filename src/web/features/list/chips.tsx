import { withoutValue } from "../../../shared/facets/facets.ts";
import type { Kind } from "../../../shared/kinds/index.ts";
import type { ListQuery } from "../../../shared/schemas/list-query.ts";
import { FilterChip, type FilterChipProps } from "../../ui/filter-chip.tsx";
import { useMessages } from "../../ui/messages.ts";
import { useFacetWords } from "./facet-words.ts";
import { langOf } from "../../items/item-names.ts";
import { listHref } from "../../addresses/list-href.ts";

export interface ChipsProps {
  kind: Kind;
  path: string;
  query: ListQuery;
  /** Filters that the search recognised in the query. */
  recognised: FilterChipProps[];
}

/** The active filters. Each is a link that removes it, and another link removes all. */
export function Chips({ kind, path, query, recognised }: ChipsProps) {
  const { list } = useMessages();
  const words = useFacetWords(kind);
  const { page: _page, size: _size, status: _status, exact: _exact, ...filters } = query;
  const chips = Object.entries(filters).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (one === undefined ? [] : [{ name, value: one }])),
  );
  if (chips.length === 0) return null;
  return (
    <ul className="chips">
      {chips.map(({ name, value }) => {
        const said = words.value(name, value);
        return (
          <FilterChip
            key={name + value}
            said={said}
            href={listHref(path, withoutValue(filters, name, value))}
            label={list.removeFilter(list.filter(words.label(name), said))}
            lang={langOf(said)}
          />
        );
      })}
      {recognised.map((chip) => (
        <FilterChip key={chip.said} {...chip} />
      ))}
      <li>
        <a className="clear" href={path}>
          {list.clear}
        </a>
      </li>
    </ul>
  );
}
