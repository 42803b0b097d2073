import type { SearchTold } from "../../context.ts";
import { useMessages } from "../../ui/messages.ts";
import { useSearchWords } from "./search-words.ts";

/** A filter as a link that takes it away. */
interface Chip {
  said: string;
  href: string;
  label: string;
}

/**
 * The filters that were read out of the words of a search.
 * @param hrefOf the address of the search for other words
 */
export function useRecognised(filters: SearchTold["filters"], hrefOf: (search: string) => string): Chip[] {
  const { list } = useMessages();
  const words = useSearchWords();
  return filters
    .filter(({ name, isApplied }) => isApplied && name !== "code")
    .map(({ name, values, text, without }) => {
      const said = `${words.label(name)} ${words.value(name, values[0] ?? text)}`;
      return { said, href: hrefOf(without), label: list.removeFilter(said) };
    });
}
