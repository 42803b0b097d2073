import { departmentLabel } from "../../../shared/courses/departments.ts";
import { facets } from "../../../shared/facets/facets.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import type { Item } from "../../page/context.ts";
import { useKindWords } from "../../items/kind-words.ts";
import { useMessages } from "../../ui/messages.ts";
import { langOf } from "../../items/item-names.ts";
import { useHeading } from "./heading.ts";
import { TimeOf } from "../../ui/time-of.tsx";

interface Fact {
  /** The name of the field in the kind's declaration. */
  name: string;
  label: string;
  value: string;
}

/** An item's fields except the title and the file, in the order of the kind. */
function useFacts(item: Item): Fact[] {
  const kind = kindNamed(item.kind);
  const { fields: labels } = useKindWords(kind);
  return Object.entries(kind.fields).flatMap(([name, { type }]) => {
    const value = item.fields[name];
    if (!value || name === kind.title || type === "link") return [];
    const words = labels[name];
    const shown = type === "department" ? departmentLabel(value) : (words?.options?.[value] ?? value);
    return [{ name, label: words?.label ?? name, value: shown }];
  });
}

/**
 * The facts that the heading does not show, on one line, for example "Law · 4th semester · Spring · 2 answers".
 * The number of answers is a link to them.
 */
export function FactsLine({ item, answerCount }: { item: Item; answerCount: number }) {
  const messages = useMessages();
  const kind = kindNamed(item.kind);
  const inHeading = useHeading(item).facets;
  const said = useFacts(item).flatMap(({ name, label, value }) => {
    const { type, column } = kind.fields[name] ?? {};
    if (column && inHeading.includes(column)) return [];
    const shown = column && facets[column].shown?.(value, messages);
    return [shown ?? (type === "ordinal" ? messages.item.numbered(label, value) : value)];
  });
  return (
    <p className="details-line">
      {said.join(" · ")}
      {kind.answers && (
        <>
          {said.length > 0 && " · "}
          <a href="#answers">{messages.item.answersHere(answerCount)}</a>
        </>
      )}
    </p>
  );
}

/** The contributor, the person whose better copy is shown, and the date. The heading has the other facts. */
export function ContributedBy({ item }: { item: Item }) {
  const { item: words, changes } = useMessages();
  return (
    <p className="details-line">
      {words.sharedBy} <span lang={langOf(item.userName)}>{item.userName}</span>
      {item.betterCopyBy !== undefined && (
        <>
          {changes.betterCopyBy} <span lang={langOf(item.betterCopyBy)}>{item.betterCopyBy}</span>
        </>
      )}{" "}
      · {words.added} <TimeOf iso={item.createdAt} />
    </p>
  );
}
