import type { DomainError, Problem, Problems } from "../errors.ts";
import { en, type Messages } from "./en.ts";

export type { Messages } from "./en.ts";
export type { LegalSection } from "./en-legal.ts";

/** The catalogue of each language; Bangla is a second file. */
const catalogues = { en };
export type Locale = keyof typeof catalogues;

export function messagesIn(locale: Locale): Messages {
  return catalogues[locale];
}

/**
 * A problem of one field as a sentence.
 * @param label the field's label as the person reads it
 */
export function problemText(messages: Messages, label: string, problem: Problem): string {
  const words = messages.problems[problem.code] ?? messages.problems["invalid"];
  return words ? words(label, problem.param ?? "") : problem.code;
}

/**
 * The problems of several fields as sentences, by field name.
 * @param labels of the kind's fields; other names use the catalogue's labels, then the name itself
 */
export function problemTexts(
  messages: Messages,
  problems: Problems,
  labels: Record<string, { label: string }> = {},
): Record<string, string> {
  // Names come from callers too: one may be `constructor`.
  const own = <T>(words: Record<string, T>, name: string) =>
    Object.hasOwn(words, name) ? words[name] : undefined;
  // The asterisk marks a required field (spec §5); the name of the field doesn't include it.
  const label = (name: string) =>
    (own(labels, name)?.label ?? own(messages.labels, name) ?? name).replace(/\s*\*$/, "");
  return Object.fromEntries(
    Object.entries(problems).map(([name, problem]) => [name, problemText(messages, label(name), problem)]),
  );
}

/** The error as a sentence, with the time to wait or the size limit if we know it. */
export function errorText(
  messages: Messages,
  { code, retryAfter, limit }: Pick<DomainError, "code"> & Partial<Pick<DomainError, "retryAfter" | "limit">>,
): string {
  if (limit !== undefined) return messages.tooLarge[limit];
  if (retryAfter === undefined) return messages.errors[code];
  return code === "unavailable" ? messages.serverBusy(retryAfter) : messages.tooManyTries(retryAfter);
}
