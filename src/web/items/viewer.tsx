import type { ReactNode } from "react";
import island from "../islands/previews.ts?worker&url";
import type { Item } from "../page/context.ts";
import { useMessages } from "../ui/messages.ts";
import { langOf, titleOf } from "./item-names.ts";

export interface ViewerProps {
  item: Item;
  /** Of the frame, in CSS pixels; left out, most of the window. */
  height?: number;
  /** The picture to show until the reader opens the viewer. */
  cover?: ReactNode;
}

/**
 * The viewer of a file whose host has one (`previewUrl`). Nothing of it loads before a reader opens it: then a script
 * replaces the link with the frame. Without a script the link stays. A lazy frame would not do, because without scripts
 * browsers load it at once.
 */
export function Viewer({ item, height, cover }: ViewerProps) {
  const { item: words } = useMessages();
  if (!item.previewUrl) return null;
  const title = titleOf(item);
  return (
    <details className="item-viewer drawer">
      <summary>
        {words.preview}
        <span className="visually-hidden" lang={langOf(title)}>
          : {title}
        </span>
        {cover}
      </summary>
      <a href={item.previewUrl} rel="noopener noreferrer" data-height={height}>
        {words.previewOf(title)}
      </a>
    </details>
  );
}

/** The script that opens the viewers of a page in their places. */
export function ViewerScript({ items }: { items: Item[] }) {
  return items.some(({ previewUrl }) => previewUrl) ? <script type="module" src={island} /> : null;
}
