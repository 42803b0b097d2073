import { type DeskMessages, deskMessagesIn } from "../../../shared/messages/desk.ts";
import { useLocale } from "../../ui/messages.ts";

/** The texts of the desk in the reader's language. */
export function useDeskMessages(): DeskMessages {
  return deskMessagesIn(useLocale());
}
