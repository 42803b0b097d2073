import { CUTTINGS_SIDE, THUMBNAIL, THUMBNAIL_HEIGHT } from "../../shared/files/files.ts";
import { shortHash } from "../../shared/text/short-hash.ts";
import type { Item } from "../page/context.ts";
import { Cover } from "./cover.tsx";

export interface ThumbnailProps {
  item: Item;
  title: string;
}

/**
 * The small picture of an item: the code, exam and year that its paper prints, or its cover. The cover is below the picture,
 * so it is also seen before the picture loads, if it doesn't load, and where the picture is transparent.
 */
export function Thumbnail({ item, title }: ThumbnailProps) {
  const words = wordsOf(item);
  return (
    <span className="item-thumb">
      <Cover item={item} title={title} />
      {words && <img src={words} width={CUTTINGS_SIDE} height={CUTTINGS_SIDE} loading="lazy" alt="" />}
    </span>
  );
}

export interface WidePictureProps extends ThumbnailProps {
  /** Whether a phone shows it, too, and not the small picture. */
  isAlwaysWide?: boolean;
}

/** The wide picture of an item on a card: the heading of its paper, or its cover. On a phone it is the small picture. */
export function WidePicture({ item, title, isAlwaysWide = false }: WidePictureProps) {
  const words = isAlwaysWide ? undefined : wordsOf(item);
  return (
    <span className="item-thumb item-wide">
      <Cover item={item} title={title} />
      {item.file && item.file.pageCount > 0 && (
        <picture className={words || isAlwaysWide ? undefined : "item-wide-only"}>
          {words && (
            <source
              media="(max-width: 479.9px)"
              srcSet={words}
              width={CUTTINGS_SIDE}
              height={CUTTINGS_SIDE}
            />
          )}
          <img
            src={`${item.file.pages}/1?width=${THUMBNAIL}`}
            width={THUMBNAIL}
            height={THUMBNAIL_HEIGHT}
            loading="lazy"
            alt=""
          />
        </picture>
      )}
    </span>
  );
}

/**
 * The address of the picture of an item's code, exam and year. It names them by a hash, so that no picture of earlier details
 * is shown after an edit.
 * @returns undefined if the item has no pages, or lacks one of the three
 */
function wordsOf({ file, fields: { code, examType, year } }: Item): string | undefined {
  if (!file?.pageCount || !code || !examType || !year) return undefined;
  return `${file.pages}/1?words=${shortHash([code, examType, year].join()).toString(36)}`;
}
