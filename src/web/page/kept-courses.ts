/**
 * The courses that a person opened or followed last, in the browser's storage, for "Your courses" on the home page. A browser
 * whose storage is off or full remembers no course.
 */
const KEY = "courses:1";
/** How many courses the browser keeps. */
const MAX_KEPT = 10;
/** How many courses the home page shows with their papers. */
export const MAX_CARDS = 3;

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
    return kept.filter(({ path }) => path.startsWith("/course/")).slice(0, MAX_KEPT);
  } catch {
    return [];
  }
}

/** Keeps a course as the newest one. */
export const keepCourse = (course: KeptCourse): void =>
  keep([course, ...keptCourses().filter(({ path }) => path !== course.path)].slice(0, MAX_KEPT));

/**
 * Replaces courses by what the server found for them: a merged or renamed course has another address now.
 * @param asked the courses that the server looked up; it forgets those that are not in `found`
 * @param found the courses now, by their old addresses
 */
export const updateCourses = (
  asked: readonly KeptCourse[],
  found: ReadonlyMap<string | undefined, KeptCourse>,
): void =>
  keep(
    keptCourses().flatMap((course) =>
      asked.some(({ path }) => path === course.path) ? (found.get(course.path) ?? []) : course,
    ),
  );

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
