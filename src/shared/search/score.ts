import type { FacetColumns } from "../facets/facet-columns.ts";
import { facetOfToken, facets, type FactToken, type OfferedFacet } from "../facets/facets.ts";
import { kinds } from "../kinds/index.ts";
import { isFiller } from "./fillers.ts";
import { initialForms } from "./initials.ts";

/** How a word of a title matches a typed word. */
export type MatchKind = "exact" | "form" | "short" | "start" | "initials" | "sound" | "spelling";

/** The quality of each kind of match, from 0 to 1. */
export const quality: Record<MatchKind, number> = {
  exact: 1,
  form: 0.97,
  short: 0.95,
  start: 0.9,
  initials: 0.9,
  spelling: 0.82,
  sound: 0.8,
};

/** A part of a query, prepared for the comparison with titles. */
export interface Wanted {
  /** The words of a title that match this part, with the kind of match. */
  words: ReadonlyMap<string, MatchKind>;
  /** Several words that match together: a short name written in full, or the two halves of a word. */
  phrases: readonly { words: readonly string[]; how: MatchKind }[];
  /** The beginning of a word in a title. */
  start?: string | undefined;
  /** The initials of a title. */
  initials?: string | undefined;
  /** Codes in upper case without spaces. Any of them matches. */
  codes?: ReadonlySet<string> | undefined;
  /** Whether the person typed only the beginning of the codes. A title can then match as well as a code. */
  isBegun?: boolean;
  fact?: { name: FactToken | "kind"; values: readonly string[]; also?: readonly string[] } | undefined;
}

/** The data of an item that the score needs. */
export interface Candidate extends Pick<FacetColumns, OfferedFacet | "code"> {
  /** The words of its title, separated by spaces. */
  title: string;
  kind: string;
}

export interface Score {
  /** From 0 to about 130, higher is better; 1,000 is added if the code is the same. */
  score: number;
  /**
   * For each part of the query, the matching word of the title and the kind of match; undefined if the title
   * doesn't match.
   */
  by: ({ word: string; how: MatchKind } | undefined)[];
  /** Whether the item has the typed code, or its title has all parts and no other words. */
  isWhole: boolean;
}

/** The quality of a match outside the title, such as in the author or the pages. */
const ELSEWHERE = 0.35;
const ALSO = 0.9;
const EXACT_CODE = 1_000;
/** A begun code is above a title with further words, and below a title that matches as a whole. */
const BEGUN_CODE = 12;
const COVERAGE = 22;
const ORDER = 5;
const WEIGHTS = new Map(kinds.map(({ name, search }) => [name, search.weight]));

/**
 * Scores how well an item matches a query.
 * @param wanted the parts of the query, at least one
 */
export function scoreOf(item: Candidate, wanted: readonly Wanted[]): Score {
  const title = item.title.split(" ");
  const covered = new Set<number>();
  const by: Score["by"] = [];
  let sum = 0;
  let codePoints = 0;
  let inOrder = true;
  let last = -1;
  for (const part of wanted) {
    if (hasCodeOf(item, part)) codePoints = part.isBegun ? BEGUN_CODE : EXACT_CODE;
    const found = inTitle(title, part);
    by.push(found && { word: title[found.at[0] as number] as string, how: found.how });
    sum += found ? quality[found.how] : factQuality(item, part) || ELSEWHERE;
    if (!found) continue;
    for (const at of found.at) covered.add(at);
    inOrder &&= (found.at[0] as number) > last;
    last = found.at.at(-1) as number;
  }
  const named = title.filter((word) => !isFiller(word)).length;
  const namedCount = title.filter((word, at) => covered.has(at) && !isFiller(word)).length;
  const score =
    codePoints +
    (100 * sum) / wanted.length +
    COVERAGE * (namedCount / Math.max(named, 1)) +
    (inOrder && covered.size > 1 ? ORDER : 0) +
    weightOf(item);
  const isWhole = codePoints === EXACT_CODE || (namedCount === named && by.every(Boolean));
  return { score, by, isWhole };
}

const hasCodeOf = ({ code }: Candidate, { codes }: Wanted): boolean =>
  code !== null && codes !== undefined && codes.has(code);

/** Returns how well an item has a fact: 1, `ALSO` for a value that matches less well, or 0. */
function factQuality(item: Candidate, wanted: Wanted): number {
  const { fact, codes } = wanted;
  if (codes) return hasCodeOf(item, wanted) ? 1 : 0;
  if (!fact) return 0;
  const facet = facetOfToken(fact.name);
  const own = facet === undefined ? item.kind : item[facet as keyof Candidate];
  if (own === null) return 0;
  const value = facet === "department" ? facets.department.fold(String(own)) : String(own);
  if (fact.values.includes(value)) return 1;
  return fact.also?.includes(value) ? ALSO : 0;
}

/** Whether an item has a fact, or words of its title match the part. */
export const hasPart = (item: Candidate, part: Wanted): boolean =>
  factQuality(item, part) > 0 || inTitle(item.title.split(" "), part) !== undefined;

/** The points of an item's kind, which are a part of its score. */
export const weightOf = ({ kind }: Pick<Candidate, "kind">): number => WEIGHTS.get(kind) ?? 0;

/** The places in a title that match a part, for the best kind of match. */
function inTitle(title: readonly string[], part: Wanted): { at: number[]; how: MatchKind } | undefined {
  let best: { at: number[]; how: MatchKind } | undefined;
  const offer = (at: number[], how: MatchKind) => {
    if (!best || quality[how] > quality[best.how]) best = { at, how };
  };
  title.forEach((word, at) => {
    const how = part.words.get(word) ?? (part.start && word.startsWith(part.start) ? "start" : undefined);
    if (how) offer([at], how);
  });
  for (const { words, how } of part.phrases) {
    const at = words.map((word) => title.indexOf(word));
    if (at.every((place) => place >= 0)) offer(at, how);
  }
  // A title has no more initials than words.
  const places =
    part.initials && part.initials.length <= title.length
      ? initialForms(title).get(part.initials)
      : undefined;
  if (places) offer(places, "initials");
  return best;
}
