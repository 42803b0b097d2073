import { departmentLabel } from "./departments.ts";
import { facets } from "./facets.ts";
import { kindNamed } from "./kinds/index.ts";

interface Titled {
  kind: string;
  fields: Record<string, string>;
}

/** The name of an item that people see. */
export function titleOf({ kind: name, fields }: Titled): string {
  const kind = kindNamed(name);
  const title = fields[kind.title] ?? "";
  return kind.fields[kind.title]?.type === "department" ? departmentLabel(title) : title;
}

/**
 * The name of an item with its course code, year and month, for lists of results and other places outside its page.
 */
export function itemTitle(item: Titled): string {
  const { code, year, heldIn = "" } = item.fields;
  const month = facets.heldIn.words.en.options?.[heldIn];
  return [titleOf(item), [code, year].filter(Boolean).join(" "), month].filter(Boolean).join(" · ");
}
