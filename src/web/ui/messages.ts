import { type Locale, type Messages, messagesIn } from "../../shared/messages/index.ts";

/** The reader's language. English is the only one so far. */
export function useLocale(): Locale {
  return "en";
}

/** The words of the reader's language. */
export function useMessages(): Messages {
  return messagesIn(useLocale());
}
