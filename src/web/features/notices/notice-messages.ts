import { type NoticeMessages, noticeMessagesIn } from "../../../shared/messages/notices.ts";
import { useLocale } from "../../ui/messages.ts";

/** The texts of notices in the reader's language. */
export function useNoticeMessages(): NoticeMessages {
  return noticeMessagesIn(useLocale());
}
