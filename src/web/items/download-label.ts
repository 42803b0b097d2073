import type { Item } from "../page/context.ts";
import { useMessages } from "../ui/messages.ts";

/** The text of the link to an item's file, with the size if it is known. */
export function useDownloadLabel(item: Item): string {
  const { item: words } = useMessages();
  if (item.file) return words.downloadOf(item.file.size);
  return item.previewUrl ? words.download : words.openLink;
}
