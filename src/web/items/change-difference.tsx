import type { ReactNode } from "react";
import { departmentKey, departmentLabel } from "../../shared/courses/departments.ts";
import { PAGE_WIDTHS } from "../../shared/files/files.ts";
import { type Field, kindNamed } from "../../shared/kinds/index.ts";
import type { Item } from "../page/context.ts";
import { useKindWords } from "./kind-words.ts";
import { useMessages } from "../ui/messages.ts";
import { fullTitleOf, langOf } from "./item-names.ts";

export interface ChangeDifferenceProps {
  /** The public version of the item. */
  item: Item;
  /** The same item with the change applied. */
  changed: Item;
}

/** The fields that a change affects, before and after. */
export function ChangeDifference({ item, changed }: ChangeDifferenceProps) {
  const { changes } = useMessages();
  const kind = kindNamed(item.kind);
  const { fields: words } = useKindWords(kind);
  const rows = Object.entries(kind.fields).filter(([name, field]) => differs(name, field, item, changed));
  if (rows.length === 0) return <p className="empty">{changes.same}</p>;
  return (
    <>
      <table className="admin-difference" aria-label={changes.title}>
        <thead>
          <tr>
            <th scope="col">{changes.field}</th>
            <th scope="col">{changes.now}</th>
            <th scope="col">{changes.after}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, field]) => {
            const label = field.type === "link" ? changes.file : (words[name]?.label ?? name);
            const valueOf = (one: Item) => (
              <Value item={one} name={name} field={field} options={words[name]?.options} />
            );
            return (
              <tr key={name}>
                <th scope="row">{label}</th>
                <td data-label={changes.now}>{valueOf(item)}</td>
                <td data-label={changes.after}>{valueOf(changed)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p>{changes.intro}</p>
    </>
  );
}

interface ValueProps {
  item: Item;
  name: string;
  field: Field;
  options: Record<string, string> | undefined;
}

function Value({ item, name, field, options }: ValueProps): ReactNode {
  const { changes, similar, item: words } = useMessages();
  const value = item.fields[name] ?? "";
  if (value === "") return changes.blank;
  if (field.type === "image" && item.image)
    return (
      <a href={value}>
        <img src={item.image.small} alt={changes.image} loading="lazy" />
      </a>
    );
  if (field.type === "link" || field.type === "image")
    return item.file ? (
      <>
        {item.file.pageCount > 0 && (
          <a href={`${item.file.pages}/1?width=${PAGE_WIDTHS[1]}`}>
            <img
              src={`${item.file.pages}/1`}
              alt={similar.compare.firstPage(fullTitleOf(item))}
              loading="lazy"
            />
          </a>
        )}
        <a href={item.downloadUrl}>{changes.fileOf(item.file.pageCount, words.fileSize(item.file.size))}</a>
      </>
    ) : (
      <a href={value} rel="noreferrer">
        {value}
      </a>
    );
  const text = field.type === "department" ? departmentLabel(value) : (options?.[value] ?? value);
  return (
    <span className="said" lang={langOf(text)}>
      {text}
    </span>
  );
}

function differs(name: string, { type }: Field, item: Item, changed: Item): boolean {
  const [now, after] = [item.fields[name] ?? "", changed.fields[name] ?? ""];
  // The download address changes with the title, so the addresses of the page images are compared.
  if (type === "link" && item.file && changed.file) return item.file.pages !== changed.file.pages;
  return type === "department" ? departmentKey(now) !== departmentKey(after) : now !== after;
}
