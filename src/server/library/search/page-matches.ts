import { isEveryday } from "../../../shared/search/fillers.ts";
import { isWord, type QueryPart } from "../../../shared/search/parse-query.ts";
import { pageToken } from "../../../shared/search/tokens.ts";
import type { Expression, Group } from "./expression.ts";
import { factsToDrop, type Standing, withFacts } from "./relax.rules.ts";
import type { FoundEntry } from "./search-engine.repo.ts";
import { type Found, newest, planOf, plannedOf, type Search } from "./search-state.ts";

/** If there are fewer matches, the search also looks in the text of pages. */
const FEW = 50;
/** The number of words that the search looks up one by one on pages. */
const MAX_TELLING = 6;
/** A word with at most this number of matches tells what a person looks for. */
const RARE = 200;

/** The matches that have all these parts, in titles or on pages. The other papers of a typed code follow. */
export async function withPages(parts: QueryPart[], search: Search): Promise<Found | undefined> {
  const entries = await onPages([], parts, search);
  const words = parts.filter(({ fact }) => !fact);
  if (entries.length === 0)
    return words.length < parts.length && !search.reader.isLate()
      ? withPagesAndFewerFacts(words, parts, search)
      : undefined;
  const codes = parts.filter(({ code }) => code);
  if (codes.length === 0) return { entries, kept: parts, isLoose: false };
  const first = new Set(entries.map(({ docId }) => docId));
  const others = await newest(planOf(codes, false, search).groups, search);
  return {
    entries: [...entries, ...others.filter(({ docId }) => !first.has(docId))],
    kept: parts,
    isLoose: false,
    first,
  };
}

/** The matches with the words on their pages, and as many of the facts as one of them has. */
async function withPagesAndFewerFacts(
  words: QueryPart[],
  parts: readonly QueryPart[],
  search: Search,
): Promise<Found | undefined> {
  const found = await withPages(words, search);
  if (!found) return undefined;
  const planned = plannedOf(parts, false, search);
  const dropped = factsToDrop(found.entries, planned);
  const kept = planned.filter(({ part }) => !dropped.includes(part));
  const facts = kept.filter(({ part }) => part.fact);
  return { ...found, entries: withFacts(found.entries, facts), kept: kept.map(({ part }) => part) };
}

/** Returns more matches, in the text of pages, if few items match by their fields. */
export async function onPages(
  entries: readonly FoundEntry[],
  parts: readonly QueryPart[],
  search: Search,
): Promise<FoundEntry[]> {
  const isTelling = (part: QueryPart) => isWord(part) && (part.words[0]?.word.length ?? 0) > 1;
  if (entries.length >= FEW || search.reader.isLate() || !parts.some(isTelling)) return [];
  const found = await newest(pageGroups(parts, search), search);
  const known = new Set(entries.map(({ docId }) => docId));
  return found.filter(({ docId }) => !known.has(docId));
}

/** The groups of these parts, which the words of pages match, too. The index has no single letters of pages. */
function pageGroups(parts: readonly QueryPart[], search: Search): Expression {
  return planOf(parts, false, search).groups.flatMap((group, at): Group[] => {
    const { code, fact, words: own } = parts[at] as QueryPart;
    if (code) return [group];
    if (!fact && own.length === 1 && own[0]?.word.length === 1) return [];
    const forms = own.length === 1 ? (search.pages.get(own[0]?.word ?? "") ?? []) : [];
    return [[...group, own.map(({ word }) => pageToken(word)), ...forms.map((form) => [pageToken(form)])]];
  });
}

/** The matches with the most telling words of the query on their pages. A word tells more if fewer items have it. */
export async function withSomeOnPages(
  standings: readonly Standing[],
  search: Search,
): Promise<Found | undefined> {
  const { parts, reader, options } = search;
  const isTelling = ({ part, isKnown }: Standing) =>
    (isKnown === "page" || isKnown === "exact") &&
    isWord(part) &&
    (part.words[0]?.word ?? "").length > 1 &&
    !isEveryday(part.words[0]?.word ?? "");
  const telling = standings.filter(isTelling).slice(0, MAX_TELLING);
  if (telling.length < 2 || telling.every(({ isKnown }) => isKnown !== "page")) return undefined;
  const anchors = parts.filter((part) => !isWord(part));
  const found = new Map<number, { entry: FoundEntry; own: QueryPart[]; points: number }>();
  let isRare = false;
  for (const { part, isKnown } of telling) {
    if (reader.isLate()) break;
    const entries = await newest(pageGroups([...anchors, part], search), search);
    isRare ||= isKnown === "page" && entries.length > 0 && entries.length <= RARE;
    const points = Math.log((options.reach + 2) / (entries.length + 1));
    for (const entry of entries) {
      const one = found.get(entry.docId) ?? { entry, own: [], points: 0 };
      found.set(entry.docId, { entry, own: [...one.own, part], points: one.points + points });
    }
  }
  const [best] = [...found.values()].sort((one, other) => other.points - one.points);
  if (!best || !isRare) return undefined;
  const entries = [...found.values()].filter(({ own }) => best.own.every((part) => own.includes(part)));
  const kept = parts.filter((part) => anchors.includes(part) || best.own.includes(part));
  return { entries: entries.map(({ entry }) => entry), kept, isLoose: false };
}
