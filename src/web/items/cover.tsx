import { facetText } from "../../shared/items/exam-title.ts";
import { kindNamed } from "../../shared/kinds/index.ts";
import type { Item } from "../page/context.ts";
import { LinkIcon } from "../ui/link-icon.tsx";
import { useLocale, useMessages } from "../ui/messages.ts";
import { boardOf } from "./board.ts";
import { langOf } from "./item-names.ts";
import { useKindWords } from "./kind-words.ts";

export interface CoverProps {
  item: Item;
  title: string;
  /** Whether the cover is shown instead of the paper. */
  isLarge?: boolean;
}

/** A longer code is set smaller, and a much longer one on two lines. */
const [LONG, VERY_LONG] = [8, 11];

/**
 * The cover of an item without a picture: a board in the colour of its department with the code on a label, the exam, and the
 * year in boxes. An item without a code or an exam has its title or its kind there. Screen readers skip the cover, because
 * the same text is next to it.
 */
export function Cover({ item, title, isLarge = false }: CoverProps) {
  const kind = kindNamed(item.kind);
  const { one } = useKindWords(kind);
  const exam = facetText(useMessages(), useLocale())("examType", item.fields["examType"]);
  const { card: words } = useMessages();
  const { code, subject, year } = item.fields;
  const name = kind.parent ? (subject ?? title) : title;
  const main = exam || (code ? one : name);
  const isNamed = main === name;
  const isDrive = !item.file && item.previewUrl !== undefined;
  return (
    <span
      className={`item-cover item-board-${boardOf(item)}${isLarge ? " item-cover-large" : ""}`}
      aria-hidden="true"
    >
      {code && <b className={sizeOf(code)}>{code}</b>}
      <strong
        className={
          isNamed
            ? year
              ? "item-cover-name"
              : "item-cover-name item-cover-alone"
            : sizeOf(longestWord(main))
        }
        lang={langOf(main)}
      >
        {main}
      </strong>
      {year && (
        <span className="item-cover-year">
          {[...year].map((digit, place) => (
            <i key={place}>{digit}</i>
          ))}
        </span>
      )}
      {isNamed && <small>{one}</small>}
      {isDrive && (
        <small className="item-cover-drive">
          <LinkIcon />
          {words.drive}
        </small>
      )}
    </span>
  );
}

/** An exam breaks between its words, but never within one. */
const longestWord = (text: string): string =>
  text.split(" ").reduce((longest, word) => (word.length > longest.length ? word : longest));

function sizeOf(code: string): string | undefined {
  if (code.length <= LONG) return undefined;
  return code.length > VERY_LONG ? "item-cover-longer" : "item-cover-long";
}
