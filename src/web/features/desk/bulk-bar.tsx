import { useState } from "react";
import { MAX_BULK } from "../../../shared/moderating/desk.ts";
import { deskMessages } from "../../../shared/messages/en-desk.ts";
import { useMessages } from "../../ui/messages.ts";
import { BulkDialog, selectedCount } from "./bulk-dialog.tsx";
import { type BulkAction, bulkActions } from "./bulk-effect.tsx";
import type { LiveDesk } from "./use-desk.ts";

/** The bar for the selected items. */
export function BulkBar({ desk }: { desk: LiveDesk }) {
  const { store, state } = desk;
  const { bulk, row: rowWords } = useMessages(deskMessages);
  const [action, setAction] = useState<BulkAction>();
  if (state.selected.size === 0) return null;
  const chosen = state.rows.filter(({ id }) => state.selected.has(id));
  const count = selectedCount(state, chosen);
  const pile =
    chosen.length > 0 && chosen.every((row) => row.pile === chosen[0]?.pile) ? chosen[0]?.pile : undefined;
  const group = pile === undefined ? [] : state.rows.filter((row) => row.pile === pile);
  return (
    <div className="desk-bulk" role="group" aria-label={bulk.label}>
      <strong>{bulk.selected(count)}</strong>
      {group.length > chosen.length && (
        <button type="button" className="quiet" onClick={() => store.select(group.map(({ id }) => id))}>
          {rowWords.group} ({group.length})
        </button>
      )}
      {!state.isAllSelected && state.matching > chosen.length && (
        <button type="button" className="quiet" onClick={store.selectAll}>
          {state.matching > MAX_BULK ? bulk.first(MAX_BULK) : bulk.all(state.matching)}
        </button>
      )}
      {bulkActions.map((one) => (
        <button key={one} type="button" className="quiet" onClick={() => setAction(one)}>
          {bulk[one]}
        </button>
      ))}
      <button type="button" className="plain" onClick={() => store.select([])}>
        {bulk.clear}
      </button>
      {action && (
        <BulkDialog action={action} desk={desk} chosen={chosen} onClose={() => setAction(undefined)} />
      )}
    </div>
  );
}
