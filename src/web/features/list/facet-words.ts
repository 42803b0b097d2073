import { departmentLabel } from "../../../shared/departments.ts";
import type { Kind } from "../../../shared/kinds/index.ts";
import { useKindWords } from "../../items/kind-words.ts";
import { useMessages } from "../../ui/messages.ts";

/** What a person reads for the names of a kind's filters, and for their values. */
export function useFacetWords(kind: Kind) {
  const { item, labels } = useMessages();
  const { fields } = useKindWords(kind);
  const fieldOf = (name: string) =>
    Object.entries(kind.fields).find(([field, { column }]) => (column ?? field) === name)?.[0] ?? name;
  const spoken: Record<string, (value: string) => string> = {
    department: departmentLabel,
    semester: item.semester,
  };
  return {
    label: (name: string): string => fields[fieldOf(name)]?.label ?? labels[name] ?? name,
    value: (name: string, value: string): string =>
      spoken[name]?.(value) ?? fields[fieldOf(name)]?.options?.[value] ?? value,
  };
}
