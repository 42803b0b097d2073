import type { ReactNode } from "react";
import { coursePath } from "../../../shared/courses/courses.ts";
import type { Item } from "../../page/context.ts";
import { DownloadIcon } from "../../ui/download-icon.tsx";
import { useMessages } from "../../ui/messages.ts";
import { useDownloadLabel } from "../../items/download-label.ts";
import { FactsLine } from "./item-facts.tsx";
import { courseOf } from "../../items/course-crumbs.ts";
import { langOf, detailsHref } from "../../items/item-names.ts";
import { useHeading } from "./heading.ts";

/** The button that reports a broken link, for approved items only. */
function LinkBroken({ item }: { item: Item }) {
  const { brokenLink } = useMessages();
  if (!item.downloadUrl || (item.file && !item.sourceUrl) || item.status !== "Approved") return null;
  return (
    <form method="post" action={detailsHref(item)}>
      <button className="quiet" name="act" value="brokenLink">
        {brokenLink.button}
      </button>
    </form>
  );
}

interface PaperHeadProps {
  item: Item;
  answerCount: number;
  children: ReactNode;
}

/**
 * A paper's course above its exam, its facts, and the buttons for its file. The code of an Approved paper is a link to the course.
 * @param answerCount the number of answers on the page
 * @param children additional buttons
 */
export function PaperHead({ item, answerCount, children }: PaperHeadProps) {
  const { driveCopies } = useMessages();
  const download = useDownloadLabel(item);
  const { code, title, exam } = useHeading(item);
  const place = courseOf(item);
  const course = (
    <>
      {code && (
        <>
          {place ? (
            <a className="details-code" href={coursePath(place)}>
              {code}
            </a>
          ) : (
            <span className="details-code">{code}</span>
          )}{" "}
        </>
      )}
      <span lang={langOf(title)}>{title}</span>
    </>
  );
  return (
    <>
      {exam ? (
        <>
          <p className="details-course">{course}</p>
          <h1>{exam}</h1>
        </>
      ) : (
        <h1>{course}</h1>
      )}
      <FactsLine item={item} answerCount={answerCount} />
      <div className="button-row">
        <a className="button" href={item.downloadUrl} rel="noopener noreferrer">
          <DownloadIcon />
          {download}
        </a>
        {item.sourceUrl && (
          <a className="button quiet" href={item.sourceUrl} rel="noopener noreferrer">
            {driveCopies.openSource}
          </a>
        )}
        {children}
        <LinkBroken item={item} />
      </div>
    </>
  );
}
