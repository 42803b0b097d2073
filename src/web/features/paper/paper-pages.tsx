import { PAGE_WIDTHS, PAGES_PER_PART } from "../../../shared/files/files.ts";
import type { Item } from "../../page/context.ts";
import { useMessages } from "../../ui/messages.ts";
import { fullTitleOf } from "../../items/item-names.ts";

const [WIDTH, LARGE, PHONE] = PAGE_WIDTHS;
/** The height of a page until it loads, and of its frame: the shape of A4. */
const HEIGHT = Math.round(WIDTH * Math.SQRT2);
/** The widths from details.css. On a wide screen the page is next to the facts. */
const SIZES = "(max-width: 1023px) calc(100vw - 32px), (max-width: 1183px) 60vw, 696px";

export interface PaperPagesProps {
  item: Item;
  /** The item of the page itself: its first page loads at once, and it can be printed. */
  isMain?: boolean;
}

/**
 * The pages of an uploaded file. They load when they scroll into view. Each page links to a larger picture; a script
 * opens the picture in place.
 */
export function PaperPages({ item, isMain = false }: PaperPagesProps) {
  const { item: words } = useMessages();
  if (!item.file) return null;
  const { pages, pageCount } = item.file;
  const name = words.pagesOf(fullTitleOf(item));
  return (
    <ol className="paper-pages" id={isMain ? "pages" : undefined} aria-label={name} data-reader="">
      {Array.from({ length: pageCount }, (_, index) => {
        const page = words.page(index + 1, pageCount);
        const src = `${pages}/${index + 1}`;
        return (
          <li key={src}>
            <a href={`${src}?width=${LARGE}`} aria-label={words.enlarged(page)}>
              {index < PAGES_PER_PART && (
                <img
                  src={src}
                  srcSet={`${src}?width=${PHONE} ${PHONE}w, ${src} ${WIDTH}w`}
                  sizes={SIZES}
                  alt=""
                  width={WIDTH}
                  height={HEIGHT}
                  loading={isMain && index === 0 ? "eager" : "lazy"}
                  fetchPriority={isMain && index === 0 ? "high" : undefined}
                />
              )}
              {page}
            </a>
          </li>
        );
      })}
    </ol>
  );
}
