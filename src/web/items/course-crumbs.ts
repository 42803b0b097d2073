import { coursePath, departmentPath, departmentSlug, universityPath } from "../../shared/courses/courses.ts";
import { departmentLabel } from "../../shared/courses/departments.ts";
import { kindNamed } from "../../shared/kinds/index.ts";
import { normalizeCode } from "../../shared/text/words.ts";
import type { Item } from "../page/context.ts";
import { useMessages } from "../ui/messages.ts";
import type { Crumb } from "../ui/breadcrumbs.tsx";
import { langOf } from "./item-names.ts";

export const UNIVERSITIES_PATH = "/universities";

/**
 * The course of a paper, for links; undefined for other items, and for a paper that is not public, because its course
 * may have no page.
 */
export function courseOf({ kind, status, fields }: Item): LinkedCourse | undefined {
  if (kindNamed(kind).fields["code"]?.column !== "code" || status !== "Approved") return undefined;
  const { code = "", university = "" } = fields;
  const codeNorm = normalizeCode(code);
  return codeNorm === "" ? undefined : { code, codeNorm, university };
}

export interface LinkedCourse {
  code: string;
  codeNorm: string;
  /** The name of the university; "" for an item without one. */
  university: string;
}

export interface CoursePlace {
  /** The name of the university; "" for items without one. */
  university: string;
  /** The stored value of the department; undefined above the level of a department. */
  department?: string | undefined;
  /** The course, on a page below it. */
  course?: LinkedCourse | undefined;
}

/** Returns a function that lists the pages above a course, or above an item of a course. */
export function useCourseCrumbs(): (place: CoursePlace) => Crumb[] {
  const { crumbs: words } = useMessages();
  return ({ university, department, course }) => [
    { href: UNIVERSITIES_PATH, label: words.universities },
    {
      href: universityPath(university),
      label: university || words.noUniversity,
      lang: langOf(university),
    },
    ...(department && departmentSlug(department)
      ? [{ href: departmentPath(university, department), label: departmentLabel(department) }]
      : []),
    ...(course ? [{ href: coursePath(course), label: course.code }] : []),
  ];
}
