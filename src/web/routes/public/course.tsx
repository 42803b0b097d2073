import { data, redirect } from "react-router";
import { courseGrid } from "../../../shared/courses/course-grid.ts";
import { coursePagesMessages } from "../../../shared/messages/en-course-pages.ts";
import { wantedMessages } from "../../../shared/messages/en-wanted.ts";
import { Contributors } from "../../features/course/contributors.tsx";
import { CourseGrid } from "../../features/course/course-grid.tsx";
import { CourseMissing } from "../../features/course/course-missing.tsx";
import { courseTitle } from "../../items/course-names.ts";
import { CourseHead, CourseTop } from "../../features/course/course-top.tsx";
import { Shelves } from "../../features/course/shelves.tsx";
import { LastFinal, Situation, WantedPaper } from "../../features/course/situation.tsx";
import { CellActions, WantedForm } from "../../features/wanted/cell-actions.tsx";
import { FollowButton } from "../../features/wanted/follow-button.tsx";
import { OpenedCourse } from "../../items/opened-course.tsx";
import folds from "../../islands/course-table.ts?worker&url";
import { courseLinks } from "../../page/course-links.ts";
import { pageLoader } from "../../page/loaders.ts";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import type { Route } from "./+types/course.ts";

/** The meanings of the signs in the table's small drawing. Screen readers hear them in the table. */
function Legend() {
  const { coursePage: words } = useMessages(coursePagesMessages);
  return (
    <ul className="course-legend" aria-hidden="true">
      <li>
        <span className="course-sign course-sheet" data-n="3" />
        {words.legendPaper}
      </li>
      <li>
        <span className="course-sign course-gap" data-n="4" />
        {words.legendGap}
      </li>
      <li>
        <span className="course-sign course-none" data-n="–" />
        {words.legendNone}
      </li>
    </ul>
  );
}

export const links = courseLinks;

/** With more exams than this, the table needs the whole width, and the rest of the page is below it. */
const MAX_BESIDE = 4;

/** The longest part of an unknown code that the page repeats. */
const LONGEST_SHOWN = 60;

export const loader = pageLoader(async ({ params, services, actor, origin }) => {
  const { university = "", code = "" } = params;
  const outcome = await services.courses.find(actor, { university, code });
  if (outcome.found === "moved") throw redirect(outcome.path, 301);
  if (outcome.found === "nothing") {
    const missing = { code: [...code].slice(0, LONGEST_SHOWN).join(""), nearest: outcome.nearest };
    return data({ missing, shown: undefined }, { status: 404 });
  }
  const [{ grid, ...page }, wanted, follow] = await Promise.all([
    services.courses.page(actor, outcome),
    services.wanted.ofCourse(actor, outcome.course),
    services.follows.state(actor, outcome.course),
  ]);
  return data({ missing: undefined, shown: { page, grid: courseGrid({ ...grid, wanted }), follow, origin } });
});

/** One course: its papers by year and exam, and everything else about it. It is an addition to the specification. */
export default function CoursePage({ loaderData: { missing, shown } }: Route.ComponentProps) {
  return shown ? <Shown {...shown} /> : missing && <CourseMissing {...missing} />;
}

function Shown({ page, grid, follow, origin }: NonNullable<Route.ComponentProps["loaderData"]["shown"]>) {
  const { coursePage: words } = useMessages(coursePagesMessages);
  const { followers } = useMessages(wantedMessages).follow;
  const { course, shelves, contributors } = page;
  const name = courseTitle(course);
  const description = words.about(name, course.university);
  const filled = shelves.filter(({ total }) => total > 0);
  return (
    <main id="main" className="course-page">
      <PageTitle title={name} description={description} />
      <CourseHead course={course} origin={origin} description={description} />
      <CourseTop
        page={page}
        origin={origin}
        details={follow.followers > 0 ? [followers(follow.followers, follow.isMore)] : []}
      >
        <FollowButton course={course} isMine={follow.isMine} />
      </CourseTop>
      <div className={grid.exams.length > MAX_BESIDE ? "page course-body" : "page course-body course-beside"}>
        <section className="course-papers" aria-labelledby="papers">
          <LastFinal {...grid} />
          <h2 id="papers">{words.byYear}</h2>
          <Situation {...grid} />
          {grid.papers > 0 || grid.missing > 0 ? (
            <WantedForm course={course}>
              <CourseGrid course={course} grid={grid} Actions={CellActions} />
            </WantedForm>
          ) : (
            <p className="empty">{words.noPapers}</p>
          )}
          <Legend />
        </section>
        <div className="course-side">
          <WantedPaper course={course} mostWanted={grid.mostWanted} />
          <Shelves shelves={filled} />
          <Contributors contributors={contributors} />
        </div>
      </div>
      <script type="module" src={folds} />
      <OpenedCourse course={course} />
    </main>
  );
}
