import { departmentLabel } from "../../../shared/departments.ts";
import { kindNamed, type KindWords } from "../../../shared/kinds/index.ts";
import { useKindWords } from "../../kind-words.ts";
import type { Item } from "../../context.ts";
import { DownloadIcon } from "../../ui/download-icon.tsx";
import { useMessages } from "../../ui/messages.ts";
import { detailsHref, langOf, titleOf } from "./item-names.ts";
import { listHref } from "./list-href.ts";
import { slots } from "./slots.tsx";
import { Thumbnail } from "./thumbnail.tsx";

/** One item in a list; a kind may bring its own (slots.tsx). */
export function Card({ item }: { item: Item }) {
  const Own = slots[item.kind]?.Card ?? PaperCard;
  return <Own item={item} />;
}

function PaperCard({ item }: { item: Item }) {
  const kind = kindNamed(item.kind);
  const { item: words } = useMessages();
  const kindWords = useKindWords(kind);
  const { code, semester, department } = item.fields;
  const list = kind.pages.lists[0] as string;
  const title = titleOf(item);
  return (
    <article className="card">
      <Thumbnail item={item} title={title} />
      <div className="body">
        <p className="facts">
          {code && (
            <a className="code" href={listHref(list, { code })}>
              {code}
            </a>
          )}
          <span>
            {department && (
              <a href={listHref(list, { department: [department] })}>{departmentLabel(department)}</a>
            )}
            {semester && ` · ${words.semester(semester)}`}
          </span>
        </p>
        <h2>
          <a href={detailsHref(item)} lang={langOf(title)}>
            {title}
          </a>
        </h2>
        <p className="meta">{metaOf(item, kindWords, words.sharedBy)}</p>
        <div className="actions">
          <a className="button" href={detailsHref(item)}>
            {kind.answers ? words.answers(item.answerCount) : kindWords.open}
            <span className="visually-hidden">: {title}</span>
          </a>
          {item.downloadUrl && (
            <a className="button quiet icon-button" href={item.downloadUrl} rel="noopener noreferrer">
              <DownloadIcon />
              <span className="visually-hidden">
                {words.download}: {title}
              </span>
            </a>
          )}
        </div>
      </div>
    </article>
  );
}

/** Fields that a card shows elsewhere, or not at all. */
const ELSEWHERE = new Set(["code", "department", "semester"]);
const NEVER = new Set(["link", "image", "longText"]);

/** The kind's other fields in the order of its declaration, and who shared the item. */
function metaOf(item: Item, words: KindWords, sharedBy: string): string {
  const kind = kindNamed(item.kind);
  const facts = Object.entries(kind.fields).flatMap(([name, field]) => {
    const value = item.fields[name];
    const shown = name !== kind.title && !NEVER.has(field.type) && !ELSEWHERE.has(field.column ?? "");
    if (!value || !shown) return [];
    const own = words.fields[name];
    return [field.type === "number" ? `${own?.label} ${value}` : (own?.options?.[value] ?? value)];
  });
  return [...facts, `${sharedBy} ${item.userName}`].join(" · ");
}
