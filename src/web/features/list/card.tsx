import { coursePath } from "../../../shared/courses/courses.ts";
import { departmentLabel } from "../../../shared/courses/departments.ts";
import { shownText } from "../../../shared/facets/facet-declaration.ts";
import { factLines, facets } from "../../../shared/facets/facets.ts";
import { isOfExams } from "../../../shared/items/item-title.ts";
import { type Kind, kindNamed } from "../../../shared/kinds/index.ts";
import type { Item } from "../../page/context.ts";
import { courseOf } from "../../items/course-crumbs.ts";
import { useKindWords } from "../../items/kind-words.ts";
import { DownloadIcon } from "../../ui/download-icon.tsx";
import { useMessages } from "../../ui/messages.ts";
import { useDownloadLabel } from "../../items/download-label.ts";
import { useExamTitle } from "../../items/fact-words.ts";
import { detailsHref, fullTitleOf, langOf, titleOf } from "../../items/item-names.ts";
import { listHref } from "../../addresses/list-href.ts";
import { Highlighted } from "../../items/highlighted.tsx";
import { SaveLink } from "../../items/save-link.tsx";
import { type CardProps, slots } from "../../items/slots.tsx";
import { Thumbnail, WidePicture } from "../../items/thumbnail.tsx";
import { Viewer } from "../../items/viewer.tsx";

/** The height of the embedded viewer (spec §9), in CSS pixels. */
const PREVIEW_HEIGHT = 330;

/** The items of a list as cards. A kind can have its own card (slots.tsx). */
export function Cards({ kind, items }: { kind: Kind; items: Item[] }) {
  const Card = slots[kind.name]?.Card ?? PaperCard;
  // One button is filled: the first one that keeps its promise.
  const strong = items.find((item) => !lacksAnswers(item));
  return (
    <div className={kind.cards?.wide ? "item-cards wide" : "item-cards"}>
      {items.map((item) => (
        <Card key={item._id} item={item} isStrong={item === strong} />
      ))}
    </div>
  );
}

/** @param isStrong whether its button is the filled one of the list */
function PaperCard({ item, isStrong }: CardProps) {
  const kind = kindNamed(item.kind);
  const { item: words } = useMessages();
  const title = titleOf(item);
  const exam = useExamTitle()(item);
  return (
    <article className="item-card">
      {kind.cards?.wide ? <Thumbnail item={item} title={title} /> : <WidePicture item={item} title={title} />}
      <div className="body">
        <Heading item={item} />
        <h2>
          {exam ? (
            <a href={detailsHref(item)}>
              {exam}
              <span className="visually-hidden" lang={langOf(title)}>
                , {title}
              </span>
            </a>
          ) : (
            <a href={detailsHref(item)} lang={langOf(title)}>
              <Highlighted text={title} />
            </a>
          )}
        </h2>
        {exam && (
          <p className="item-course" lang={langOf(title)}>
            <Highlighted text={title} />
          </p>
        )}
        <Meta item={item} />
        <p className="meta">
          {words.sharedBy} <span lang={langOf(item.userName)}>{item.userName}</span>
        </p>
        <Actions item={item} title={fullTitleOf(item)} isStrong={isStrong} />
      </div>
      <Viewer item={item} height={kind.cards?.previewHeight ?? PREVIEW_HEIGHT} />
    </article>
  );
}

/** The code, as a link to the course, or the subject, and the department. The others are links that filter by it. */
function Heading({ item }: { item: Item }) {
  const kind = kindNamed(item.kind);
  const { item: words } = useMessages();
  const { code, subject, semester, department } = item.fields;
  const course = courseOf(item);
  const list = kind.pages.lists[0] as string;
  const about = kind.title === "subject" ? undefined : subject;
  if (!(code || about || department)) return null;
  return (
    <p className="facts">
      {code && (
        <a className="code" href={course ? coursePath(course) : listHref(list, { code })}>
          <Highlighted text={code} />
        </a>
      )}
      {!code && about && (
        <a className="about" href={listHref(list, { subject: about })} lang={langOf(about)}>
          {about}
        </a>
      )}
      <span>
        {department && (
          <a href={listHref(list, { department: [department] })}>{departmentLabel(department)}</a>
        )}
        {semester && SEPARATOR + words.semester(semester)}
      </span>
    </p>
  );
}

/** A button never promises answers that a paper lacks. */
const lacksAnswers = ({ kind, answerCount }: Item): boolean =>
  kindNamed(kind).answers !== undefined && answerCount === 0;

function Actions({ item, title, isStrong }: CardProps & { title: string }) {
  const kind = kindNamed(item.kind);
  const download = useDownloadLabel(item);
  const hidden = <span className="visually-hidden">: {title}</span>;
  return (
    <div className="actions">
      <a className={isStrong ? "button" : "button quiet"} href={detailsHref(item)}>
        {useKindWords(kind).open}
        {kind.answers && item.answerCount > 0 && ` (${item.answerCount})`}
        {hidden}
      </a>
      {item.downloadUrl && (
        <a className="button quiet icon-button" href={item.downloadUrl} rel="noopener noreferrer">
          <DownloadIcon />
          <span className="label">{download}</span>
          {hidden}
        </a>
      )}
      <SaveLink item={item} title={title} className="button quiet save" />
    </div>
  );
}

/** The no-break space keeps the dot on the line of the fact before it. */
const SEPARATOR = "\u00a0· ";

/** The title of a paper names these. */
const TITLED: readonly string[] = factLines.hitExam;
/** The types of fields that a card never shows. */
const NEVER = new Set(["link", "image", "longText"]);

/** The other fields of the kind, in the order of its declaration, and the number of answers. */
function Meta({ item }: { item: Item }) {
  const kind = kindNamed(item.kind);
  const words = useKindWords(kind);
  const messages = useMessages();
  const { item: itemWords } = messages;
  const isPaper = isOfExams(item.kind);
  const said = Object.entries(kind.fields).flatMap(([name, field]) => {
    const value = item.fields[name];
    const isAboveTitle = field.column !== undefined && facets[field.column].onCard === "aboveTitle";
    const isInTitle = isPaper && TITLED.some((facet) => facet === field.column);
    if (!value || name === kind.title || NEVER.has(field.type) || isAboveTitle || isInTitle) return [];
    const { label = name, options } = words.fields[name] ?? {};
    if (field.type === "ordinal") return [itemWords.numbered(label, value)];
    return [shownText(field.column && facets[field.column], value, messages, options)];
  });
  // The button says how many there are.
  if (lacksAnswers(item)) said.push(messages.card.noAnswers);
  return said.length > 0 ? <p className="meta">{said.join(SEPARATOR)}</p> : null;
}
