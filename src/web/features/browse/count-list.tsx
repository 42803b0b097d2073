import type { CourseCount } from "../../../shared/courses/courses.ts";
import { coursePagesMessages } from "../../../shared/messages/en-course-pages.ts";
import { langOf } from "../../items/item-names.ts";
import { useMessages } from "../../ui/messages.ts";

export interface CountListProps {
  counts: readonly CourseCount[];
  /** The text for an entry. */
  nameOf: (count: CourseCount) => string;
  hrefOf: (count: CourseCount) => string;
}

/** Universities or departments, with the number of their courses and papers. */
export function CountList({ counts, nameOf, hrefOf }: CountListProps) {
  const { browsing: words } = useMessages(coursePagesMessages);
  return (
    <ul className="browse-list">
      {counts.map((count) => (
        <li key={count.key}>
          <a href={hrefOf(count)}>
            <b lang={langOf(nameOf(count))}>{nameOf(count)}</b>
            <span className="by">{words.counts(count.courses, count.papers)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
