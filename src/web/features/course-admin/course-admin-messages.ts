import { type CourseAdminMessages, courseAdminMessagesIn } from "../../../shared/messages/course-admin.ts";
import { useLocale } from "../../ui/messages.ts";

/** The texts of the page for managing courses in the reader's language. */
export function useCourseAdminMessages(): CourseAdminMessages {
  return courseAdminMessagesIn(useLocale());
}
