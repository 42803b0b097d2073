import type { Catalogue } from "../../shared/messages/catalogue.ts";
import {
  type Locale,
  type Messages,
  messagesIn,
  siteLocale,
  siteMessages,
} from "../../shared/messages/index.ts";

/** The reader's language. */
export function useLocale(): Locale {
  return siteLocale;
}

/** Returns the texts of a catalogue in the reader's language. Without a catalogue, it returns those of `siteMessages`. */
export function useMessages(): Messages;
export function useMessages<Texts>(texts: Catalogue<Texts>): Texts;
export function useMessages(texts: Catalogue<unknown> = siteMessages): unknown {
  return messagesIn(useLocale(), texts);
}
