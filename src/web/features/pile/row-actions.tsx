import { pileMessages } from "../../../shared/messages/en-pile-screen.ts";
import { useMessages } from "../../ui/messages.ts";
import type { Edit } from "./apply-edits.ts";
import { isOpen } from "./groups.ts";
import { itemHref, type ShownRow } from "./pile-view.ts";
import type { LivePile } from "./use-pile.ts";

/** Takes rows out of the pile. Refused rows go at once; others can come back. */
export function takeOut({ store, queue }: LivePile, rows: ShownRow[]): void {
  for (const { upload } of rows) if (upload) queue.cancel(upload.mark);
  const refused = rows.filter(({ status, upload }) => status === "refused" && !upload).map(({ id }) => id);
  if (refused.length > 0) void store.act("POST", "remove-rows", { rows: refused });
  const open = rows.filter(({ status }) => !["refused", "uploading", "sending", "sent"].includes(status));
  if (open.length > 0) void store.edit({ rows: open.map(({ id }) => id), leftOut: true });
}

export interface RowActionsProps {
  row: ShownRow;
  pile: LivePile;
  /** How the controls look: links in a line, or buttons. */
  className: string;
  /** Whether the controls are outside of the order of the Tab key, because the dialog of the paper has them too. */
  isSkipped?: boolean;
}

/** What a person can do with a row that is not an ordinary paper to confirm. */
export function RowActions({ row, pile, className, isSkipped = false }: RowActionsProps) {
  const words = useMessages(pileMessages);
  const { store, queue } = pile;
  const props = { className, ...(isSkipped && { tabIndex: -1 }) };
  const button = (label: string, onClick: () => void) => (
    <button type="button" {...props} onClick={onClick}>
      {label}
    </button>
  );
  const { status, duplicate, upload, itemId, proposedSplit: split, mayBeSeveral } = row;
  const edit = (change: Omit<Edit, "rows">) => void store.edit({ rows: [row.id], ...change });
  const seeItem = (id: string) => (
    <a href={itemHref(row, id)} target="_blank" rel="noreferrer" {...props}>
      {words.see}
    </a>
  );
  if (status === "duplicate") {
    const { itemId: of, mayBeBetter } = duplicate ?? {};
    return (
      <>
        {of && seeItem(of)}
        {of && mayBeBetter && button(words.betterCopy, () => edit({ betterCopyOf: of }))}
        {button(words.sendAnyway, () => edit({ sendAnyway: true }))}
      </>
    );
  }
  if (status === "sent" && itemId) return seeItem(itemId);
  if (status === "leftOut") return button(words.putBack, () => edit({ leftOut: false }));
  if (upload && status === "refused") return button(words.upload.retry, () => queue.retry(upload.mark));
  if (status === "refused") return button(words.takeOut, () => takeOut(pile, [row]));
  const of = isOpen(row) ? row.betterCopyOf : undefined;
  const at = split?.slice(1).map(([first]) => first);
  return (
    <>
      {of && seeItem(of)}
      {of && button(words.noBetterCopy, () => edit({ sendAnyway: false }))}
      {split &&
        button(
          words.propose.doSplit(split.length),
          () => void store.act("POST", "split", { row: row.id, at }),
        )}
      {(split || mayBeSeveral) && button(words.propose.keep, () => edit({ keepWhole: true }))}
    </>
  );
}
