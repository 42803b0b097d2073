import { kindNamed } from "../kinds/index.ts";
import { isChatter, isFiller } from "./fillers.ts";
import { type Fact, factAt, precedesYear, spelledExam } from "./query-facts.ts";
import { type CodeSpan, codeSpans, type QueryWord } from "./query-words.ts";

/** A part of a query: a course code, a fact, or one word. */
export interface QueryPart {
  /** In the order of the text. Words of two facts with one name are not always next to each other. */
  words: QueryWord[];
  /** A code that is in the archive, in lower case without spaces. */
  code?: string;
  /** Instead of one code, all codes that begin with these words, in the same format as `code`. */
  begun?: readonly string[];
  fact?: Omit<Fact, "length">;
}

/**
 * Splits a query into parts. A year, semester, exam or kind becomes a fact. A fact keeps its words, because
 * they can also be part of a title ("History of 1971", "Physics Lab"). Fillers are removed, unless the query
 * has only fillers.
 * @param isCode whether the archive has a code that `codeSpans` found
 * @param thisYear in the Gregorian calendar
 */
export function parseQuery(
  words: readonly QueryWord[],
  isCode: (code: string) => boolean,
  thisYear: number,
): QueryPart[] {
  const parts: QueryPart[] = [];
  const codes = knownCodes(words, isCode);
  for (let at = 0; at < words.length;) {
    const span = codes.find(({ from }) => from === at);
    if (span) {
      parts.push({ words: words.slice(at, span.to), code: span.code });
      at = span.to;
      continue;
    }
    const fact = factAt(words, at, { followsExam: followsExam(parts), thisYear });
    const length = fact && !codes.some(({ from }) => from > at && from < at + fact.length) ? fact.length : 1;
    const isFact = fact !== undefined && length === fact.length;
    const own = words.slice(at, at + length);
    const [lab, exam] = own;
    if (isFact && fact.name === "exam" && fact.values.includes("lab") && lab && exam) {
      parts.push({ words: [lab], fact: { name: "kind", values: ["lab"] } });
      parts.push({ words: [exam], fact: labExam(spelledExam(exam.word)) });
    } else if (isFact && fact.name === "exam" && parts.at(-1)?.fact?.values.join() === "lab")
      parts.push({ words: own, fact: labExam(fact.values[0]) });
    else parts.push({ words: own, ...(isFact ? { fact: { name: fact.name, values: fact.values } } : {}) });
    at += length;
  }
  const telling = parts.filter((part, at) => !isTold(part, parts[at + 1]));
  return telling.length > 0 ? withEither(telling, words) : parts;
}

/** The exam after the word "lab": "lab final" is a lab exam of any course, or the final of a lab course. */
function labExam(named: string | undefined): NonNullable<QueryPart["fact"]> {
  if (named === undefined) return { name: "exam", values: ["lab"] };
  return named === "final"
    ? { name: "exam", values: ["lab"], also: [named] }
    : { name: "exam", values: [named], also: ["lab"] };
}

/**
 * Whether two digits after these parts are a year. A kind or a word such as "exam" can be between the exam and
 * the year: "mid exam 16", "final question 18".
 */
function followsExam(parts: readonly QueryPart[]): boolean {
  const before = parts.findLast(
    (part) => part.fact?.name !== "kind" && (part.code || part.fact || !isTold(part)),
  );
  return before?.code !== undefined || (before?.fact !== undefined && precedesYear(before.fact));
}

const YEARS = new Set("year years bochor bochorer বছর বছরের".normalize("NFKC").split(" "));

/** Whether a part only makes the query a sentence. A number of years, as in "last 5 years", does too. */
function isTold(part: QueryPart, next?: QueryPart): boolean {
  if (part.code || part.fact) return false;
  const word = wordOf(part);
  return isChatter(word) || (/^\d{1,2}$/.test(word) && next !== undefined && YEARS.has(wordOf(next)));
}

/**
 * Joins facts that mean either one: all kinds, and other facts of one name with only fillers between them, as in
 * "2018 and 2019".
 */
function withEither(parts: readonly QueryPart[], words: readonly QueryWord[]): QueryPart[] {
  const joined: QueryPart[] = [];
  for (const part of parts) {
    const { fact } = part;
    const other = fact && joined.find((one) => one.fact?.name === fact.name && isEither(one, part, words));
    if (!fact || !other?.fact) joined.push({ ...part });
    else {
      other.words = [...other.words, ...part.words];
      const also = [...(other.fact.also ?? []), ...(fact.also ?? [])];
      other.fact = {
        name: fact.name,
        values: [...new Set([...other.fact.values, ...fact.values])],
        ...(also.length > 0 ? { also } : {}),
      };
    }
  }
  return joined;
}

function isEither(one: QueryPart, other: QueryPart, words: readonly QueryWord[]): boolean {
  if (one.fact?.name === "kind") return !isOnTitles(one) && !isOnTitles(other);
  const from = one.words.at(-1)?.end ?? 0;
  const to = other.words[0]?.start ?? 0;
  return words.every(({ word, start, end }) => start < from || end > to || isFiller(word));
}

/** Returns whether a part is an ordinary word: no code, no beginning of codes and no fact. */
export const isWord = ({ code, begun, fact }: QueryPart): boolean => !code && !begun && !fact;

/** Returns whether a part is a kind that titles have words for, such as "lab". */
export const isOnTitles = ({ fact }: QueryPart): boolean =>
  fact?.name === "kind" && fact.values.some((kind) => kindNamed(kind).search.onTitles !== undefined);

const wordOf = (part: QueryPart): string => part.words[0]?.word ?? "";

/** The known codes among the words, the longest first. They don't overlap. */
function knownCodes(words: readonly QueryWord[], isCode: (code: string) => boolean): CodeSpan[] {
  const chosen: CodeSpan[] = [];
  for (const span of codeSpans(words)) {
    const isFree = chosen.every(({ from, to }) => span.to <= from || span.from >= to);
    if (isFree && isCode(span.code)) chosen.push(span);
  }
  return chosen;
}
