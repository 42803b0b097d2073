import type { Item } from "../page/context.ts";
import { useMessages } from "../ui/messages.ts";

/** The words of the link to an item's file, with its size if known. */
export function useDownloadLabel(item: Item): string {
  const { item: words } = useMessages();
  if (item.file) return words.downloadOf(item.file.size);
  return item.previewUrl ? words.download : words.openLink;
}
