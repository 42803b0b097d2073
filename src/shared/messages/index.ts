import type { DomainError, Problem, Problems } from "../problems/errors.ts";
import { type Catalogue, catalogue, type Locale } from "./catalogue.ts";
import { en, type Messages } from "./en.ts";

export { type Locale, siteLocale } from "./catalogue.ts";
export type { Messages } from "./en.ts";
export type { LegalSection } from "./en-legal.ts";

/** The texts that every hydrated page loads. */
export const siteMessages = catalogue({ en });

/** Returns the texts of a catalogue in a language. Without a catalogue, it returns those of `siteMessages`. */
export function messagesIn(locale: Locale): Messages;
export function messagesIn<Texts>(locale: Locale, texts: Catalogue<Texts>): Texts;
export function messagesIn(locale: Locale, texts: Catalogue<unknown> = siteMessages): unknown {
  return texts[locale];
}

/**
 * The problem of one field as a sentence.
 * @param label the field's label on screen
 */
export function problemText(messages: Messages, label: string, problem: Problem): string {
  return messages.problems[problem.code](label, problem.param ?? "");
}

/**
 * The problems of several fields as sentences, by field name.
 * @param labels the labels of the kind's fields; for other names we use the catalogue's label or the name
 *   itself
 */
export function problemTexts(
  messages: Messages,
  problems: Problems,
  labels: Record<string, { label: string }> = {},
): Record<string, string> {
  // Callers choose some of these names, so a name can be `constructor`.
  const own = <T>(words: Record<string, T>, name: string) =>
    Object.hasOwn(words, name) ? words[name] : undefined;
  // The asterisk marks a required field (spec §5). It is not part of the field's name.
  const label = (name: string) =>
    (own(labels, name)?.label ?? own(messages.labels, name) ?? name).replace(/\s*\*$/, "");
  return Object.fromEntries(
    Object.entries(problems).map(([name, problem]) => [name, problemText(messages, label(name), problem)]),
  );
}

/** A problem is a phrase without a full stop, or several sentences with one. */
export const withFullStop = (text: string): string => (text.endsWith(".") ? text : `${text}.`);

/**
 * The error as a sentence, with the time to wait or the size limit if we know it.
 * @param isWrite whether the request should have saved something
 */
export function errorText(
  messages: Messages,
  { code, retryAfter, limit }: Pick<DomainError, "code"> & Partial<Pick<DomainError, "retryAfter" | "limit">>,
  isWrite = false,
): string {
  if (limit !== undefined) return messages.tooLarge[limit];
  if (retryAfter === undefined || code === "read_only" || code === "no_room") {
    const isNews = isWrite && (code === "unavailable" || code === "no_room");
    return isNews ? messages.notSaved[code] : messages.errors[code];
  }
  return code === "unavailable" ? messages.serverBusy(retryAfter) : messages.tooManyTries(retryAfter);
}
