import { kindNamed } from "../../../shared/kinds/index.ts";
import type { Item } from "../../context.ts";

/** The address of an item's own page. */
export function detailsHref(item: Item): string {
  return `${kindNamed(item.kind).pages.details}/${item._id}`;
}

export { itemTitle, titleOf } from "../../../shared/item-title.ts";

/** The language of a text that people wrote: screen readers and line heights go by it. */
export function langOf(text: string): "bn" | undefined {
  return /\p{Script=Bengali}/u.test(text) ? "bn" : undefined;
}
