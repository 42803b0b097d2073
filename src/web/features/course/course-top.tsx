import type { ReactNode } from "react";
import { type Course, type CoursePage, coursePath } from "../../../shared/courses/courses.ts";
import { coursePagesMessages } from "../../../shared/messages/en-course-pages.ts";
import { langOf } from "../../items/item-names.ts";
import { useCourseCrumbs } from "../../items/course-crumbs.ts";
import { Breadcrumbs } from "../../ui/breadcrumbs.tsx";
import { useMessages } from "../../ui/messages.ts";
import { courseTitle } from "../../items/course-names.ts";
import { ADD_PAPER } from "./course-names.ts";

export interface CourseTopProps {
  page: Omit<CoursePage, "grid">;
  origin: string;
  /** More details for the line below the title, such as the number of followers. */
  details?: readonly string[];
  /** More buttons, such as the one for following. */
  children?: ReactNode;
}

/** The head of a course page: breadcrumbs, code, title, one line of details, and the buttons. */
export function CourseTop({ page, origin, details = [], children }: CourseTopProps) {
  const { coursePage: words } = useMessages(coursePagesMessages);
  const { item } = useMessages();
  const crumbsOf = useCourseCrumbs();
  const { course, semester, papers, answers, titles } = page;
  const line = [
    semester && item.semester(semester),
    [words.papers(papers), answers ? words.answers(answers) : ""].filter(Boolean).join(", "),
    ...details,
  ].filter(Boolean);
  const others = titles
    .map(({ value }) => value)
    .filter((title) => title !== course.title)
    .slice(0, MAX_TITLES);
  return (
    <header className="course-head">
      <div className="course-top">
        <Breadcrumbs
          crumbs={crumbsOf({ university: course.university, department: page.departments[0]?.value })}
          origin={origin}
          current={courseTitle(course)}
        />
        <h1>
          <span className="course-code">{course.code}</span>{" "}
          <span lang={langOf(course.title)}>{course.title}</span>
        </h1>
        <div className="course-about">
          {others.length > 0 && (
            <p className="course-line" lang={langOf(others.join(""))}>
              {words.otherTitles(others.join(", "))}
            </p>
          )}
          <p className="course-line">{line.join(" · ")}</p>
        </div>
        <div className="course-acts">
          {children}
          <a className="button" href={`${ADD_PAPER}?${addQuery(page)}`}>
            {words.add}
          </a>
        </div>
      </div>
    </header>
  );
}

/** How many other titles the page names. */
const MAX_TITLES = 2;

/** The details of the course, for the form that adds a paper. */
function addQuery({ course, departments, semester }: CourseTopProps["page"]): string {
  const known = {
    code: course.code,
    subject: course.title,
    university: course.university,
    department: departments[0]?.value ?? "",
    semester,
  };
  return new URLSearchParams(Object.entries(known).filter(([, value]) => value !== "")).toString();
}

export interface CourseHeadProps {
  course: Course;
  origin: string;
  description: string;
}

/** Canonical address, feed and schema.org data of a course. */
export function CourseHead({ course, origin, description }: CourseHeadProps) {
  const { coursePage: words } = useMessages(coursePagesMessages);
  const path = coursePath(course);
  const name = courseTitle(course);
  const data = {
    "@context": "https://schema.org",
    "@type": "Course",
    name: course.title || name,
    courseCode: course.code,
    description,
    url: origin + path,
    provider: course.university ? { "@type": "CollegeOrUniversity", name: course.university } : undefined,
  };
  return (
    <>
      <link rel="canonical" href={origin + path} />
      <link rel="alternate" type="application/atom+xml" href={`${path}/feed.xml`} title={words.feed} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={name} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={origin + path} />
      <script type="application/ld+json">{JSON.stringify(data).replaceAll("<", "\\u003c")}</script>
    </>
  );
}
