import { type ModeratorPageMessages, moderatorPagesIn } from "../../../shared/messages/moderator-pages.ts";
import { useLocale } from "../../ui/messages.ts";

/** The texts of the pages for moderators in the reader's language. */
export function usePageMessages(): ModeratorPageMessages {
  return moderatorPagesIn(useLocale());
}
