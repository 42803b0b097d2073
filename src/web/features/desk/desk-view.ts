import { departmentLabel } from "../../../shared/courses/departments.ts";
import { examTitle, facetText } from "../../../shared/items/exam-title.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { messagesIn } from "../../../shared/messages/index.ts";
import { fullTitleOf, titleOf } from "../../items/item-names.ts";
import type { DeskItem, Item } from "../../page/context.ts";

const textOf = facetText(messagesIn("en"), "en");

export type ShownDetail = DeskItem["details"][number];

/** The version of an item on which the moderator decides: with its change, if it has one. */
export const shownOf = (item: DeskItem): Item => item.change ?? item;

/** The name of an item beside its code: the exam of a paper, or else the title. */
function nameOf(item: Item): string {
  const { examType } = item.fields;
  return item.kind === "question" && examType ? examTitle(item.fields, textOf, "exam") : titleOf(item);
}

/** How the desk names an item: the code, the name, and the course title of a paper whose name is the exam. */
export function namesOf(item: Item) {
  if (kindNamed(item.kind).parent) return { code: undefined, name: fullTitleOf(item), subject: undefined };
  const name = nameOf(item);
  const subject = name === titleOf(item) ? undefined : titleOf(item);
  return { code: item.fields["code"] || undefined, name, subject };
}

/** The code and the name of an item. */
export function deskTitle(item: Item): string {
  const { code, name } = namesOf(item);
  return [code, name].filter(Boolean).join(" ");
}

/** The address of an item's page images without the number; undefined without pages. */
export const pagesOf = ({ file }: Item): string | undefined => (file?.pageCount ? file.pages : undefined);

/** The address of the picture of an item without pages, such as the cover of a blog. */
export function pictureOf({ kind, image, fields }: Item): string | undefined {
  if (image) return image.small;
  const field = Object.entries(kindNamed(kind).fields).find(([, { type }]) => type === "image")?.[0];
  return (field && fields[field]) || undefined;
}

/** A field of a kind with its words. */
export function fieldOf(kind: string, name: string) {
  const { label = name, options: texts } = kindNamed(kind).words.en.fields[name] ?? {};
  const field = kindNamed(kind).fields[name];
  return {
    label,
    isLong: field?.type === "longText",
    options: field?.options?.map((option): [string, string] => [option, texts?.[option] ?? option]),
    textOf: (value = "") => (field?.type === "department" ? departmentLabel(value) : value),
  };
}

/** The number of pages of the file on the screen. */
export const countPages = (item: DeskItem): number => shownOf(item).file?.pageCount ?? 0;
