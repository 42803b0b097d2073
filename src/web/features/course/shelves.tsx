import type { Shelf } from "../../../shared/courses/courses.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { coursePagesMessages } from "../../../shared/messages/en-course-pages.ts";
import { langOf } from "../../items/item-names.ts";
import { useLocale, useMessages } from "../../ui/messages.ts";

/** Notes first: students need them most often. */
const ORDER = ["note", "book", "lab", "syllabus"];

/** The notes, books, labs and syllabi of a course. On a phone, all are closed. */
export function Shelves({ shelves }: { shelves: readonly Shelf[] }) {
  return (
    <>
      {shelves
        .toSorted((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind))
        .map((shelf) => (
          <ShelfPart key={shelf.kind} shelf={shelf} />
        ))}
    </>
  );
}

function ShelfPart({ shelf }: { shelf: Shelf }) {
  const { coursePage: words } = useMessages(coursePagesMessages);
  const locale = useLocale();
  const { kind, total, items, path, listTitle } = shelf;
  const { one, many } = kindNamed(kind).words[locale];
  const name = total === 1 ? one : many;
  return (
    <section className="course-things course-fold" id={kind}>
      <h2>
        {name} <span>{total.toLocaleString(locale)}</span>
        <a className="course-open" href={`#${kind}`}>
          <span className="visually-hidden">{words.show(name)}</span>
        </a>
      </h2>
      <ul>
        {items.map(({ id, title, path: href, year, uploader }) => (
          <li key={id}>
            <a href={href} lang={langOf(title)}>
              {title}
            </a>
            <span className="by">{[uploader, year].filter(Boolean).join(" · ")}</span>
          </li>
        ))}
      </ul>
      {total > items.length && (
        <p>
          <a href={path}>{listTitle ? words.listFor(many, listTitle) : words.all(many, total)}</a>
        </p>
      )}
    </section>
  );
}
