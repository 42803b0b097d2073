import type { Item } from "../../page/context.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { useExamTitle } from "../../items/fact-words.ts";
import { detailsHref, langOf, titleOf } from "../../items/item-names.ts";
import { WidePicture } from "../../items/thumbnail.tsx";
import { useMessages } from "../../ui/messages.ts";
import { useTimeZone } from "../../ui/time-zone.ts";
import { BandHead } from "./band-head.tsx";
import { dayAdded } from "./day-added.ts";

/** The papers that were added last. The exam and the year are the title. */
export function NewestPapers({ papers }: { papers: readonly Item[] }) {
  const messages = useMessages();
  const { home, item: words } = messages;
  const nameOf = useExamTitle();
  const timeZone = useTimeZone();
  if (papers.length === 0) return null;
  return (
    <section className="home-band" aria-labelledby="newest">
      <BandHead id="newest" title={home.newest}>
        <a href={kindNamed("question").pages.lists[0]}>{home.allNewest}</a>
      </BandHead>
      <ul className="home-newest">
        {papers.map((paper) => {
          const { code } = paper.fields;
          const title = titleOf(paper);
          const { answerCount } = paper;
          return (
            <li key={paper._id}>
              <a href={detailsHref(paper)}>
                <span className="home-shot">
                  <WidePicture item={paper} title={title} isAlwaysWide />
                </span>
                <span className="home-sheet">
                  <b className="home-exam">{nameOf(paper)}</b>
                  <span className="home-about">
                    {code && <b>{code}</b>} <span lang={langOf(title)}>{title}</span>
                  </span>
                  <small>
                    {answerCount > 0 ? (
                      <span className="home-answers">{words.answers(answerCount)}</span>
                    ) : (
                      home.openPaper
                    )}{" "}
                    · {home.added(dayAdded(paper.createdAt, { now: Date.now(), timeZone }, home))}
                  </small>
                </span>
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
