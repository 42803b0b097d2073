import type { ReactNode } from "react";
import island from "../islands/previews.ts?worker&url";
import type { Item } from "../page/context.ts";
import { useMessages } from "../ui/messages.ts";
import { langOf, fullTitleOf } from "./item-names.ts";

export interface ViewerProps {
  item: Item;
  /** The height of the frame, in CSS pixels; by default, most of the window. */
  height?: number;
  /** The picture that is shown until the reader opens the viewer. */
  cover?: ReactNode;
}

/**
 * The file viewer of another site, if the host has one (`previewUrl`). It loads only when the reader opens
 * it: a script then replaces the link with the frame. Without JavaScript the link stays. A frame with
 * `loading="lazy"` is not enough, because without JavaScript browsers load such a frame at once.
 */
export function Viewer({ item, height, cover }: ViewerProps) {
  const { item: words, reading } = useMessages();
  if (!item.previewUrl) return null;
  const title = fullTitleOf(item);
  return (
    <details className="item-viewer drawer">
      <summary>
        {words.preview}
        <span className="visually-hidden" lang={langOf(title)}>
          : {title}
        </span>
        <small>{reading.opensDrive}</small>
        {cover}
      </summary>
      <a href={item.previewUrl} rel="noopener noreferrer" data-height={height}>
        {words.previewOf(title)}
      </a>
    </details>
  );
}

/** The script that opens the viewers of a page. */
export function ViewerScript({ items }: { items: Item[] }) {
  return items.some(({ previewUrl }) => previewUrl) ? <script type="module" src={island} /> : null;
}
