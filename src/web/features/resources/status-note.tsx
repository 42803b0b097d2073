import type { Item } from "../../context.ts";
import { useMessages } from "../../ui/messages.ts";
import { Stamp } from "../../ui/stamp.tsx";
import { langOf } from "./item-names.ts";

/** An item's status, with notes for its contributor: a waiting change, the reason of a cancellation, a removal. */
export function StatusNote({ item }: { item: Item }) {
  const { changes, removal } = useMessages();
  return (
    <span className="status-note">
      <Stamp status={item.status} waiting={item.hasChange ? changes.approvedWaiting : undefined} />
      {item.isRemoved && <span>{removal.removed}</span>}
      {item.reason && <span lang={langOf(item.reason)}>{removal.reason(item.reason)}</span>}
    </span>
  );
}
