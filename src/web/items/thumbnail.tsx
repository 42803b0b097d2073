import { THUMBNAIL, THUMBNAIL_HEIGHT } from "../../shared/files.ts";
import type { Item } from "../page/context.ts";
import { Cover } from "./cover.tsx";

/** The top of the first page, or a typeset cover if the item is only a link or a document without page images. */
export function Thumbnail({ item, title }: { item: Item; title: string }) {
  if (!item.file?.pageCount) return <Cover item={item} title={title} />;
  const src = `${item.file.pages}/1?width=${THUMBNAIL}`;
  return (
    <img className="item-thumb" src={src} width={THUMBNAIL} height={THUMBNAIL_HEIGHT} loading="lazy" alt="" />
  );
}
