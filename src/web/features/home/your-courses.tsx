import { type CourseCount, universityPath } from "../../../shared/courses/courses.ts";
import { coursePagesMessages } from "../../../shared/messages/en-course-pages.ts";
import { wantedMessages } from "../../../shared/messages/en-wanted.ts";
import { langOf } from "../../items/item-names.ts";
import { MAX_CARDS } from "../../page/kept-courses.ts";
import { useMessages } from "../../ui/messages.ts";
import { AllUniversities } from "./all-universities.tsx";
import { BandHead } from "./band-head.tsx";

/**
 * The courses that a person opened or followed last in this browser. The page is the same for everybody, so a script fills in the courses; the
 * style sheet shows as many empty cards as the script announces before the page is painted. Without a script, or without
 * courses, this part is absent and the way to a course is shown instead.
 */
export function YourCourses({ universities }: { universities: readonly CourseCount[] }) {
  const { home, crumbs } = useMessages();
  const { browsing } = useMessages(coursePagesMessages);
  const { follow } = useMessages(wantedMessages);
  return (
    <>
      <section className="home-band home-mine" aria-labelledby="your-courses">
        <BandHead id="your-courses" title={home.courses}>
          <a className="home-follows" href="/dashboard/follows">
            {follow.all}
          </a>
        </BandHead>
        <ul className="home-courses" id="your-courses-list">
          {Array.from({ length: MAX_CARDS }, (_, at) => (
            <li className="home-course" key={at} />
          ))}
        </ul>
        <details className="home-more">
          <summary>{home.moreCourses}</summary>
          <ul id="more-courses-list" />
        </details>
      </section>
      {universities.length > 0 && (
        <section className="home-band home-find" aria-labelledby="find-course">
          <BandHead id="find-course" title={home.find}>
            <AllUniversities count={universities.length} />
          </BandHead>
          <p>{home.findHint}</p>
          <ul className="home-courses">
            {universities.slice(0, MAX_CARDS).map(({ key, name, courses, papers }) => (
              <li className="home-course" key={key}>
                <a className="home-course-name" href={universityPath(name)}>
                  <span lang={langOf(name)}>{name || crumbs.noUniversity}</span>
                </a>
                <small>{browsing.counts(courses, papers)}</small>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
