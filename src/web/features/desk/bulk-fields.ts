import { type Field, kinds } from "../../../shared/kinds/index.ts";
import type { Locale } from "../../../shared/messages/index.ts";

interface BulkField {
  name: string;
  rules: Field;
  label: string;
  /** The labels of the options. */
  options: Record<string, string>;
}

/** The details that can be set for several items: those with a column of their own in all kinds. */
export function bulkFields(locale: Locale): BulkField[] {
  const fields = kinds.flatMap((kind) =>
    Object.entries(kind.fields)
      .filter(([, { column }]) => column !== undefined)
      .map(([name, rules]): [string, BulkField] => {
        const words = kind.words[locale].fields[name];
        return [name, { name, rules, label: words?.label ?? name, options: words?.options ?? {} }];
      }),
  );
  return [...new Map(fields).values()];
}
