import { foldText, words } from "../../shared/text/words.ts";

/** The number of rows on a page. */
const PAGE_ROWS = 25;

export interface FoundRows<T> {
  rows: T[];
  /** The search, "" for all rows. */
  search: string;
  /** The zero-based page, at most the last one. */
  page: number;
  pageCount: number;
  /** The number of all found rows. */
  count: number;
}

/**
 * Finds rows of a short list that is wholly in memory, and cuts one page from them.
 * @param textOf the text of a row; it must contain every word of the search
 */
export function foundRows<T>(
  all: readonly T[],
  { search = "", page = 0 }: { search?: string | undefined; page?: number | undefined },
  textOf: (row: T) => string,
): FoundRows<T> {
  const asked = words(search);
  const found = all.filter((row) => {
    const text = foldText(textOf(row));
    return asked.every((word) => text.includes(word));
  });
  const pageCount = Math.ceil(found.length / PAGE_ROWS);
  const shown = Math.min(page, Math.max(0, pageCount - 1));
  const rows = found.slice(shown * PAGE_ROWS, (shown + 1) * PAGE_ROWS);
  return { rows, search, page: shown, pageCount, count: found.length };
}
