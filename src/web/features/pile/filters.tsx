import { pileMessages } from "../../../shared/messages/en-pile-screen.ts";
import { useMessages } from "../../ui/messages.ts";
import { countGroups, groupNames, type GroupName } from "./groups.ts";
import { PileIcon } from "./icons.tsx";
import type { ShownRow } from "./pile-view.ts";

export interface FiltersProps {
  rows: ShownRow[];
  /** Undefined for all rows. */
  filter: GroupName | undefined;
  onFilter: (filter: GroupName | undefined) => void;
}

/** These filters have their places while papers are read, so that the others don't move. */
const early = new Set<GroupName>(["check", "ready"]);

/** The statuses as filters of the table, each with its number. */
export function Filters({ rows, filter, onFilter }: FiltersProps) {
  const words = useMessages(pileMessages);
  const counts = countGroups(rows);
  return (
    <div className="pile-filters" role="group" aria-label={words.filters}>
      <button type="button" aria-pressed={filter === undefined} onClick={() => onFilter(undefined)}>
        {words.all} {rows.length}
      </button>
      {groupNames
        .filter((name) => counts[name] > 0 || name === filter || (counts.reading > 0 && early.has(name)))
        .map((name) => (
          <button
            key={name}
            type="button"
            className={`pile-is-${name}`}
            aria-pressed={filter === name}
            onClick={() => onFilter(name)}
          >
            <PileIcon name={name} /> {words.groups[name]} {counts[name]}
          </button>
        ))}
    </div>
  );
}
