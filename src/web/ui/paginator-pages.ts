/** Spec §9: how many pages to show at each end, and how many around the current one. */
const MARGIN = 3;
const RANGE = 3;

/**
 * The pages that a paginator shows: the first and last three, three around the current page, and breaks
 * between them. The rules are those of react-paginate, which the specification requires. A break never hides
 * only one page.
 * @param selected zero-based
 * @returns zero-based page numbers and "break"s
 */
export function paginatorPages(pageCount: number, selected: number): (number | "break")[] {
  const [left, right] = sides(pageCount, selected);
  const from = Math.ceil(selected - left);
  const to = Math.floor(selected + (selected === 0 ? right - 1 : right));
  const near = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
  const ends = Array.from({ length: MARGIN }, (_, at) => [at, pageCount - 1 - at]).flat();
  const shown: (number | "break")[] = [];
  let last = -1;
  for (const index of [...new Set([...ends, ...near])].sort((one, other) => one - other)) {
    if (index < 0 || index >= pageCount) continue;
    const hidden = index - last - 1;
    if (hidden > 0) shown.push(hidden === 1 ? index - 1 : "break");
    shown.push(index);
    last = index;
  }
  return shown;
}

function sides(pageCount: number, selected: number): [left: number, right: number] {
  if (selected > pageCount - RANGE / 2) return [RANGE - (pageCount - selected), pageCount - selected];
  if (selected < RANGE / 2) return [selected, RANGE - selected];
  return [RANGE / 2, RANGE / 2];
}
