/** Spec §9. */
export const STEP = 1;
export const JUMP = 5;
const SHOWN = 9;
const BEFORE = (SHOWN - 1) / 2;
const ROW = 3;

/** The nine years that the panel shows, four before the centred one to four after (spec §4), in rows of three. */
export function yearRows(centre: number): number[][] {
  const first = centre - BEFORE;
  return Array.from({ length: SHOWN / ROW }, (_, row) =>
    Array.from({ length: ROW }, (__, column) => first + row * ROW + column),
  );
}

/** The first and the last shown year. */
export function shownSpan(centre: number): [first: number, last: number] {
  return [centre - BEFORE, centre + BEFORE];
}

export function isWithin([first, last]: [first: number, last: number], year: number): boolean {
  return year >= first && year <= last;
}

/** Keys of the WAI-ARIA grid pattern, and how many years each moves the centre. */
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

/** How many years a key moves the centre; undefined for a key that moves nothing. */
export function moveOf(key: string): number | undefined {
  return Object.hasOwn(moves, key) ? moves[key] : undefined;
}

/** The year that the panel is centred on at first: the value it begins with, else the present year. */
export function firstCentre(value: string): number {
  return /^\d{4}$/.test(value) ? Number(value) : presentYear();
}

/** By the reader's clock. */
export function presentYear(): number {
  return new Date().getFullYear();
}
