import { useEffect } from "react";
import { deskSorts } from "../../../shared/moderating/desk.ts";
import { deskMessages } from "../../../shared/messages/en-desk.ts";
import { useMessages } from "../../ui/messages.ts";
import { DeskFilters } from "./filters.tsx";
import { QueueRow } from "./queue-row.tsx";
import type { LiveDesk } from "./use-desk.ts";

/** The queue: what waits, with filters and the choice of several items. */
export function QueuePane({ desk }: { desk: LiveDesk }) {
  const { store, state } = desk;
  const words = useMessages(deskMessages);
  const isFiltered = state.matching !== state.counts.total;
  // The open row stays in view. The other panes do not move.
  useEffect(() => {
    document.querySelector(".desk-row[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [state.current]);
  return (
    <section className="desk-queue" aria-label={words.queue}>
      <div className="desk-head">
        <h2>
          {isFiltered
            ? words.matching(state.matching, state.counts.total)
            : words.waiting(state.counts.total)}
        </h2>
        <label>
          <span className="visually-hidden">{words.sort.label}</span>
          <select
            value={state.filter["sort"] ?? "oldest"}
            onChange={(event) => goTo({ ...state.filter, sort: event.target.value })}
          >
            {deskSorts.map((sort) => (
              <option key={sort} value={sort}>
                {words.sort[sort]}
              </option>
            ))}
          </select>
        </label>
        <DeskFilters filter={state.filter} counts={state.counts} />
      </div>
      {state.rows.length === 0 && <p className="desk-note">{isFiltered ? words.emptyFilter : words.empty}</p>}
      <ul aria-label={words.queue}>
        {state.rows.map((row) => (
          <QueueRow key={row.id} row={row} desk={desk} />
        ))}
      </ul>
      {state.next && (
        <button
          type="button"
          className="quiet desk-more"
          disabled={state.isLoading}
          onClick={() => void store.loadMore()}
        >
          {words.more}
        </button>
      )}
    </section>
  );
}

/** Opens the queue with another filter. */
function goTo(filter: Record<string, string>): void {
  location.assign(`?${new URLSearchParams(filter).toString()}`);
}
