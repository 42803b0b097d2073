import { departmentLabel } from "./departments.ts";
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
 * The name of an item with its course code and year, for lists of results and other places outside its page.
 */
export function itemTitle(item: Titled): string {
  const { code, year } = item.fields;
  return [titleOf(item), [code, year].filter(Boolean).join(" ")].filter(Boolean).join(" · ");
}
