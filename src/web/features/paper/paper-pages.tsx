import { PAGE_WIDTHS, PAGES_AT_ONCE } from "../../../shared/files.ts";
import type { Item } from "../../page/context.ts";
import { useMessages } from "../../ui/messages.ts";
import { titleOf } from "../../items/item-names.ts";
import { PaperReader } from "./paper-reader.tsx";

const [WIDTH, LARGE, PHONE] = PAGE_WIDTHS;
/** The shape of a page before it loads, and the frame of its picture: A4. */
const HEIGHT = Math.round(WIDTH * Math.SQRT2);
/** As details.css lays them out: beside the facts on a wide screen. */
const SIZES = "(max-width: 1023px) calc(100vw - 32px), (max-width: 1183px) 60vw, 696px";

/**
 * An uploaded file, page by page: the first at once, the others when they come into view. A page links to a larger
 * picture of it; a script opens that in place.
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
                {index < PAGES_AT_ONCE && (
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
