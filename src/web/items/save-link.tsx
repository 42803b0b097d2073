import { savedMessages } from "../../shared/messages/en-saved.ts";
import type { Item } from "../page/context.ts";
import { useMessages } from "../ui/messages.ts";

export interface SaveLinkProps {
  item: Item;
  title: string;
  className: string;
  /** Whether the reader has the item in a list. A page that all readers share doesn't know it. */
  isSaved?: boolean;
}

/**
 * A link to the page where the reader chooses lists for an item. It needs no script. A visitor logs in first.
 */
export function SaveLink({ item, title, className, isSaved = false }: SaveLinkProps) {
  const words = useMessages(savedMessages);
  return (
    <a className={className} href={`/dashboard/save/${item._id}`} rel="nofollow">
      {isSaved ? words.isSaved : words.save}
      <span className="visually-hidden">: {title}</span>
    </a>
  );
}
