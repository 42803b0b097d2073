import { departmentLabel } from "../../../shared/departments.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import type { Item } from "../../context.ts";
import { DownloadIcon } from "../../ui/download-icon.tsx";
import { useMessages } from "../../ui/messages.ts";
import { detailsHref, titleOf } from "./item-names.ts";
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
          <a href={detailsHref(item)}>{title}</a>
        </h2>
        <p className="meta">{metaOf(item, words)}</p>
        <div className="actions">
          <a className="button" href={detailsHref(item)}>
            {kind.answers ? words.answers(item.answerCount) : kind.words.en.open}
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

function metaOf({ kind, fields, userName }: Item, words: ReturnType<typeof useMessages>["item"]): string {
  const { fields: labels } = kindNamed(kind).words.en;
  const exam = fields["examType"] && labels["examType"]?.options?.[fields["examType"]];
  const when = [exam, fields["year"]].filter(Boolean).join(" ");
  const subject = kindNamed(kind).title === "subject" ? undefined : fields["subject"];
  const edition = fields["edition"] && words.edition(fields["edition"]);
  return [subject, fields["author"], edition, when, fields["university"], `${words.sharedBy} ${userName}`]
    .filter(Boolean)
    .join(" · ");
}
