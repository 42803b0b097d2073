import { departmentLabel } from "../../../shared/departments.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import type { Item } from "../../context.ts";

/** The address of an item's own page. */
export function detailsHref(item: Item): string {
  return `${kindNamed(item.kind).pages.details}/${item._id}`;
}

/** What a person reads as the name of an item. */
export function titleOf(item: Item): string {
  const kind = kindNamed(item.kind);
  const title = item.fields[kind.title] ?? "";
  return kind.fields[kind.title]?.type === "department" ? departmentLabel(title) : title;
}

/** The language of a text that people wrote: screen readers and line heights go by it. */
export function langOf(text: string): "bn" | undefined {
  return /\p{Script=Bengali}/u.test(text) ? "bn" : undefined;
}
