import { useEffect, useEffectEvent, useState } from "react";
import { deskMessages } from "../../../shared/messages/en-desk.ts";
import { langOf } from "../../items/item-names.ts";
import { useMessages } from "../../ui/messages.ts";
import { loadText, type ShownText } from "./desk-api.ts";

interface PaperTextProps {
  /** The id of the item. */
  id: string;
  /** Called when the text is on the screen, or says that there is none. */
  onShown: () => void;
}

/** The text of an item's file. */
export function PaperText({ id, onShown }: PaperTextProps) {
  const { texts, page: words, loading } = useMessages(deskMessages);
  const [text, setText] = useState<ShownText | "failed">();
  useEffect(() => {
    let isCurrent = true;
    void loadText(id).then((found) => isCurrent && setText(typeof found === "object" ? found : "failed"));
    return () => {
      isCurrent = false;
    };
  }, [id]);
  const isLoaded = text !== undefined;
  const showed = useEffectEvent(onShown);
  useEffect(() => {
    if (isLoaded) showed();
  }, [isLoaded]);
  const pages = typeof text === "object" ? text.pages.filter((page) => page.text) : [];
  return (
    // The keyboard scrolls it.
    <div
      className="desk-scroll desk-text"
      id="desk-paper"
      data-shown={isLoaded ? id : undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="group"
      aria-label={words.strip}
    >
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
