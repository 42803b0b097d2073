import { REPORT_MAX, reportReasons } from "../../../shared/schemas/feedback.ts";
import { claimHref, detailsHref, fullTitleOf } from "../../items/item-names.ts";
import { kindAt } from "../../addresses/kind-at.ts";
import { type Attempt, formFields, pageAction } from "../../page/forms.ts";
import { pageLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { FormField } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";
import { SheetPage } from "../../ui/sheet.tsx";
import type { Route } from "./+types/report.ts";

export const handle = { shortFooter: true };

export const loader = pageLoader(async ({ pattern, params, services, present }) => {
  // Loads the item as a visitor sees it, so that nobody can report a hidden item.
  return present(await services.resources.get(undefined, kindAt(pattern).name, params["id"] as string));
});

export const action = pageAction(
  async (page) => {
    const { pattern, params, form, services, actor, visit, messages } = page;
    const kind = kindAt(pattern);
    const id = params["id"] as string;
    await services.feedback.report(actor, kind.name, id, formFields(form), visit.client);
    const toast = { title: messages.report.sent, detail: messages.report.sentDetail };
    return redirectWithToast(page, `${kind.pages.details}/${id}`, toast);
  },
  ({ messages }) => messages.report.fields,
);

/** The form that reports a problem with an item to the admins. */
export default function Report({ loaderData: item, actionData }: Route.ComponentProps) {
  const { copyright, report, form } = useMessages();
  const attempt = actionData as Attempt | undefined;
  const { reason, comment } = report.fields;
  return (
    <SheetPage
      title={report.title}
      heading={<h1>{report.heading(fullTitleOf(item))}</h1>}
      failed={attempt !== undefined}
    >
      <meta name="robots" content="noindex" />
      <p>{report.intro}</p>
      <p>
        {copyright.fromReport} <a href={claimHref(item)}>{copyright.title}</a>
      </p>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      <form method="post" action={`${detailsHref(item)}/report`} noValidate>
        <FormField name="reason" label={reason.label} problem={attempt?.problems["reason"]}>
          {(control) => (
            <select {...control} defaultValue={attempt?.values["reason"] ?? ""}>
              <option value="">{form.choose}</option>
              {reportReasons.map((one) => (
                <option key={one} value={one}>
                  {report.reasons[one]}
                </option>
              ))}
            </select>
          )}
        </FormField>
        <FormField name="comment" label={comment.label} problem={attempt?.problems["comment"]} optional>
          {(control) => (
            <textarea {...control} defaultValue={attempt?.values["comment"]} maxLength={REPORT_MAX} />
          )}
        </FormField>
        <div className="button-row">
          <button>{report.send}</button>
          <a className="button quiet" href={detailsHref(item)}>
            {report.back}
          </a>
        </div>
      </form>
    </SheetPage>
  );
}
