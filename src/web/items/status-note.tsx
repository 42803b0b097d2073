import { Link } from "react-router";
import type { Item } from "../page/context.ts";
import { useMessages } from "../ui/messages.ts";
import { Stamp } from "../ui/stamp.tsx";
import { changeHref, fullTitleOf, langOf, movedHref } from "./item-names.ts";

export interface StatusNoteProps {
  item: Item;
  /** Whether an admin sees the note. If so, it also links to a waiting change. */
  isAdmins?: boolean;
}

/**
 * An item's status, with notes for its contributor: a waiting change, a link to the item that shows its file now, a removal,
 * or the reason for a cancellation.
 */
export function StatusNote({ item, isAdmins = false }: StatusNoteProps) {
  const { changes, removal } = useMessages();
  return (
    <span className="item-status">
      {/* Nobody cancelled a copy whose file another item has now. */}
      {item.movedTo === undefined && (
        <Stamp status={item.status} waiting={item.hasChange ? changes.approvedWaiting : undefined} />
      )}
      {isAdmins && item.hasChange && (
        <span>
          <ChangeLink item={item} /> {changes.discarded}
        </span>
      )}
      {item.movedTo !== undefined && (
        <a href={movedHref(item)}>
          {changes.becameFile}
          <span className="visually-hidden">: {fullTitleOf(item)}</span>
        </a>
      )}
      {item.isRemoved && <span>{removal.removed}</span>}
      {item.reason && <span lang={langOf(item.reason)}>{removal.reason(item.reason)}</span>}
    </span>
  );
}

/** For admins, a link to the change that is waiting for review. */
export function ChangeLink({ item }: { item: Item }) {
  const { changes } = useMessages();
  return (
    <Link to={changeHref(item)}>
      {changes.see}
      <span className="visually-hidden">: {fullTitleOf(item)}</span>
    </Link>
  );
}
