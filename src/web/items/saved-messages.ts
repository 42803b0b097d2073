import { type SavedMessages, savedMessagesIn } from "../../shared/messages/saved.ts";
import { useLocale } from "../ui/messages.ts";

/** The texts of saved lists in the reader's language. */
export function useSavedMessages(): SavedMessages {
  return savedMessagesIn(useLocale());
}
