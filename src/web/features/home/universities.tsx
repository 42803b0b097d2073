import { type CourseCount, universityPath } from "../../../shared/courses/courses.ts";
import { coursePagesMessages } from "../../../shared/messages/en-course-pages.ts";
import { langOf } from "../../items/item-names.ts";
import { useMessages } from "../../ui/messages.ts";
import { AllUniversities } from "./all-universities.tsx";
import { BandHead } from "./band-head.tsx";

/** How many universities the page shows. */
const MAX_SHOWN = 4;

/** The universities with the most papers. */
export function Universities({ universities }: { universities: readonly CourseCount[] }) {
  const { crumbs } = useMessages();
  const { browsing, coursePage } = useMessages(coursePagesMessages);
  return (
    <section aria-labelledby="universities">
      <BandHead id="universities" title={browsing.universities}>
        <AllUniversities count={universities.length} />
      </BandHead>
      <ul className="home-universities">
        {universities.slice(0, MAX_SHOWN).map(({ key, name, courses, papers }) => (
          <li key={key}>
            <a href={universityPath(name)}>
              <span lang={langOf(name)}>{name || crumbs.noUniversity}</span>
              <small>
                {coursePage.papers(papers)}
                <br />
                {browsing.courses(courses)}
              </small>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
