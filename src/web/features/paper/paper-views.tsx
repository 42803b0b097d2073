import island from "../../islands/reading.ts?worker&url";
import { PAGES_PER_PART } from "../../../shared/files/files.ts";
import type { Item, PaperTexts } from "../../page/context.ts";
import { useMessages } from "../../ui/messages.ts";
import { detailsHref, titleOf } from "../../items/item-names.ts";
import { PaperPages } from "./paper-pages.tsx";
import { PaperReader } from "./paper-reader.tsx";
import { PaperText } from "./paper-text.tsx";

export interface PaperViewsProps {
  item: Item;
  /** The text of the pages. Without it, the pages are shown as pictures. */
  texts: PaperTexts | undefined;
}

/** An uploaded file, as pictures of its pages or as text. A document has only its text. */
export function PaperViews({ item, texts }: PaperViewsProps) {
  const { reading: words } = useMessages();
  if (!item.file) return null;
  const path = detailsHref(item);
  const text = `${path}?view=text`;
  return (
    <>
      {item.file.pageCount > 0 && (
        <nav className="paper-views" aria-label={words.views}>
          <a href={path} aria-current={texts ? undefined : "page"}>
            {words.pages}
          </a>
          <a href={text} aria-current={texts && "page"}>
            {words.text}
          </a>
        </nav>
      )}
      {texts ? (
        <PaperText texts={texts} title={titleOf(item)} hrefOf={(part) => `${text}&page=${part}`} />
      ) : (
        <PaperPages item={item} isMain />
      )}
    </>
  );
}

/** The window with an enlarged page, and the script that opens it, for all pages of the shown items. */
export function PaperScript({ items }: { items: Item[] }) {
  if (!items.some(({ file }) => file)) return null;
  return (
    <>
      <PaperReader />
      <script type="module" src={island} />
    </>
  );
}

/**
 * Prints the shown pages of a file. A script shows the button. A long file has no such button, because people
 * can print the file itself.
 */
export function PrintButton({ item }: { item: Item }) {
  const { reading: words } = useMessages();
  if (!item.file?.pageCount || item.file.pageCount > PAGES_PER_PART) return null;
  const { pageCount } = item.file;
  return (
    <>
      <button className="quiet" type="button" id="print" hidden>
        {words.print}
      </button>
      <p
        className="by"
        id="printing"
        role="status"
        data-loading={words.loading("{page}", pageCount)}
        data-lost={words.lost("{page}", pageCount)}
      />
    </>
  );
}
