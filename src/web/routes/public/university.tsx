import { redirect } from "react-router";
import { coursePagesMessages } from "../../../shared/messages/en-course-pages.ts";
import { CountList } from "../../features/browse/count-list.tsx";
import { CourseList } from "../../features/browse/course-list.tsx";
import { UNIVERSITIES_PATH } from "../../items/course-crumbs.ts";
import { langOf } from "../../items/item-names.ts";
import { courseLinks } from "../../page/course-links.ts";
import { pageLoader } from "../../page/loaders.ts";
import { Breadcrumbs } from "../../ui/breadcrumbs.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { departmentPath, departmentSlug, universityPath } from "../../../shared/courses/courses.ts";
import { departmentLabel } from "../../../shared/courses/departments.ts";
import type { Route } from "./+types/university.ts";

export const links = courseLinks;

export const loader = pageLoader(async ({ params, url, services, origin }) => {
  const { university = "" } = params;
  const after = url.searchParams.get("after") ?? "";
  const outcome = await services.courses.browseUniversity(undefined, { university, after });
  if (outcome.found === "moved") throw redirect(outcome.path, 301);
  if (outcome.found === "nothing") throw new Response(null, { status: 404 });
  return { ...outcome, isFirst: after === "", origin };
});

/** The departments and courses of one university. It is an addition to the specification. */
export default function University({ loaderData }: Route.ComponentProps) {
  const { university, departments, courses, next, isFirst, origin } = loaderData;
  const { browsing: words } = useMessages(coursePagesMessages);
  const { crumbs } = useMessages();
  const name = university.name || crumbs.noUniversity;
  const path = universityPath(university.name);
  const named = departments.filter((department) => departmentSlug(department.key) !== "");
  return (
    <main id="main" className="page">
      <PageTitle title={name} description={words.universityAbout(name)} />
      {isFirst ? <link rel="canonical" href={origin + path} /> : <meta name="robots" content="noindex" />}
      <Breadcrumbs
        crumbs={[{ href: UNIVERSITIES_PATH, label: crumbs.universities }]}
        origin={origin}
        current={name}
      />
      <h1 lang={langOf(name)}>{name}</h1>
      <p className="count">{words.counts(university.courses, university.papers)}</p>
      {isFirst && named.length > 0 && (
        <section aria-labelledby="departments">
          <h2 id="departments">{words.departments}</h2>
          <CountList
            counts={named}
            nameOf={(department) => departmentLabel(department.name)}
            hrefOf={(department) => departmentPath(university.name, department.key)}
          />
        </section>
      )}
      <section aria-labelledby="courses">
        <h2 id="courses">{words.allCourses}</h2>
        <CourseList courses={courses} path={path} next={next} />
      </section>
    </main>
  );
}
