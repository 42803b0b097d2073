import { isChatter } from "./fillers.ts";
import { type Fact, factAt, precedesYear } from "./query-facts.ts";
import { type CodeSpan, codeSpans, type QueryWord } from "./query-words.ts";

/** A part of a query: a course code, a fact, or one word. */
export interface QueryPart {
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
    const before = parts.at(-1);
    const followsExam =
      before?.code !== undefined || (before?.fact !== undefined && precedesYear(before.fact));
    const fact = factAt(words, at, { followsExam, thisYear });
    const length = fact && !codes.some(({ from }) => from > at && from < at + fact.length) ? fact.length : 1;
    const isFact = fact !== undefined && length === fact.length;
    parts.push({
      words: words.slice(at, at + length),
      ...(isFact ? { fact: { name: fact.name, values: fact.values } } : {}),
    });
    at += length;
  }
  const telling = parts.filter((part) => part.code || part.fact || !isChatter(wordOf(part)));
  return telling.length > 0 ? telling : parts;
}

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
