import type { PageText, PaperTexts } from "../../page/context.ts";
import { useMessages } from "../../ui/messages.ts";
import { Paginator } from "../../ui/paginator.tsx";

export interface PaperTextProps {
  texts: PaperTexts;
  title: string;
  /**
   * The address of a part of the text.
   * @param part from 1
   */
  hrefOf: (part: number) => string;
}

/** The text of a paper's pages, for slow connections and screen readers. It loads no images. */
export function PaperText({ texts, title, hrefOf }: PaperTextProps) {
  const { reading: words } = useMessages();
  const { pages, pageCount, readCount, isWaiting, part, parts } = texts;
  const isNone = !isWaiting && pages.every(({ text }) => !text);
  const isMachine = pages.some(({ text, confidence }) => text && confidence !== undefined);
  return (
    <section className="paper-texts" aria-label={words.textOf(title)}>
      {isWaiting && pageCount > 0 && <p className="notice">{words.progress(readCount, pageCount)}</p>}
      {isMachine && <p className="notice">{words.machine}</p>}
      {isNone ? (
        <p className="notice">{words.none}</p>
      ) : (
        pages.map((page) => <TextOfPage key={page.page} {...page} isWaiting={isWaiting} />)
      )}
      <Paginator pageCount={parts} selected={part - 1} hrefOf={(index) => hrefOf(index + 1)} />
    </section>
  );
}

function TextOfPage({ page, text, confidence, isWaiting }: PageText & { isWaiting: boolean }) {
  const { reading: words } = useMessages();
  const missing = text === "" ? words.empty : isWaiting ? words.awaited : words.unread;
  return (
    <>
      <h2>{words.heading(page)}</h2>
      {text && confidence !== undefined && <p className="by">{words.confidence(confidence)}</p>}
      {text ? (
        <div className="prose" lang={prevailing(text)}>
          {text}
        </div>
      ) : (
        <p className="by">{missing}</p>
      )}
    </>
  );
}

/** The language of most letters in a text; undefined if it is the language of the page. */
function prevailing(text: string): "bn" | undefined {
  const count = (script: RegExp) => text.match(script)?.length ?? 0;
  return count(/\p{Script=Bengali}/gu) > count(/\p{Script=Latin}/gu) ? "bn" : undefined;
}
