import type { SearchNotes } from "../../page/context.ts";
import type { FilterChipProps } from "../../ui/filter-chip.tsx";
import { useMessages } from "../../ui/messages.ts";
import { useSearchWords } from "./search-words.ts";

/**
 * The filters that the search recognised in the query.
 * @param hrefOf returns the address of a search for a different text
 */
export function useRecognised(
  filters: SearchNotes["filters"],
  hrefOf: (search: string) => string,
): FilterChipProps[] {
  const { list } = useMessages();
  const words = useSearchWords();
  return filters
    .filter(({ name, isApplied }) => isApplied && name !== "code")
    .map(({ name, values, text, without }) => {
      const said = list.filter(
        words.label(name),
        values.length === 1 ? words.value(name, values[0] ?? text) : text,
      );
      return { said, href: hrefOf(without), label: list.removeFilter(said) };
    });
}
