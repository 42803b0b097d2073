import { openHref } from "../../items/open-href.ts";
import type { ReactNode } from "react";
import { departmentKey, departmentLabel } from "../../../shared/courses/departments.ts";
import { PAGE_WIDTHS } from "../../../shared/files/files.ts";
import { facets } from "../../../shared/facets/facets.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { words as wordsOf } from "../../../shared/text/words.ts";
import type { Item } from "../../page/context.ts";
import { useKindWords } from "../../items/kind-words.ts";
import { useMessages } from "../../ui/messages.ts";
import { fullTitleOf, langOf } from "../../items/item-names.ts";
import { ItemName } from "../../items/item-table.tsx";
import { StatusNote } from "../../items/status-note.tsx";

export interface ComparedItemProps {
  item: Item;
  /** The item on the other side; undefined for the first item. */
  other?: Item;
  /** The heading above the item. */
  heading: ReactNode;
  /** The content under the facts. */
  children?: ReactNode;
}

/** The size of the picture until it loads, in px, with the shape of A4. */
const PAGE = { width: 480, height: 679 };

/** An item in a comparison: its first page, its facts and its actions. Facts that differ are marked. */
export function ComparedItem({ item, other, heading, children }: ComparedItemProps) {
  const { similar, item: words } = useMessages();
  const { compare } = similar;
  const { fields } = useKindWords(kindNamed(item.kind));
  const title = fullTitleOf(item);
  const facts = [
    ...factsOf(item).map(([name, value]) => ({
      name,
      label: fields[name]?.label ?? name,
      value: fields[name]?.options?.[value] ?? value,
      differs: other !== undefined && differs(name, value, other),
    })),
    ...fileFacts(item, compare).map(({ label, value }) => ({ name: label, label, value, differs: false })),
  ];
  return (
    <article className="similar-compared">
      {heading}
      <p className="admin-reported-item">
        <ItemName item={item} />
        <StatusNote item={item} isAdmins />
      </p>
      {item.file?.pageCount ? (
        <a href={`${item.file.pages}/1?width=${PAGE_WIDTHS[1]}`} className="first-page">
          <img src={`${item.file.pages}/1`} alt={compare.firstPage(title)} loading="lazy" {...PAGE} />
        </a>
      ) : (
        <p className="empty">{compare.noPage}</p>
      )}
      <dl>
        {facts.map(({ name, label, value, differs: isOther }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd lang={langOf(value)}>
              {isOther ? <mark>{value || compare.blank}</mark> : value || compare.blank}
              {isOther && (
                <small>
                  {" "}
                  <span aria-hidden="true">≠</span> {compare.differs}
                </small>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {item.downloadUrl && (
        <p>
          <a href={openHref(item)}>{item.file ? words.downloadOf(item.file.size) : compare.link}</a>
        </p>
      )}
      {children}
    </article>
  );
}

/** The fields that are short enough to compare. */
function factsOf(item: Item): [name: string, value: string][] {
  return Object.entries(kindNamed(item.kind).fields)
    .filter(([, { type }]) => type !== "longText" && type !== "image" && type !== "link")
    .map(([name, { type }]) => {
      const value = item.fields[name] ?? "";
      return [name, type === "department" && value ? departmentLabel(value) : value];
    });
}

function fileFacts({ file }: Item, words: { pages: string }) {
  return file?.pageCount ? [{ label: words.pages, value: String(file.pageCount) }] : [];
}

/** Whether the other item has a different value. An empty value never differs. */
function differs(name: string, value: string, other: Item): boolean {
  const field = kindNamed(other.kind).fields[name];
  if (!field) return false;
  const given = other.fields[name] ?? "";
  if (field.type === "department") return departmentKey(value) !== departmentKey(given);
  const isSame = field.column && facets[field.column].isSame;
  if (isSame) return !isSame(value, given);
  return wordsOf(value).join(" ") !== wordsOf(given).join(" ");
}
