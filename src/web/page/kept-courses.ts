/**
 * Remembers the courses that a person opened last, in the browser's storage, for "Your courses" on the home page. A browser
 * whose storage is off or full remembers no course.
 */
const KEY = "courses:1";
/** A browser remembers this many courses. */
const MAX_KEPT = 10;

/** The names show until the papers have loaded, and if they don't load. */
export interface KeptCourse {
  /** The address of the course page. */
  path: string;
  code: string;
  title: string;
}

/** The kept courses, the one that was opened last first. */
export function keptCourses(): KeptCourse[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]") as KeptCourse[];
    return kept.filter(({ path }) => path.startsWith("/course/"));
  } catch {
    return [];
  }
}

/** Keeps a course as the newest one. */
export const keepCourse = (course: KeptCourse): void =>
  keep([course, ...keptCourses().filter(({ path }) => path !== course.path)].slice(0, MAX_KEPT));

/** Forgets the courses at these addresses, because they have no papers any more. */
export const forgetCourses = (paths: readonly string[]): void =>
  keep(keptCourses().filter(({ path }) => !paths.includes(path)));

/** Forgets all courses on the page after a logout, whose toast names all drafts of the person: "id:". */
export function forgetAfterLogout(): void {
  const sent = document.querySelector<HTMLElement>("[data-sent]")?.dataset["sent"];
  if (sent && sent.indexOf(":") === sent.length - 1) keep([]);
}

function keep(courses: readonly KeptCourse[]): void {
  try {
    if (courses.length > 0) localStorage.setItem(KEY, JSON.stringify(courses));
    else localStorage.removeItem(KEY);
  } catch {
    // The storage is off or full, so the browser remembers no course.
  }
}
