import type { CoursePage } from "../../../shared/courses/courses.ts";
import { coursePagesMessages } from "../../../shared/messages/en-course-pages.ts";
import { langOf } from "../../items/item-names.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { useLocale, useMessages } from "../../ui/messages.ts";

/** The people who shared the most papers of a course. */
export function Contributors({ contributors }: Pick<CoursePage, "contributors">) {
  const { coursePage: words } = useMessages(coursePagesMessages);
  const { list } = useMessages();
  const locale = useLocale();
  const { total, isMore, first } = contributors;
  if (first.length === 0) return null;
  const others = total - first.length;
  return (
    <section className="course-things" aria-labelledby="contributors">
      <h2 id="contributors">
        {words.contributors} <span>{isMore ? list.count(total, true) : total.toLocaleString(locale)}</span>
      </h2>
      <ul className="course-people">
        {first.map(({ name, papers }, index) => (
          <li key={index}>
            <Avatar name={name} photoURL={null} />
            <span>
              <span lang={langOf(name)}>{name}</span>
              <span className="by">{words.papers(papers)}</span>
            </span>
          </li>
        ))}
        {others > 0 && <li>{words.others(others)}</li>}
      </ul>
    </section>
  );
}
