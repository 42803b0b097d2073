import { coursePagesMessages } from "../../../shared/messages/en-course-pages.ts";
import { CountList } from "../../features/browse/count-list.tsx";
import { UNIVERSITIES_PATH } from "../../items/course-crumbs.ts";
import { courseLinks } from "../../page/course-links.ts";
import { pageLoader } from "../../page/loaders.ts";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { universityPath } from "../../../shared/courses/courses.ts";
import type { Route } from "./+types/universities.ts";

/** Shown instead of an empty list of courses. */
function NoCourses() {
  const { browsing: words } = useMessages(coursePagesMessages);
  const { list } = useMessages();
  return (
    <div className="empty">
      <p>{words.none}</p>
      <p>{words.noneHint}</p>
      <p className="button-row">
        <a className="button" href="/dashboard/contribute">
          {list.contribute}
        </a>
      </p>
    </div>
  );
}

export const links = courseLinks;

export const loader = pageLoader(async ({ services, origin }) => ({
  universities: await services.courses.browseUniversities(undefined),
  origin,
}));

/** The universities with courses. It is an addition to the specification. */
export default function Universities({ loaderData: { universities, origin } }: Route.ComponentProps) {
  const { browsing: words } = useMessages(coursePagesMessages);
  const { crumbs } = useMessages();
  return (
    <main id="main" className="page">
      <PageTitle title={words.universities} description={words.universitiesAbout} />
      <link rel="canonical" href={origin + UNIVERSITIES_PATH} />
      <h1>{words.universities}</h1>
      {universities.length === 0 && <NoCourses />}
      <CountList
        counts={universities}
        nameOf={({ name }) => name || crumbs.noUniversity}
        hrefOf={({ name }) => universityPath(name)}
      />
    </main>
  );
}
