import {
  departmentPath,
  departmentSlug,
  universityPath,
  universitySlug,
} from "../../shared/courses/courses.ts";
import type { Page } from "./page.ts";

/** The university and department of a profile; "" if the person chose none. */
export interface OwnPlace {
  university: string;
  department: string;
}

/** The page with the courses of a person's department, or else of their university, or else of all universities. */
export async function ownCoursesPath(
  { university, department }: OwnPlace,
  { services }: Page,
): Promise<string> {
  if (university === "") return "/universities";
  const { courses } = services;
  const anySpelling = true;
  const place = { university: universitySlug(university), anySpelling };
  if (department !== "") {
    const found = await courses.browseDepartment(undefined, {
      ...place,
      department: departmentSlug(department),
    });
    if (found.found === "place") return departmentPath(found.university.name, found.department.key);
  }
  const found = await courses.browseUniversity(undefined, place);
  return found.found === "place" ? universityPath(found.university.name) : "/universities";
}
