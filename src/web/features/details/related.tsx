import { departmentLabel } from "../../../shared/courses/departments.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { newestMonthFirst } from "../../../shared/facets/months.ts";
import type { ListQuery } from "../../../shared/schemas/list-query.ts";
import type { Item } from "../../page/context.ts";
import { useKindWords } from "../../items/kind-words.ts";
import { useMessages } from "../../ui/messages.ts";
import { detailsHref, fullTitleOf, langOf, titleOf } from "../../items/item-names.ts";
import { listHref } from "../../addresses/list-href.ts";
import { useExamTitle, useFactWords } from "../../items/fact-words.ts";

/** How many related items a page shows. For a course, this covers the papers of many years. */
export const RELATED = 24;

/**
 * The queries for related items, nearest first: the same course, subject, department, then the kind only. A
 * course code belongs to one university; at another university, the same code is a different course.
 */
export function relatedQueries({ fields }: Item): ListQuery[] {
  const { code, subject, department, university } = fields;
  return [
    ...(code ? [{ code, ...(university ? { university } : {}) }] : []),
    ...(subject ? [{ subject }] : []),
    ...(department ? [{ department: [department] }] : []),
    {},
  ];
}

export interface RelatedProps {
  /** The item of the page. */
  item: Item;
  /** The related items, without the item itself. */
  items: Item[];
  /** The query that found them. */
  query: ListQuery;
}

/** Links to related items, those of the same course with the newest year first. */
export function Related({ item, items, query }: RelatedProps) {
  const kind = kindNamed(item.kind);
  const { many } = useKindWords(kind);
  const { related: words } = useMessages();
  if (items.length === 0) return null;
  const name =
    query.code ?? query.subject ?? (query.department && departmentLabel(query.department[0] ?? ""));
  return (
    <section aria-labelledby="related">
      <h2 id="related">{query.code ? words.papers : name ? words.more(name) : words.others(many)}</h2>
      {query.code ? <OfCourse item={item} items={items} /> : <Links items={items.slice(0, 6)} />}
      <a className="button quiet" href={listHref(kind.pages.lists[0] as string, query)}>
        {name ? words.allOf(name) : words.all(many)}
      </a>
    </section>
  );
}

/** The items of one course. A paper is named by its exam, because its course is the heading above it. */
function OfCourse({ item: own, items }: Pick<RelatedProps, "item" | "items">) {
  const factsOf = useFactWords();
  const examOf = useExamTitle();
  const { item: words } = useMessages();
  const newestFirst = items.toSorted(
    ({ fields: one }, { fields: other }) =>
      Number(other["year"] ?? 0) - Number(one["year"] ?? 0) ||
      newestMonthFirst(one["heldIn"], other["heldIn"]),
  );
  return (
    <ul className="details-related">
      {newestFirst.map((item) => {
        const title = examOf(item) || titleOf(item);
        const { university } = item.fields;
        const facts = [
          ...factsOf(item, "tellsApart"),
          university !== own.fields["university"] && university,
          item.answerCount > 0 && words.answers(item.answerCount),
        ];
        return (
          <li key={item._id}>
            <a href={detailsHref(item)}>
              <span lang={langOf(title)}>{title}</span>
              <span className="by">{facts.filter(Boolean).join(" · ")}</span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}

/** Items of other courses, each with its whole name. */
function Links({ items }: { items: Item[] }) {
  const { item: words } = useMessages();
  return (
    <ul className="details-related">
      {items.map((item) => (
        <li key={item._id}>
          <a href={detailsHref(item)}>
            <span lang={langOf(fullTitleOf(item))}>{fullTitleOf(item)}</span>
            <span className="by">{words.by(item.userName)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
