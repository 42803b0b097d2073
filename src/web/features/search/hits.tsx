import { coursePath } from "../../../shared/courses/courses.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import type { Item } from "../../page/context.ts";
import { courseOf } from "../../items/course-crumbs.ts";
import { fullTitleOf, langOf, readingHref, titleOf } from "../../items/item-names.ts";
import { useExamTitle, useFactWords } from "../../items/fact-words.ts";
import { useKindWords } from "../../items/kind-words.ts";
import { useMessages } from "../../ui/messages.ts";
import { Thumbnail } from "../../items/thumbnail.tsx";
import { Highlighted } from "../../items/highlighted.tsx";

export interface HitsProps {
  items: Item[];
  /** The address of the course that stands above the results, so that they don't repeat it. */
  above?: string | undefined;
}

/** The items of all kinds that a search found. */
export function Hits({ items, above }: HitsProps) {
  return (
    <div className="item-cards wide">
      {items.map((item) => (
        <Hit key={item._id} item={item} above={above} />
      ))}
    </div>
  );
}

const SEPARATOR = "\u00a0· ";

/** The title of a paper is its exam and year, because its course has the same name in each result. */
function Hit({ item, above }: { item: Item; above: string | undefined }) {
  const kind = kindNamed(item.kind);
  const { one } = useKindWords(kind);
  const factsOf = useFactWords();
  const exam = useExamTitle()(item);
  const { item: words, card } = useMessages();
  const course = courseOf(item);
  const path = course && coursePath(course);
  const { code } = item.fields;
  const isPaper = exam !== "";
  const name = isPaper ? titleOf(item) : fullTitleOf(item);
  const title = exam || name;
  const isAbove = isPaper && path !== undefined && path === above;
  const facts = [
    ...(isPaper ? [] : [one, ...factsOf(item, "hitExam")]),
    ...factsOf(item, isAbove ? "tellsApart" : "hit"),
  ];
  return (
    <article className="item-card">
      <Thumbnail item={item} title={name} />
      <div className="body">
        {!isAbove && (code || isPaper) && (
          <p className="facts hit-course">
            {code && (
              <a className="code" href={path}>
                <Highlighted text={code} />
              </a>
            )}
            {isPaper && (
              <span className="about" lang={langOf(name)}>
                <Highlighted text={name} />
              </span>
            )}
          </p>
        )}
        <h2>
          <a href={readingHref(item)} lang={isPaper ? undefined : langOf(title)}>
            <Highlighted text={title} />
            {isPaper && (
              <span className="visually-hidden" lang={langOf(name)}>
                , {name}
              </span>
            )}
          </a>
        </h2>
        <p className="meta">
          {kind.answers && (
            <>
              {item.answerCount > 0 ? (
                <span className="hit-answers">{words.answers(item.answerCount)}</span>
              ) : (
                card.noAnswers
              )}
              {facts.length > 0 && SEPARATOR}
            </>
          )}
          {facts.join(SEPARATOR)}
        </p>
      </div>
    </article>
  );
}
