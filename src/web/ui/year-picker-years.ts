/** Spec §9: how many years a small step and a large step move. */
export const STEP = 1;
export const JUMP = 5;
const SHOWN = 9;
const BEFORE = (SHOWN - 1) / 2;
const ROW = 3;

/**
 * The nine years that the panel shows (spec §4), in rows of three, with four years on each side of the
 * centre.
 */
export function yearRows(centre: number): number[][] {
  const first = centre - BEFORE;
  return Array.from({ length: SHOWN / ROW }, (_, row) =>
    Array.from({ length: ROW }, (__, column) => first + row * ROW + column),
  );
}

/** The first and last year that the panel shows. */
export function shownSpan(centre: number): [first: number, last: number] {
  return [centre - BEFORE, centre + BEFORE];
}

export function isWithin([first, last]: [first: number, last: number], year: number): boolean {
  return year >= first && year <= last;
}

/** The keys of the WAI-ARIA grid pattern, with the number of years that each moves the centre. */
const moves: Partial<Record<string, number>> = {
  ArrowLeft: -STEP,
  ArrowRight: STEP,
  ArrowUp: -ROW,
  ArrowDown: ROW,
  PageUp: -JUMP,
  PageDown: JUMP,
  Home: -BEFORE,
  End: BEFORE,
};

/** How many years a key moves the centre; undefined for other keys. */
export function moveOf(key: string): number | undefined {
  return Object.hasOwn(moves, key) ? moves[key] : undefined;
}

/**
 * The year in the centre of the panel when it opens: the field's value, or the current year if the field is
 * empty.
 */
export function firstCentre(value: string): number {
  return /^\d{4}$/.test(value) ? Number(value) : presentYear();
}

/** The current year by the browser's clock. */
export function presentYear(): number {
  return new Date().getFullYear();
}
