import type { Kind, KindWords } from "../../shared/kinds/index.ts";
import { useLocale } from "../ui/messages.ts";

/** The texts of a kind in the reader's language. */
export function useKindWords(kind: Kind): KindWords {
  return kind.words[useLocale()];
}
