import { enCourseAdmin } from "./en-course-admin.ts";
import type { Locale } from "./index.ts";

/** The texts of the page for managing courses. They are not in the catalogue, because only this page loads them. */
const courseAdmin = { en: enCourseAdmin } satisfies Record<Locale, typeof enCourseAdmin>;

export type CourseAdminMessages = typeof enCourseAdmin;

export const courseAdminMessagesIn = (locale: Locale): CourseAdminMessages => courseAdmin[locale];
