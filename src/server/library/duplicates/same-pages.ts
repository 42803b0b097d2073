import {
  hashDistance,
  isEmptyPrint,
  isSamePrint,
  NEAR_DUPLICATE_BITS,
  type PageFingerprint,
} from "../../files/index.ts";

/**
 * Up to this distance, the coarse fingerprint is enough. The fine fingerprint is unreliable on a page with
 * few lines, where a shift of one pixel changes many bits.
 */
const SURE_BITS = 20;
/** How many pages further a paper can be in one file than in the other, behind a cover page. */
const SHIFTS = [-2, -1, 1, 2];

/**
 * Whether two files show the same paper, judged by their first pages. A page can be upside down, and one file can have
 * a cover page before the paper. Different papers with the same cover page are not the same.
 * @param one the first pages of a file, in order
 */
export function isSamePaper(one: PageFingerprint[], other: PageFingerprint[]): boolean {
  return isSameFromTheStart(one, other) || SHIFTS.some((shift) => isSameShifted(one, other, shift));
}

function isSameFromTheStart(one: PageFingerprint[], other: PageFingerprint[]): boolean {
  const [first, ...later] = comparisons(one, other, 0);
  const known = later.filter((verdict) => verdict !== undefined);
  if (known.length === 0) return first === true;
  // The first page may be a cover page, so another page must agree.
  return first ? known.includes(true) : known.length > 1 && !known.includes(false);
}

function isSameShifted(one: PageFingerprint[], other: PageFingerprint[], shift: number): boolean {
  const known = comparisons(one, other, shift).filter((verdict) => verdict !== undefined);
  return known.length > 0 && !known.includes(false);
}

/** Compares the pages that both files have; undefined if one of two pages is empty. */
function comparisons(one: PageFingerprint[], other: PageFingerprint[], shift: number) {
  return one.flatMap((page, index) => {
    const fellow = other[index + shift];
    if (!fellow) return [];
    return [isEmptyPrint(page.print) || isEmptyPrint(fellow.print) ? undefined : isSamePage(page, fellow)];
  });
}

function isSamePage(one: PageFingerprint, other: PageFingerprint): boolean {
  if (isNear(one, other)) return true;
  return other.turnedHash === null ? isNear(turned(one), other) : isNear(one, turned(other));
}

/** The page upside down. */
const turned = ({ turnedHash, print }: PageFingerprint) => ({
  hash: turnedHash,
  print: print && [...print].reverse().join(""),
});

type Seen = { hash: string | null; print: string | null };

/** The coarse fingerprint finds similar pages. The fine fingerprint separates papers that share a template. */
function isNear(one: Seen, other: Seen): boolean {
  if (one.hash === null || other.hash === null) return false;
  const bits = hashDistance(one.hash, other.hash);
  if (bits <= SURE_BITS) return true;
  if (bits > NEAR_DUPLICATE_BITS) return false;
  // The oldest papers have only the coarse fingerprint.
  return one.print === null || other.print === null || isSamePrint(one.print, other.print);
}
