import { departmentLabel } from "../../shared/departments.ts";
import { kindNamed } from "../../shared/kinds/index.ts";
import type { Item } from "../page/context.ts";
import { useKindWords } from "./kind-words.ts";
import { langOf } from "./item-names.ts";
import { useFactWords } from "./fact-words.ts";

export interface CoverProps {
  item: Item;
  title: string;
  /** Whether the cover is shown instead of the paper. */
  isLarge?: boolean;
}

/**
 * The cover of an item whose file is on another site: code, title, exam and year on a ruled sheet. Screen
 * readers skip it, because the same text is next to it.
 */
export function Cover({ item, title, isLarge = false }: CoverProps) {
  const kind = kindNamed(item.kind);
  const { one } = useKindWords(kind);
  const examAndYear = useFactWords()(item, "exam").join(" ");
  const { code, subject, author, department } = item.fields;
  const name = kind.parent ? (subject ?? title) : title;
  const about = author ?? (subject === name ? one : (subject ?? one));
  const last = examAndYear || (department && departmentLabel(department));
  return (
    <div className={isLarge ? "item-cover item-cover-large" : "item-thumb item-cover"} aria-hidden="true">
      {code && <b>{code}</b>}
      <strong lang={langOf(name)}>{name}</strong>
      {!code && <span lang={langOf(about)}>{about}</span>}
      {last && <small>{last}</small>}
    </div>
  );
}
