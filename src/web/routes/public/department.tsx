import { redirect } from "react-router";
import { coursePagesMessages } from "../../../shared/messages/en-course-pages.ts";
import { CourseList } from "../../features/browse/course-list.tsx";
import { useCourseCrumbs } from "../../items/course-crumbs.ts";
import { langOf } from "../../items/item-names.ts";
import { courseLinks } from "../../page/course-links.ts";
import { pageLoader } from "../../page/loaders.ts";
import { Breadcrumbs } from "../../ui/breadcrumbs.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { departmentPath } from "../../../shared/courses/courses.ts";
import { departmentLabel } from "../../../shared/courses/departments.ts";
import type { Route } from "./+types/department.ts";

export const links = courseLinks;

export const loader = pageLoader(async ({ params, url, services, origin }) => {
  const { university = "", department = "" } = params;
  const after = url.searchParams.get("after") ?? "";
  const outcome = await services.courses.browseDepartment(undefined, { university, department, after });
  if (outcome.found === "moved") throw redirect(outcome.path, 301);
  if (outcome.found === "nothing") throw new Response(null, { status: 404 });
  return { ...outcome, isFirst: after === "", origin };
});

/** The courses of one department of a university. It is an addition to the specification. */
export default function Department({ loaderData }: Route.ComponentProps) {
  const { university, department, courses, next, isFirst, origin } = loaderData;
  const { browsing: words } = useMessages(coursePagesMessages);
  const name = departmentLabel(department.name);
  const path = departmentPath(university.name, department.key);
  return (
    <main id="main" className="page">
      <PageTitle
        title={[name, university.name].filter(Boolean).join(", ")}
        description={words.departmentAbout(name, university.name)}
      />
      {isFirst ? <link rel="canonical" href={origin + path} /> : <meta name="robots" content="noindex" />}
      <Breadcrumbs
        crumbs={useCourseCrumbs()({ university: university.name })}
        origin={origin}
        current={name}
      />
      <h1 lang={langOf(name)}>{name}</h1>
      <p className="count">{words.counts(department.courses, department.papers)}</p>
      <CourseList courses={courses} path={path} next={next} />
    </main>
  );
}
