import type { Item } from "../../page/context.ts";
import { useMessages } from "../../ui/messages.ts";
import { detailsHref } from "../../items/item-names.ts";

/** The button that reports a broken link, for approved items only. */
export function LinkBroken({ item }: { item: Item }) {
  const { brokenLink } = useMessages();
  if (!item.downloadUrl || (item.file && !item.sourceUrl) || item.status !== "Approved") return null;
  return (
    <form method="post" action={detailsHref(item)}>
      <button className="quiet" name="act" value="brokenLink">
        {brokenLink.button}
      </button>
    </form>
  );
}
