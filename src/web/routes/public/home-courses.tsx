import { coursePath } from "../../../shared/courses/courses.ts";
import { courseGrid } from "../../../shared/courses/course-grid.ts";
import { CourseCard } from "../../features/home/course-card.tsx";
import { homeLinks } from "../../page/home-links.ts";
import { MAX_CARDS } from "../../page/kept-courses.ts";
import { pageLoader } from "../../page/loaders.ts";
import type { Page } from "../../page/page.ts";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import type { Route } from "./+types/home-courses.ts";

export const handle = { bare: true };

export const links = homeLinks;

export const loader = pageLoader(async ({ url, services }) => {
  const asked = [...new Set(url.searchParams.getAll("c"))].slice(0, MAX_CARDS);
  const found = await Promise.all(asked.map((address) => courseAt(services, address)));
  const courses = found.filter((course) => course !== undefined);
  const paths = courses.map(({ course }) => coursePath(course));
  // Several stored addresses can lead to one course, such as those from before a merge.
  return { courses: courses.filter((_, at) => paths.indexOf(paths[at] as string) === at) };
});

/** @param address the end of a course page's address, such as `university-of-dhaka/cse2103` */
async function courseAt(services: Page["services"], address: string) {
  const [university = "", code = ""] = address.split("/").map(decoded);
  const found = await services.courses.find(undefined, { university, code, anySpelling: true });
  if (found.found !== "course") return undefined;
  const [card, wanted] = await Promise.all([
    services.courses.card(undefined, found.course),
    services.wanted.ofCourse(undefined, found.course),
  ]);
  return (
    card && {
      course: card.course,
      grid: courseGrid({ ...card.grid, wanted }),
      asked: `/course/${address}`,
    }
  );
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A stray percent sign is in no address of a course.
    return "";
  }
}

/**
 * The cards of "Your courses", which a script of the home page puts there. It is a page of its own, so that the home
 * page stays the same for everybody.
 */
export default function YourCoursesPage({ loaderData: { courses } }: Route.ComponentProps) {
  const { home, wrong } = useMessages();
  return (
    <main id="main" className="home page">
      <PageTitle title={home.courses} />
      <meta name="robots" content="noindex" />
      <h1>{home.courses}</h1>
      <ul className="home-courses" id="your-courses-list">
        {courses.map((course) => (
          <CourseCard key={course.asked} {...course} />
        ))}
      </ul>
      {courses.length === 0 && (
        <p>
          {home.noCourses} <a href="/">{wrong.home}</a>
        </p>
      )}
    </main>
  );
}
