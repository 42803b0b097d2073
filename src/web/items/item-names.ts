import { itemTitle, type Titled } from "../../shared/items/item-title.ts";
import { kindNamed } from "../../shared/kinds/index.ts";
import { siteLocale } from "../../shared/messages/index.ts";
import type { Item } from "../page/context.ts";

export { titleOf } from "../../shared/items/item-title.ts";

export function detailsHref(item: Item): string {
  return `${kindNamed(item.kind).pages.details}/${item._id}`;
}

/** The address where an admin decides on the change of an item. */
export function changeHref(item: Item): string {
  return `/admin-dashboard/change/${item._id}`;
}

/** The address of the item that shows the file of this one. */
export const movedHref = ({ kind, movedTo }: Item): string => `${kindNamed(kind).pages.details}/${movedTo}`;

export function claimHref(item: Item): string {
  return `/copyright?item=${encodeURIComponent(detailsHref(item))}`;
}

/** The address where people read an item. An answer is a part of the page of its question. */
export function readingHref(item: Item): string {
  const { parent } = kindNamed(item.kind);
  return parent ? `${kindNamed(parent.kind).pages.details}/${item.parentId}#${item._id}` : detailsHref(item);
}

/** The whole name of an item, for lists of all kinds, sentences and labels. */
export const fullTitleOf = (item: Titled): string => itemTitle(item, siteLocale);

/** The language of a text that a person typed. Screen readers and line heights depend on it. */
export function langOf(text: string): "bn" | undefined {
  return /\p{Script=Bengali}/u.test(text) ? "bn" : undefined;
}
