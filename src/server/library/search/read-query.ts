import { isDepartmentWord } from "../../../shared/courses/department-names.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import { isChatter, isFiller } from "../../../shared/search/fillers.ts";
import { parseQuery, type QueryPart } from "../../../shared/search/parse-query.ts";
import { spelledOf } from "../../../shared/search/query-facts.ts";
import { codeSpans, type QueryWord, queryWords, unglued } from "../../../shared/search/query-words.ts";
import type { SearchReader } from "./search.repo.ts";

/** The maximum number of codes to search for, if the query is the beginning of codes. */
const MAX_CODES = 64;

/** A query as the search understands it. */
export interface ReadQuery {
  typed: QueryWord[];
  parts: QueryPart[];
  /** The meanings of each short name, as lists of words. */
  phrases: ReadonlyMap<string, string[][]>;
}

/**
 * Splits the query into parts, and looks up its codes and short names. A query that is the beginning of codes but not a
 * code, such as "cse 21", is one part.
 * @param thisYear in the Gregorian calendar
 */
export async function readQuery(
  text: string,
  reader: SearchReader,
  { actor, thisYear }: { actor: Actor; thisYear: number },
): Promise<ReadQuery> {
  const whole = queryWords(text);
  const pieces = unglued(whole, spelledOf);
  const codes = await reader.codes(
    [...new Set([...codeSpans(whole), ...codeSpans(pieces)].map(({ code }) => code))],
    actor,
  );
  // A word that is a code stays whole.
  const typed = codeSpans(whole).some(({ code, from, to }) => to === from + 1 && codes.has(code))
    ? whole
    : pieces;
  const span = codeSpans(typed).find(({ from, to }) => from === 0 && to === typed.length);
  const begun = span && codes.size === 0 ? await reader.codesBeginning(span.code, MAX_CODES, actor) : [];
  const parts: QueryPart[] =
    begun.length > 0
      ? [{ words: typed, begun }]
      : await withKnownDepartments(
          parseQuery(typed, (code) => codes.has(code), thisYear),
          reader,
          actor,
        );
  return { typed, parts, phrases: await phrasesOf(parts, reader) };
}

/**
 * Returns the parts with ordinary words in place of a department that is part of a title, as in "business law", or that the
 * archive doesn't have.
 */
async function withKnownDepartments(
  parts: readonly QueryPart[],
  reader: SearchReader,
  actor: Actor,
): Promise<QueryPart[]> {
  const hasWords = parts.some(({ code, fact }) => !code && !fact);
  const isNamed = ({ fact, words }: QueryPart) =>
    fact?.name === "department" &&
    (!hasWords ||
      words.some(({ word }) => isDepartmentWord(word)) ||
      words.every((word) => words.length === 1 && isShortName(word)));
  const values = parts.filter(isNamed).flatMap(({ fact }) => fact?.values ?? []);
  const known = values.length > 0 ? await reader.departments(values, actor) : new Set<string>();
  return parts.flatMap((part): QueryPart[] =>
    part.fact?.name !== "department" || (isNamed(part) && part.fact.values.some((value) => known.has(value)))
      ? [part]
      : part.words.filter(({ word }) => !isFiller(word)).map((word) => ({ words: [word] })),
  );
}

/** Short names of departments that are more often words of a sentence or title: "give me engineering drawing". */
const COMMON = new Set(["me", "te", "ban", "ir"]);

const isShortName = ({ word, letters = word }: QueryWord): boolean =>
  /^[a-z]{2,4}$/.test(letters) && !COMMON.has(letters);

async function phrasesOf(
  parts: readonly QueryPart[],
  reader: SearchReader,
): Promise<Map<string, string[][]>> {
  const single = parts.filter((part) => !part.code && !part.begun && part.words.length === 1);
  const found = new Map<string, string[][]>();
  if (single.length === 0) return found;
  const names = single.flatMap(({ words: [word] }) => [
    word?.word ?? "",
    ...(word?.letters ? [word.letters] : []),
  ]);
  for (const { alias, phrase } of await reader.phrases(names)) {
    found.set(alias, [...(found.get(alias) ?? []), phrase.split(" ")]);
  }
  return found;
}

/** The typed words of the title: without facts, words that were left out, and words such as "need". */
export function titleAsked({ typed, parts }: ReadQuery, kept: readonly QueryPart[]): string {
  const others = new Set(
    parts.filter((part) => part.fact || !kept.includes(part)).flatMap(({ words }) => words),
  );
  return typed
    .filter((word) => !others.has(word) && (isFiller(word.word) || !isChatter(word.word)))
    .map(({ word }) => word)
    .join(" ");
}
