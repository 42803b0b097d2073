import type { ReactNode } from "react";
import { kindNamed } from "../../shared/kinds/index.ts";
import type { Item } from "../page/context.ts";
import { useLocale, useMessages } from "../ui/messages.ts";
import { TimeOf } from "../ui/time-of.tsx";
import { useExamTitle } from "./fact-words.ts";
import { fullTitleOf, langOf, readingHref } from "./item-names.ts";
import { StatusNote } from "./status-note.tsx";

export interface ItemTableProps {
  /** The accessible name of the table. */
  label: string;
  items: Item[];
  /** The number of the first row. */
  first?: number;
  /** The column headings. */
  words: { number: string; name: string; status: string; actions?: string };
  renderActions?: (item: Item) => ReactNode;
}

/** Items of all kinds in one table: number, name, status, and actions. */
export function ItemTable({ label, items, first = 1, words, renderActions }: ItemTableProps) {
  return (
    <table aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{words.number}</th>
          <th scope="col">{words.name}</th>
          <th scope="col">{words.status}</th>
          {renderActions && <th scope="col">{words.actions}</th>}
        </tr>
      </thead>
      <tbody>
        {items.map((item, index) => (
          <tr key={item._id}>
            <td data-label={words.number}>{first + index}</td>
            <td data-label={words.name}>
              <ItemName item={item} />
            </td>
            <td data-label={words.status}>
              <StatusNote item={item} />
            </td>
            {renderActions && <td data-label={words.actions}>{renderActions(item)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The name of an item with its kind, contributor and date. */
export function ItemName({ item }: { item: Item }) {
  const { queue } = useMessages();
  const kind = kindNamed(item.kind);
  const locale = useLocale();
  const title = fullTitleOf(item);
  const facts = [kind.words[locale].one, item.fields["code"], useExamTitle()(item)];
  return (
    <span className="item-name">
      <a href={readingHref(item)} lang={langOf(title)}>
        {title}
      </a>
      <small>
        {(kind.parent ? facts.slice(0, 1) : facts).filter(Boolean).join(" · ")} · {queue.by(item.userName)} ·{" "}
        <TimeOf iso={item.createdAt} />
      </small>
    </span>
  );
}
