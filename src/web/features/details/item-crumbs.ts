import { departmentLabel } from "../../../shared/courses/departments.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { listHref } from "../../addresses/list-href.ts";
import { courseOf, useCourseCrumbs } from "../../items/course-crumbs.ts";
import { langOf } from "../../items/item-names.ts";
import { useKindWords } from "../../items/kind-words.ts";
import type { Item } from "../../page/context.ts";
import type { Crumb } from "../../ui/breadcrumbs.tsx";

/** The pages above an item: down to its course, or the list of its kind for an item without a course. */
export function useItemCrumbs(item: Item): Crumb[] {
  const kind = kindNamed(item.kind);
  const { many } = useKindWords(kind);
  const crumbsOf = useCourseCrumbs();
  const course = courseOf(item);
  const { department, university } = item.fields;
  if (course) return crumbsOf({ university: course.university, department, course });
  const list = kind.pages.lists[0] as string;
  const ofUniversity = { university: university || undefined };
  const filtered = listHref(list, { ...ofUniversity, department: department ? [department] : undefined });
  return [
    { href: list, label: many },
    ...(university
      ? [{ href: listHref(list, ofUniversity), label: university, lang: langOf(university) }]
      : []),
    ...(department ? [{ href: filtered, label: departmentLabel(department) }] : []),
  ];
}
