import { type Course, coursePath } from "../../../shared/courses/courses.ts";
import { coursePagesMessages } from "../../../shared/messages/en-course-pages.ts";
import { langOf } from "../../items/item-names.ts";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";

export interface CourseMissingProps {
  /** The code in the address. */
  code: string;
  /** Courses with similar codes. */
  nearest: readonly Course[];
}

/** The page of an unknown course (404). */
export function CourseMissing({ code, nearest }: CourseMissingProps) {
  const { coursePage: words } = useMessages(coursePagesMessages);
  return (
    <main id="main" className="page">
      <PageTitle title={words.notFound} />
      <meta name="robots" content="noindex" />
      <h1>{words.notFound}</h1>
      <p>{nearest.length > 0 ? words.notFoundHint : words.notFoundAlone}</p>
      {nearest.length > 0 && (
        <section className="course-things" aria-labelledby="nearest">
          <h2 id="nearest">{words.nearest}</h2>
          <ul>
            {nearest.map((course) => (
              <li key={coursePath(course)}>
                <a href={coursePath(course)} lang={langOf(course.title)}>
                  {[course.code, course.title].filter(Boolean).join(" ")}
                </a>
                <span className="by" lang={langOf(course.university)}>
                  {course.university}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className="button-row">
        <a className="button" href={`/search?search=${encodeURIComponent(code)}`}>
          {words.searchFor(code)}
        </a>
      </p>
    </main>
  );
}
