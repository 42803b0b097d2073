import { type QueryWord, withoutWords } from "../../../shared/search/query-words.ts";
import { words } from "../../../shared/text/words.ts";
import type { Corrected, Recognised } from "../items/search-in-list.ts";
import type { Matches } from "./find-matches.ts";

export function recognisedFilters(text: string, { parts, dropped }: Matches): Recognised[] {
  return parts.flatMap((part): Recognised[] => {
    const { words: own, code, fact } = part;
    if (!code && !fact) return [];
    return [
      {
        name: fact?.name ?? "code",
        values: fact?.values ?? [(code as string).toUpperCase()],
        text: typedText(text, own),
        without: withoutWords(text, own),
        isApplied: !dropped.includes(part),
      },
    ];
  });
}

/** The words as typed. Words between them that belong to other parts are left out. */
function typedText(text: string, own: readonly QueryWord[]): string {
  let typed = "";
  own.forEach(({ start, end }, at) => {
    const between = text.slice(own[at - 1]?.end ?? start, start);
    typed += (/[\p{L}\p{N}]/u.test(between) ? " " : between) + text.slice(start, end);
  });
  return typed;
}

/** The parts that the results ignore, as typed. */
export const leftOutOf = (text: string, { dropped }: Matches): string[] =>
  dropped.map(({ words: own }) => typedText(text, own));

/** The corrected query behind the best results; undefined if the typed words matched. */
export function correctedQuery(text: string, matches: Matches): Corrected | undefined {
  if (!matches.isLoose) return undefined;
  const kept = matches.parts.filter((part) => !matches.dropped.includes(part));
  // The best match may have matched only by its sound in a different script, so we look at several matches.
  const changed = matches.best
    .slice(0, LOOKED_AT)
    .map(({ score }) =>
      kept.flatMap((part, at) => {
        const by = score.by[at];
        const [word] = part.words;
        return word && by?.how === "spelling" && by.word !== word.word ? [{ word, to: by.word }] : [];
      }),
    )
    .find((changes) => changes.length > 0);
  if (!changed) return undefined;
  const without = matches.dropped.flatMap((part) => part.words.map((word) => ({ word, to: "" })));
  let corrected = text;
  for (const { word, to } of [...changed, ...without].toSorted((a, b) => b.word.start - a.word.start)) {
    corrected = corrected.slice(0, word.start) + to + corrected.slice(word.end);
  }
  return {
    from: changed.map(({ word }) => text.slice(word.start, word.end)).join(" "),
    to: changed.map(({ to }) => to).join(" "),
    text: withoutWords(corrected, []),
    original: text,
  };
}

const LOOKED_AT = 5;

/**
 * The words that matched in titles, and the words of the matching codes in their original spelling. Each word
 * is listed once.
 * @param rows the items on the page
 */
export function termsOf({ best, parts }: Matches, rows: readonly { code: string | null }[]): string[] {
  const titles = best.slice(0, TERMS_OF).flatMap(({ score }) => score.by.map((by) => by?.word));
  const meant = new Set(parts.flatMap(({ code, begun = [] }) => [...begun, ...(code ? [code] : [])]));
  const typed = new Set(parts.flatMap((part) => part.words.map(({ word }) => word)));
  const codes = rows.flatMap(({ code }) => {
    const own = words(code ?? "");
    return meant.has(own.join("")) ? own : own.filter((word) => typed.has(word));
  });
  return [...new Set([...titles, ...codes])].filter((word) => word !== undefined);
}
const TERMS_OF = 100;
