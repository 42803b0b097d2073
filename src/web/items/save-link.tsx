import { savedMessages } from "../../shared/messages/en-saved.ts";
import type { Item } from "../page/context.ts";
import { useMessages } from "../ui/messages.ts";

/**
 * A link to the page where the reader chooses lists for an item. It is the same for everyone, so that the page can
 * be cached, and needs no script. A visitor logs in first.
 */
export function SaveLink({ item, title, className }: { item: Item; title: string; className: string }) {
  const words = useMessages(savedMessages);
  return (
    <a className={className} href={`/dashboard/save/${item._id}`} rel="nofollow">
      {words.save}
      <span className="visually-hidden">: {title}</span>
    </a>
  );
}
