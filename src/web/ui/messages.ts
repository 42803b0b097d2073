import { messagesIn, type Messages } from "../../shared/messages/index.ts";

/** The words of the reader's language. English is the only one yet. */
export function useMessages(): Messages {
  return messagesIn("en");
}
