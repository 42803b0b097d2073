import { departmentKey } from "../../shared/departments.ts";
import { type Actor, policy } from "../../shared/policy.ts";
import { parseQuery, type QueryPart } from "../../shared/search/parse-query.ts";
import { codeSpans, type QueryWord, queryWords } from "../../shared/search/query-words.ts";
import { type Score, scoreOf } from "../../shared/search/score.ts";
import { factToken, pageToken, SEEN } from "../../shared/search/tokens.ts";
import { normalizeCode, words } from "../../shared/words.ts";
import type { SearchFilter } from "../resources/resource-filter.repo.ts";
import type { Expression, Group } from "./expression.ts";
import { type Plan, planSearch } from "./query-plan.ts";
import type { Found, SearchReader } from "./search.repo.ts";
import type { Vocabulary } from "./vocabulary.ts";

export interface Match {
  item: Found;
  score: Score;
}

export interface Matches {
  parts: QueryPart[];
  /** Parts that nothing could be found with, and which do not count therefore. */
  dropped: QueryPart[];
  /** The best of what was found, best first. */
  best: Match[];
  /** The entries of what else was found, newest first. */
  rest: number[];
  /** Whether there is more than was looked for. */
  isMore: boolean;
  /** Whether words that are not there were taken for others. */
  isLoose: boolean;
}

export interface MatchOptions {
  actor: Actor;
  /** Of all kinds where it names none. */
  filter: SearchFilter;
  /** How many matches are looked for at most. */
  reach: number;
  /** Takes words as they stand. */
  exact?: boolean;
  /** The present year. */
  thisYear: number;
}

/** Of the newest matches, how many are ranked. */
const RANKED = 300;
/** What begins so is looked up besides, because the newest matches of common words may lack it. */
const BEGINNING = 60;
/** With fewer matches the text of pages is searched too. */
const FEW = 50;

/** What a search finds. */
export async function findMatches(
  text: string,
  vocabulary: Vocabulary,
  reader: SearchReader,
  options: MatchOptions,
): Promise<Matches> {
  const typed = queryWords(text);
  const parts = await readParts(typed, reader, options);
  const none: Matches = { parts, dropped: [], best: [], rest: [], isMore: false, isLoose: false };
  if (parts.length === 0) return none;
  const phrases = await phrasesOf(parts, reader);
  const title = typed.map(({ word }) => word).join(" ");
  const facts = parts.filter(({ fact }) => fact);
  const others = parts.filter(({ fact }) => !fact);
  const looseness = options.exact ? [false] : [false, true];
  const begun = await codesBegun(typed, parts, reader, options);
  for (const kept of facts.length > 0 && others.length > 0 ? [parts, others] : [parts]) {
    for (const loose of looseness) {
      const plan = planSearch(kept, { vocabulary, phrases, loose });
      const entries = await reader.newest([...filterGroups(options), ...plan.groups], options.reach + 1);
      if (entries.length === 0 && (kept !== parts || begun.length === 0)) continue;
      const dropped = kept === parts ? [] : facts;
      const withPages = await addPages(entries, kept, { vocabulary, phrases, reader, options });
      return {
        ...none,
        dropped,
        isLoose: loose,
        ...(await rank(withPages, plan, { begun, title }, reader, options)),
      };
    }
  }
  const pages = await addPages([], parts, { vocabulary, phrases, reader, options });
  const plan = planSearch(parts, { vocabulary, phrases, loose: false });
  return { ...none, ...(await rank(pages, plan, { begun: [], title }, reader, options)) };
}

/** What is looked up by how it begins. */
interface Typed {
  /** Items by their code. */
  begun: readonly Found[];
  /** The words as they were typed, as a title would have them. */
  title: string;
}

async function readParts(
  typed: QueryWord[],
  reader: SearchReader,
  { actor, thisYear }: MatchOptions,
): Promise<QueryPart[]> {
  const spans = codeSpans(typed).map(({ code }) => code);
  const codes = await reader.codes([...new Set(spans)], actor);
  return parseQuery(typed, (code) => codes.has(code), thisYear);
}

async function phrasesOf(
  parts: readonly QueryPart[],
  reader: SearchReader,
): Promise<Map<string, string[][]>> {
  const single = parts.filter((part) => !part.code && part.words.length === 1);
  const found = new Map<string, string[][]>();
  if (single.length === 0) return found;
  for (const { alias, phrase } of await reader.phrases(single.map((part) => part.words[0]?.word ?? ""))) {
    found.set(alias, [...(found.get(alias) ?? []), phrase.split(" ")]);
  }
  return found;
}

/** The items whose code begins with what was typed, where that is all: "cse 21". */
async function codesBegun(
  typed: readonly QueryWord[],
  parts: readonly QueryPart[],
  reader: SearchReader,
  { filter, actor }: MatchOptions,
): Promise<Found[]> {
  const whole = codeSpans(typed).find(({ from, to }) => from === 0 && to === typed.length);
  if (!whole || parts.some(({ code }) => code)) return [];
  return reader.beginning("code", whole.code.toUpperCase(), { filter, actor, limit: BEGINNING });
}

/** What the index can tell of a filter and a reader; the rest, and this again, is checked on what it finds. */
function filterGroups({ filter, actor }: MatchOptions): Expression {
  const { kind, status, year, semester, examType, code, department = [], subject, university } = filter;
  const one = (token: string): Group => [[token]];
  const groups: Group[] = [];
  if (!policy.seeUnapproved(actor)) groups.push(one(SEEN));
  if (kind) groups.push(one(factToken("kind", kind)));
  if (status) groups.push(one(factToken("status", status)));
  if (year) groups.push(one(factToken("year", year)));
  if (semester) groups.push(one(factToken("semester", semester)));
  if (examType) groups.push(one(factToken("exam", examType)));
  if (code) groups.push(one(factToken("code", normalizeCode(code))));
  if (department.length > 0)
    groups.push(department.map((value) => [factToken("department", departmentKey(value))]));
  for (const word of [...words(subject ?? ""), ...words(university ?? "")]) groups.push(one(word));
  return groups;
}

/** Where little is found by what an item is, what is written on its pages counts too. */
async function addPages(
  entries: number[],
  parts: readonly QueryPart[],
  {
    vocabulary,
    phrases,
    reader,
    options,
  }: {
    vocabulary: Vocabulary;
    phrases: ReadonlyMap<string, string[][]>;
    reader: SearchReader;
    options: MatchOptions;
  },
): Promise<number[]> {
  if (entries.length >= FEW || parts.every(({ code, fact }) => code || fact)) return entries;
  const { groups } = planSearch(parts, { vocabulary, phrases, loose: false });
  const withPages = groups.map((group, at): Group => {
    const { code, words: own } = parts[at] as QueryPart;
    return code ? group : [...group, own.map(({ word }) => pageToken(word))];
  });
  const found = await reader.newest([...filterGroups(options), ...withPages], options.reach + 1);
  const known = new Set(entries);
  return [...entries, ...found.filter((docId) => !known.has(docId))];
}

async function rank(
  entries: number[],
  { wanted }: Plan,
  { begun, title }: Typed,
  reader: SearchReader,
  { filter, actor, reach }: MatchOptions,
): Promise<Pick<Matches, "best" | "rest" | "isMore">> {
  // The index can't tell these to the letter, so that all that was found must be checked.
  const checksAll = filter.subject || filter.university || filter.semester;
  const first = entries.slice(0, checksAll ? reach : RANKED);
  const candidates = new Map<number, Found>();
  for (const item of begun) candidates.set(item.docId, item);
  for (const item of await reader.candidates(first, filter, actor)) candidates.set(item.docId, item);
  if (entries.length > RANKED && title) {
    for (const item of await reader.beginning("title", title, { filter, actor, limit: BEGINNING }))
      candidates.set(item.docId, item);
  }
  const byCode = new Set(begun.map(({ docId }) => docId));
  const best = [...candidates.values()]
    .map((item): Match => ({ item, score: scoreOf(item, wanted) }))
    .sort((a, b) => codesFirst(a, b, byCode) || byRank(a, b));
  const checked = new Set(first);
  const rest = entries.filter((docId) => !checked.has(docId) && !candidates.has(docId));
  return { best, rest, isMore: best.length + rest.length > reach };
}

/** What begins with the code that is being typed, in the order of codes. */
function codesFirst({ item: a }: Match, { item: b }: Match, byCode: ReadonlySet<number>): number {
  const isCode = byCode.has(a.docId);
  if (isCode !== byCode.has(b.docId)) return isCode ? -1 : 1;
  const [one, other] = [a.code ?? "", b.code ?? ""];
  return !isCode || one === other ? 0 : one < other ? -1 : 1;
}

/** Of two that answer as well, the paper of the later year, then the newer item. */
function byRank(a: Match, b: Match): number {
  return (
    Math.round((b.score.score - a.score.score) * 1e6) ||
    (b.item.year ?? 0) - (a.item.year ?? 0) ||
    b.item.createdAt - a.item.createdAt ||
    (a.item.id < b.item.id ? -1 : 1)
  );
}
