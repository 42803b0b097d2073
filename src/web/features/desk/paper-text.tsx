import { useEffect, useState } from "react";
import { langOf } from "../../items/item-names.ts";
import { loadText, type ShownText } from "./desk-api.ts";
import { useDeskMessages } from "./desk-messages.ts";

/** The text of an item's file. @param id of the item */
export function PaperText({ id }: { id: string }) {
  const { texts, page: words, loading } = useDeskMessages();
  const [text, setText] = useState<ShownText | "failed">();
  useEffect(() => {
    let isCurrent = true;
    void loadText(id).then((found) => isCurrent && setText(typeof found === "object" ? found : "failed"));
    return () => {
      isCurrent = false;
    };
  }, [id]);
  const pages = typeof text === "object" ? text.pages.filter((page) => page.text) : [];
  return (
    // The keyboard scrolls it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="desk-scroll desk-text" id="desk-paper" tabIndex={0} role="group" aria-label={words.strip}>
      {text === undefined && <p className="desk-note">{loading}</p>}
      {text === "failed" && <p className="desk-note">{texts.failed}</p>}
      {typeof text === "object" && pages.length === 0 && (
        <p className="desk-note">{text.isWaiting ? texts.reading : texts.none}</p>
      )}
      {pages.map(({ page, text: read = "" }) => (
        <section key={page}>
          <h3>{words.one(page)}</h3>
          <p lang={langOf(read)}>{read}</p>
        </section>
      ))}
    </div>
  );
}
