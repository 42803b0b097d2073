import { PAGE_WIDTHS } from "../../../shared/files.ts";
import type { Item } from "../../context.ts";
import { useMessages } from "../../ui/messages.ts";
import { titleOf } from "./item-names.ts";

const [WIDTH, LARGE] = PAGE_WIDTHS;
/** Pages have this shape until they are there, and stand within it then: that of A4. */
const HEIGHT = Math.round(WIDTH * Math.SQRT2);
/** More are links alone: without scripts browsers load every picture at once. */
const PICTURES = 30;

/** A handed-in file, page by page: the first at once, the others as they come into view. */
export function PaperPages({ item }: { item: Item }) {
  const { item: words } = useMessages();
  if (!item.file) return null;
  const { pages, pageCount } = item.file;
  return (
    <ol className="pages" aria-label={words.pagesOf(titleOf(item))}>
      {Array.from({ length: pageCount }, (_, index) => {
        const page = words.page(index + 1, pageCount);
        const src = `${pages}/${index + 1}`;
        return (
          <li key={src}>
            <a href={`${src}?width=${LARGE}`} aria-label={words.enlarged(page)}>
              {index < PICTURES && (
                <img
                  src={src}
                  alt=""
                  width={WIDTH}
                  height={HEIGHT}
                  loading={index === 0 ? "eager" : "lazy"}
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
