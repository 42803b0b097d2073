import { coursePath } from "../../../shared/courses.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import type { Item } from "../../page/context.ts";
import { courseOf } from "../../items/course-crumbs.ts";
import { fullTitleOf, langOf, readingHref } from "../../items/item-names.ts";
import { useFactWords } from "../../items/fact-words.ts";
import { useKindWords } from "../../items/kind-words.ts";
import { useMessages } from "../../ui/messages.ts";
import { Thumbnail } from "../../items/thumbnail.tsx";
import { Highlighted } from "../../items/highlighted.tsx";

/** The items of all kinds that a search found. */
export function Hits({ items }: { items: Item[] }) {
  return (
    <div className="item-cards wide">
      {items.map((item) => (
        <Hit key={item._id} item={item} />
      ))}
    </div>
  );
}

const SEPARATOR = "\u00a0· ";

function Hit({ item }: { item: Item }) {
  const { one } = useKindWords(kindNamed(item.kind));
  const kind = kindNamed(item.kind);
  const factsOf = useFactWords(item.kind);
  const { item: words } = useMessages();
  const exam = factsOf(item, "hitExam").join(" ");
  const answers = kind.answers && item.answerCount > 0 ? [words.answers(item.answerCount)] : [];
  // The exam says that the item is a paper.
  const first = kind.answers && item.fields["examType"] ? [exam] : [one, ...(exam ? [exam] : [])];
  const facts = [...first, ...factsOf(item, "hit"), ...answers];
  const { code } = item.fields;
  const course = courseOf(item);
  const title = fullTitleOf(item);
  return (
    <article className="item-card">
      <Thumbnail item={item} title={title} />
      <div className="body">
        <p className="facts">
          {code && (
            <a className="code" href={course && coursePath(course)}>
              <Highlighted text={code} />
            </a>
          )}
          <span>{facts.join(SEPARATOR)}</span>
        </p>
        <h2>
          <a href={readingHref(item)} lang={langOf(title)}>
            <Highlighted text={title} />
          </a>
        </h2>
      </div>
    </article>
  );
}
