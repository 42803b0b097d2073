import { type FacetColumns, facetOfToken, type FactToken, type OfferedFacet } from "../facets.ts";
import { kinds } from "../kinds/index.ts";
import { isFiller } from "./fillers.ts";
import { initials } from "./initials.ts";

/** How a word of a title comes to stand for a word that was typed. */
export type MatchKind = "exact" | "form" | "short" | "start" | "initials" | "sound" | "spelling";

/** How good a stand-in is, from 0 to 1. */
export const quality: Record<MatchKind, number> = {
  exact: 1,
  form: 0.97,
  short: 0.95,
  start: 0.9,
  initials: 0.9,
  spelling: 0.82,
  sound: 0.8,
};

/** A part of a search, as titles are compared with it. */
export interface Wanted {
  /** The words of a title that will do. */
  words: ReadonlyMap<string, MatchKind>;
  /** Several words that together will do: a short form spelled out, or two words typed as one. */
  phrases: readonly { words: readonly string[]; how: MatchKind }[];
  /** Letters that a word of a title may begin with. */
  start?: string | undefined;
  /** Letters that may be a title's initials. */
  initials?: string | undefined;
  /** Codes in one piece, upper-case, one of which will do. */
  codes?: ReadonlySet<string> | undefined;
  fact?: { name: FactToken | "kind"; values: readonly string[] } | undefined;
}

/** What of an item is compared. */
export interface Candidate extends Pick<FacetColumns, OfferedFacet | "code"> {
  /** The words of its title, between spaces. */
  title: string;
  kind: string;
}

export interface Score {
  /** Higher is better; 0 to about 130, and 1,000 more for the very code. */
  score: number;
  /** For each part that a word of the title stands for: the word, and how. */
  by: ({ word: string; how: MatchKind } | undefined)[];
}

/** Found by its author, its pages or the like, rather than by its title. */
const ELSEWHERE = 0.35;
const EXACT_CODE = 1_000;
const COVERAGE = 22;
const ORDER = 5;
const WEIGHTS = new Map(kinds.map(({ name, search }) => [name, search.weight]));

/** How well an item answers a search. @param wanted its parts, at least one */
export function scoreOf(item: Candidate, wanted: readonly Wanted[]): Score {
  const title = item.title.split(" ");
  const covered = new Set<number>();
  const by: Score["by"] = [];
  let sum = 0;
  let hasCode = false;
  let inOrder = true;
  let last = -1;
  for (const part of wanted) {
    if (hasCodeOf(item, part)) hasCode = true;
    const found = inTitle(title, part);
    by.push(found && { word: title[found.at[0] as number] as string, how: found.how });
    sum += found ? quality[found.how] : hasFact(item, part) ? 1 : ELSEWHERE;
    if (!found) continue;
    for (const at of found.at) covered.add(at);
    inOrder &&= (found.at[0] as number) > last;
    last = found.at.at(-1) as number;
  }
  const named = title.filter((word) => !isFiller(word)).length;
  const namedCount = title.filter((word, at) => covered.has(at) && !isFiller(word)).length;
  const score =
    (hasCode ? EXACT_CODE : 0) +
    (100 * sum) / wanted.length +
    COVERAGE * (namedCount / Math.max(named, 1)) +
    (inOrder && covered.size > 1 ? ORDER : 0) +
    (WEIGHTS.get(item.kind) ?? 0);
  return { score, by };
}

const hasCodeOf = ({ code }: Candidate, { codes }: Wanted): boolean =>
  code !== null && codes !== undefined && codes.has(code);

function hasFact(item: Candidate, wanted: Wanted): boolean {
  const { fact, codes } = wanted;
  if (codes) return hasCodeOf(item, wanted);
  if (!fact) return false;
  const facet = facetOfToken(fact.name);
  const value = facet === undefined ? item.kind : item[facet as keyof Candidate];
  return value !== null && fact.values.includes(String(value));
}

/** The places of a title that stand for a part, by the best way there is. */
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
  if (part.initials && initials(title).includes(part.initials)) offer([...title.keys()], "initials");
  return best;
}
