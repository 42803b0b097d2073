import { enCoursePages } from "./en-course-pages.ts";
import type { Locale } from "./index.ts";

/** The texts of courses in each language. They are not in the catalogue, because hydrated pages don't show them. */
const coursePages = { en: enCoursePages } satisfies Record<Locale, typeof enCoursePages>;

export type CoursePagesMessages = typeof enCoursePages;

export const coursePagesMessagesIn = (locale: Locale): CoursePagesMessages => coursePages[locale];
