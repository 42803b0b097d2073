import { departmentLabel } from "../../../shared/departments.ts";
import type { Kind } from "../../../shared/kinds/index.ts";
import { newestMonthFirst } from "../../../shared/months.ts";
import type { ListQuery } from "../../../shared/schemas/list-query.ts";
import type { Item } from "../../page/context.ts";
import { useKindWords } from "../../items/kind-words.ts";
import { useMessages } from "../../ui/messages.ts";
import { detailsHref, langOf, titleOf } from "../../items/item-names.ts";
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
  kind: Kind;
  /** The related items, without the item itself. */
  items: Item[];
  /** The query that found them. */
  query: ListQuery;
}

/** Links to related items. Items of the same course are grouped by year. */
export function Related({ kind, items, query }: RelatedProps) {
  const { many } = useKindWords(kind);
  const { related: words } = useMessages();
  if (items.length === 0) return null;
  const name =
    query.code ?? query.subject ?? (query.department && departmentLabel(query.department[0] ?? ""));
  return (
    <section aria-labelledby="related">
      <h2 id="related">{query.code ? words.papers : name ? words.more(name) : words.others(many)}</h2>
      {query.code ? <ByYear kind={kind} items={items} /> : <Links items={items.slice(0, 6)} />}
      <a className="button quiet" href={listHref(kind.pages.lists[0] as string, query)}>
        {name ? words.allOf(name) : words.all(many)}
      </a>
    </section>
  );
}

function ByYear({ kind, items }: { kind: Kind; items: Item[] }) {
  const { related: words } = useMessages();
  const factsOf = useFactWords(kind.name);
  const years = Map.groupBy(items, (item) => item.fields["year"] ?? "");
  const newestFirst = [...years].toSorted(([a], [b]) => Number(b) - Number(a));
  return (
    <dl className="details-by-year">
      {newestFirst.map(([year, papers]) => (
        <div key={year}>
          <dt>{year || words.noYear}</dt>
          <dd>
            {papers.toSorted(byMonth).map((paper) => (
              <a key={paper._id} href={detailsHref(paper)}>
                <span lang={langOf(titleOf(paper))}>{titleOf(paper)}</span>
                <span className="by">{factsOf(paper, "paper").join(" · ")}</span>
              </a>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const byMonth = (one: Item, other: Item): number =>
  newestMonthFirst(one.fields["heldIn"], other.fields["heldIn"]);

/** The links show code and year, because items may have the same title. */
function Links({ items }: { items: Item[] }) {
  const { item: words } = useMessages();
  const examOf = useExamTitle();
  return (
    <ul className="details-related">
      {items.map((item) => (
        <li key={item._id}>
          <a href={detailsHref(item)}>
            <span lang={langOf(titleOf(item))}>{titleOf(item)}</span>
            <span className="by">
              {[item.fields["code"], examOf(item, "exam"), words.by(item.userName)]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
