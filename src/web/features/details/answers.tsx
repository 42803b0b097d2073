import { openHref } from "../../items/open-href.ts";
import { LinkIcon } from "../../ui/link-icon.tsx";
import type { ComponentType, ReactNode } from "react";
import type { Kind } from "../../../shared/kinds/index.ts";
import type { Item, Votes } from "../../page/context.ts";
import { useKindWords } from "../../items/kind-words.ts";
import type { Attempt } from "../../page/forms.ts";
// Vite replaces this import with the address of the script, which has no exports.
// oxlint-disable-next-line import/default
import drafts from "../../islands/drafts.ts?worker&url";
import { DownloadIcon } from "../../ui/download-icon.tsx";
import { DraftNote } from "../../ui/draft-note.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { useMessages } from "../../ui/messages.ts";
import { Stamp } from "../../ui/stamp.tsx";
import { TimeOf } from "../../ui/time-of.tsx";
import { Helpful } from "./helpful.tsx";

/** All answers to a question, and the form for a new one. */
export function Answers({
  id,
  kind,
  answers,
  votes,
  ownIds,
  attempt,
  children,
  isRefused,
  draft,
  open,
  path,
  Pages,
}: AnswersProps) {
  const words = useKindWords(kind);
  const { item, votes: voteWords } = useMessages();
  return (
    <section aria-labelledby="answers">
      <h2 id="answers">{item.answersTitle}</h2>
      {answers.length === 0 && <p className="empty">{words.empty}</p>}
      {answers
        .filter(({ _id }) => ownIds.includes(_id))
        .map(({ _id, fields }) => (
          <p key={_id}>
            <a className="button" href={`/dashboard/edit/${_id}`}>
              {item.editMyAnswer}
              <span className="visually-hidden">: {item.answerNumber(fields["solveNumber"] ?? "")}</span>
            </a>
          </p>
        ))}
      {answers.length > 1 && <p className="by">{voteWords.order}</p>}
      <ol className="details-answers">
        {answers.map((answer) => (
          <li className="details-answer" key={answer._id} id={answer._id}>
            <div>
              <p>
                <strong>{item.answerNumber(answer.fields["solveNumber"] ?? "")}</strong>{" "}
                {answer.status !== "Approved" && <Stamp status={answer.status} />}
              </p>
              <p className="by">
                {item.by(answer.userName)} · <TimeOf iso={answer.createdAt} />
              </p>
            </div>
            <AnswerFile answer={answer} kind={kind} Pages={Pages} />
            <Helpful
              id={answer._id}
              name={`${item.answerNumber(answer.fields["solveNumber"] ?? "")}, ${item.by(answer.userName)}`}
              votes={votes[answer._id]}
              mayVote={
                open && draft !== undefined && answer.status === "Approved" && !ownIds.includes(answer._id)
              }
              path={path}
            />
          </li>
        ))}
      </ol>
      {!open ? null : draft !== undefined ? (
        <>
          {/* The form is closed until the reader opens it or has a saved draft. */}
          <details className="drawer" open={attempt !== undefined || answers.length === 0}>
            <summary>{words.add}</summary>
            <form className="narrow" method="post" action={path} encType="multipart/form-data" noValidate>
              {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
              <DraftNote draft={draft} isRefused={isRefused} />
              {children}
              <p>
                <a href={`/dashboard/${kind.pages.add}/${id}`}>{item.answerWithPhotos}</a>
              </p>
              <button>{words.add}</button>
              <script type="module" src={drafts} />
            </form>
          </details>
        </>
      ) : (
        <a className="button" href={`/login?from=${encodeURIComponent(path)}`}>
          {item.signInToAnswer}
        </a>
      )}
    </section>
  );
}

export interface AnswersProps {
  /** The id of the question. */
  id: string;
  kind: Kind;
  /** The answers in the order of the page. */
  answers: Item[];
  /** The votes by the answer's id. */
  votes: Record<string, Votes>;
  /** The ids of the reader's own answers. */
  ownIds: string[];
  attempt: Attempt | undefined;
  /** The fields of the answer form. */
  children: ReactNode;
  /** Whether the failed attempt was an answer and not a vote. */
  isRefused: boolean;
  /** The draft key of the answer form, if the reader is logged in. */
  draft: string | undefined;
  /** Whether readers can add answers. They can do so only if the question is approved. */
  open: boolean;
  /** The path of this page. */
  path: string;
  /** The pages of an answer's file. */
  Pages: ComponentType<{ item: Item }>;
}

/** Opens the pages of an answer here, beside those of the paper. A link or a document opens by itself. */
function AnswerFile({ answer, kind, Pages }: { answer: Item; kind: Kind } & Pick<AnswersProps, "Pages">) {
  const { open } = useKindWords(kind);
  const { item, reading } = useMessages();
  const { file } = answer;
  const hidden = (
    <span className="visually-hidden">: {item.answerNumber(answer.fields["solveNumber"] ?? "")}</span>
  );
  const download = (text: string) => (
    <a className="button quiet" href={openHref(answer)} rel="noopener noreferrer">
      {file ? <DownloadIcon /> : <LinkIcon />}
      {text}
      {hidden}
    </a>
  );
  if (!file?.pageCount) return download(file ? `${open} (${item.fileSize(file.size)})` : open);
  return (
    <details className="details-pages">
      <summary className="button quiet">
        {open} ({reading.pageCount(file.pageCount)}){hidden}
      </summary>
      <Pages item={answer} />
      {download(item.downloadOf(file.size))}
    </details>
  );
}
