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

/** The name of an item outside its page, as in a list of results: with course code and year. */
export function itemTitle(item: Titled): string {
  const { code, year } = item.fields;
  return [titleOf(item), [code, year].filter(Boolean).join(" ")].filter(Boolean).join(" · ");
}
