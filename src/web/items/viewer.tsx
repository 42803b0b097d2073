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
 * The viewer of a file whose host has one (`previewUrl`). Nothing of it loads before a reader opens it: a script then
 * puts the frame in place of the link, which is what there is without a script. A lazy frame in the page would not do,
 * for without scripts browsers load it at once.
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

/** What lets the viewers of a page open in their places. */
export function ViewerScript({ items }: { items: Item[] }) {
  return items.some(({ previewUrl }) => previewUrl) ? <script type="module" src={island} /> : null;
}
