import { type LegalMessages, legalMessagesIn } from "../../../shared/messages/legal.ts";
import { useLocale } from "../../ui/messages.ts";

/** The legal texts in the reader's language. */
export function useLegalMessages(): LegalMessages {
  return legalMessagesIn(useLocale());
}
