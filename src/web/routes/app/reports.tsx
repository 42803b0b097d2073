import { Form, Link } from "react-router";
import { invalid } from "../../../shared/problems/errors.ts";
import { removalAct, setStatusAct } from "../../features/moderation/moderation-acts.ts";
import { askedReason } from "../../features/moderation/asked-reason.ts";
import { NoteForm } from "../../features/moderation/note-form.tsx";
import { fullTitleOf, langOf } from "../../items/item-names.ts";
import { ItemName } from "../../items/item-table.tsx";
import { StatusNote } from "../../items/status-note.tsx";
import { type Attempt, formFields, pageAction } from "../../page/forms.ts";
import { adminLoader } from "../../page/loaders.ts";
import type { PostedPage } from "../../page/page.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import type { Toast } from "../../page/context.ts";
import { revalidateWhenRefused } from "../../page/revalidate.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { TimeOf } from "../../ui/time-of.tsx";
import type { Route } from "./+types/reports.ts";

export const loader = adminLoader(async ({ services, actor, present }) => {
  const reported = await services.feedback.listReports(actor);
  return reported.map(({ item, reports }) => ({
    item: present(item),
    /** Only reports up to this time are dismissed, because the admin has not seen newer ones. */
    until: reports[0]?.createdAt ?? 0,
    reports: reports.map(({ id, userId, reason, comment, createdAt }) => {
      return { id, reason, comment, sentAt: new Date(createdAt).toISOString(), isVisitors: userId === null };
    }),
  }));
});

export const shouldRevalidate = revalidateWhenRefused;

export const action = pageAction(async (page) => redirectWithToast(page, page.pattern, await decide(page)));

async function decide(page: PostedPage): Promise<Toast> {
  const { id = "", kind = "", act, version, reason, until } = formFields(page.form);
  switch (act) {
    case "cancel":
      return setStatusAct(page, { id, kind, status: "Cancelled", version, reason: askedReason(reason) });
    case "remove":
      return removalAct(page, act, { id, reason: askedReason(reason) });
    case "dismiss":
      return dismiss(page, { id, until });
    default:
      throw invalid("act", "invalid");
  }
}

async function dismiss(page: PostedPage, input: { id: string; until: string | undefined }): Promise<Toast> {
  const { services, actor, messages, present } = page;
  const count = await services.feedback.dismissReports(actor, input);
  const title = fullTitleOf(present(await services.resources.editable(actor, input.id)));
  const { dismissed, dismissedDetail, handled, handledDetail } = messages.reports;
  return count > 0
    ? { title: dismissed, detail: dismissedDetail(title, count) }
    : { title: handled, detail: handledDetail(title) };
}

type Reported = Route.ComponentProps["loaderData"][number];

/** Open reports of readers, newest first. */
export default function Reports({ loaderData: reported, actionData }: Route.ComponentProps) {
  const { reports } = useMessages();
  const attempt = actionData as Attempt | undefined;
  const failed = attempt?.values["id"];
  const { reason, ...others } = attempt?.problems ?? {};
  const problems = { ...others, ...(reason ? { [`${attempt?.values["act"]}-${failed}`]: reason } : {}) };
  return (
    <>
      <PageTitle title={reports.title} failed={attempt !== undefined} />
      <h1>{reports.title}</h1>
      {attempt && <ErrorSummary problems={problems} message={attempt.message} />}
      {reported.length === 0 ? (
        <p className="empty">{reports.none}</p>
      ) : (
        <p>{reports.waiting(reported.length)}</p>
      )}
      {reported.map((one) => (
        <ReportedCard key={one.item._id} {...one} attempt={failed === one.item._id ? attempt : undefined} />
      ))}
    </>
  );
}

function ReportedCard({ item, until, reports, attempt }: Reported & { attempt: Attempt | undefined }) {
  const { admin, report, reports: words } = useMessages();
  const title = fullTitleOf(item);
  const id = item._id;
  return (
    <article className="review" aria-labelledby={`reported-${id}`}>
      <h2 id={`reported-${id}`}>
        {words.count(reports.length)}
        <span className="visually-hidden">: {title}</span>
      </h2>
      <p className="admin-reported-item">
        <ItemName item={item} />
        <StatusNote item={item} isAdmins />
      </p>
      <ul className="rows">
        {reports.map(({ id: key, reason, comment, sentAt, isVisitors }) => (
          <li key={key}>
            <div>
              <strong>{report.reasons[reason]}</strong>
              {comment && (
                <p className="prose" lang={langOf(comment)}>
                  {comment}
                </p>
              )}
            </div>
            <span className="by">
              {isVisitors ? words.byVisitor : words.bySomebody} · <TimeOf iso={sentAt} time />
            </span>
          </li>
        ))}
      </ul>
      <div className="item-actions">
        <Link className="button quiet" to={`/admin-dashboard/edit/${id}`}>
          {words.edit}
          <span className="visually-hidden">: {title}</span>
        </Link>
        {(["cancel", "remove"] as const).map((act) => (
          <NoteForm
            key={act}
            id={`${act}-${id}`}
            label={admin.reason}
            name="reason"
            max={500}
            attempt={attempt?.values["act"] === act ? attempt : undefined}
            button={words[act]}
            about={title}
            isDanger={act === "remove"}
            fields={{ id, kind: item.kind, version: item.version, act }}
          />
        ))}
        <Form method="post" preventScrollReset>
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="until" value={until} />
          <button className="quiet" name="act" value="dismiss">
            {words.dismiss}
            <span className="visually-hidden">: {title}</span>
          </button>
        </Form>
      </div>
    </article>
  );
}
