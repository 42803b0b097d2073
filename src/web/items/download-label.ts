import type { Item } from "../page/context.ts";
import { useMessages } from "../ui/messages.ts";

/** What the link to an item's file says: how many bytes it costs, as far as that is known. */
export function useDownloadLabel(item: Item): string {
  const { item: words } = useMessages();
  if (item.file) return words.downloadOf(item.file.size);
  return item.previewUrl ? words.download : words.openLink;
}
