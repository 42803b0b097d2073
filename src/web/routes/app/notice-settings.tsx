import { Form, Link } from "react-router";
import { noticeMessages } from "../../../shared/messages/en-notices.ts";
import { messagesIn } from "../../../shared/messages/index.ts";
import { frequenciesFor, noticeEvents } from "../../../shared/people/notices.ts";
import { type Attempt, formFields, pageAction } from "../../page/forms.ts";
import { ownLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { FormField } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import type { Route } from "./+types/notice-settings.ts";

export const loader = ownLoader(({ services, actor }) => services.notices.settings(actor));

export const action = pageAction(
  async (page) => {
    const { pattern, form, services, actor, locale } = page;
    await services.notices.saveSettings(actor, formFields(form));
    const { saved, savedDetail } = messagesIn(locale, noticeMessages).noticeSettings;
    return redirectWithToast(page, pattern, { title: saved, detail: savedDetail });
  },
  ({ locale }) => {
    const { events } = messagesIn(locale, noticeMessages).noticeSettings;
    return Object.fromEntries(noticeEvents.map((event) => [event, { label: events[event] }]));
  },
);

/** How often the person gets mails about each event. */
export default function NoticeSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { noticeSettings: words } = useMessages(noticeMessages);
  const attempt = actionData as Attempt | undefined;
  return (
    <>
      <PageTitle title={words.title} failed={attempt !== undefined} />
      <h1>{words.title}</h1>
      <p>
        {words.intro} {words.unverified}
      </p>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      <Form method="post" noValidate>
        {noticeEvents.map((event) => (
          <FormField key={event} name={event} label={words.events[event]} problem={attempt?.problems[event]}>
            {(control) => (
              <select {...control} defaultValue={attempt?.values[event] ?? loaderData[event]}>
                {frequenciesFor(event).map((frequency) => (
                  <option key={frequency} value={frequency}>
                    {words.frequencies[frequency]}
                  </option>
                ))}
              </select>
            )}
          </FormField>
        ))}
        <button>{words.save}</button>
      </Form>
      <p>
        <Link to="/dashboard/notices">{words.back}</Link>
      </p>
    </>
  );
}
