import { type CoursePagesMessages, coursePagesMessagesIn } from "../../shared/messages/course-pages.ts";
import { useLocale } from "../ui/messages.ts";

/** The texts of courses, and of the pages that lead to them, in the reader's language. */
export function useCoursePagesMessages(): CoursePagesMessages {
  return coursePagesMessagesIn(useLocale());
}
