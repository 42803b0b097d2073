import type { Item } from "../../context.ts";
import { useMessages } from "../../ui/messages.ts";
import { StatusNote } from "./status-note.tsx";
import { fullTitleOf, langOf, readingHref } from "./item-names.ts";

export interface Same {
  /** An item with the same link that the reader may open. */
  item: Item | undefined;
  /** Whether somebody else's, of which nothing is told, awaits a moderator. */
  awaits: boolean;
}

/** Says that a link is in the archive already, before it is sent a second time. */
export function SameLinkNotice({ item, awaits }: Same) {
  const { sameLink } = useMessages();
  return (
    <div className="narrow">
      {item && (
        <p>
          {sameLink.isThere} <ItemLink item={item} />
        </p>
      )}
      {awaits && <p>{sameLink.awaits}</p>}
      <p>{sameLink.hint}</p>
    </div>
  );
}

/** The button, of the form that it stands in, that sends it with a link that is there already. */
export function SendAnyway() {
  const { sameLink } = useMessages();
  return (
    <button className="quiet" name="confirmed" value="similar">
      {sameLink.sendAnyway}
    </button>
  );
}

/** For a moderator: what else has an item's link, with its status. */
export function SameLinks({ items }: { items: Item[] }) {
  const { sameLink } = useMessages();
  if (items.length === 0) return null;
  return (
    <div>
      {sameLink.same}
      <ul>
        {items.map((item) => (
          <li key={item._id}>
            <ItemLink item={item} /> <StatusNote item={item} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function ItemLink({ item }: { item: Item }) {
  const title = fullTitleOf(item);
  return (
    <a href={readingHref(item)} lang={langOf(title)}>
      {title}
    </a>
  );
}
