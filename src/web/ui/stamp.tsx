import type { Status } from "../../shared/items/status.ts";
import { useMessages } from "./messages.ts";

const icons: Record<Status, string> = {
  Approved: "M4 13l5 5L20 6",
  Pending: "M12 6v6l4 3M12 2a10 10 0 1 0 .01 0",
  Cancelled: "M5 5l14 14M19 5L5 19",
};

/**
 * A status as an outlined stamp. It has an icon and a word, so it never depends on colour only.
 * @param waiting the text for an item with a waiting change
 */
export function Stamp({ status, waiting }: { status: Status; waiting?: string | undefined }) {
  const messages = useMessages();
  return (
    <span className={`stamp ${status.toLowerCase()}${waiting ? " waiting" : ""}`}>
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d={icons[status]} />
      </svg>
      {waiting ?? messages.status[status]}
    </span>
  );
}
