import { PAGE_WIDTHS, PAGES_PER_PART } from "../../../shared/files.ts";
import type { Item } from "../../page/context.ts";
import { useMessages } from "../../ui/messages.ts";
import { titleOf } from "../../items/item-names.ts";
import { PaperReader } from "./paper-reader.tsx";

const [WIDTH, LARGE, PHONE] = PAGE_WIDTHS;
/** The height of a page until it loads, and of its frame: the shape of A4. */
const HEIGHT = Math.round(WIDTH * Math.SQRT2);
/** The widths from details.css. On a wide screen the page is next to the facts. */
const SIZES = "(max-width: 1023px) calc(100vw - 32px), (max-width: 1183px) 60vw, 696px";

/**
 * The pages of an uploaded file. The first page loads at once, and the other pages load when they scroll into
 * view. Each page links to a larger picture; a script opens the picture in place.
 */
export function PaperPages({ item }: { item: Item }) {
  const { item: words } = useMessages();
  if (!item.file) return null;
  const { pages, pageCount } = item.file;
  return (
    <>
      <ol className="paper-pages" id="pages" aria-label={words.pagesOf(titleOf(item))}>
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
                    loading={index === 0 ? "eager" : "lazy"}
                    fetchPriority={index === 0 ? "high" : undefined}
                  />
                )}
                {page}
              </a>
            </li>
          );
        })}
      </ol>
      <PaperReader title={titleOf(item)} pageCount={pageCount} />
    </>
  );
}
