import { type Locale, type Messages, messagesIn } from "../../shared/messages/index.ts";

/** The reader's language. Only English exists so far. */
export function useLocale(): Locale {
  return "en";
}

/** The messages in the reader's language. */
export function useMessages(): Messages {
  return messagesIn(useLocale());
}
