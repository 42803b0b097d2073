import { type Locale, type Messages, messagesIn, siteLocale } from "../../shared/messages/index.ts";

/** The reader's language. */
export function useLocale(): Locale {
  return siteLocale;
}

/** The messages in the reader's language. */
export function useMessages(): Messages {
  return messagesIn(useLocale());
}
