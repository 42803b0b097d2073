import { returnPath } from "../../../shared/people/return-to.ts";
import { type Attempt, pageAction, textOf } from "../../page/forms.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField, textFields } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";
import { SheetPage } from "../../ui/sheet.tsx";
import type { Route } from "./+types/newsletter.ts";

export const handle = { shortFooter: true };

export const action = pageAction(async (page) => {
  const { form, services, visit, messages } = page;
  const { checkMail } = await services.newsletter.subscribe({ email: textOf(form, "email") }, visit.client);
  const { thanks: title, thanksDetail, thanksMail } = messages.newsletter;
  const from = returnPath(textOf(form, "from"));
  return redirectWithToast(page, from, { title, detail: checkMail ? thanksMail : thanksDetail });
});

/** The newsletter box as a page. A person who enters an invalid address sees this page. */
export default function Newsletter({ actionData }: Route.ComponentProps) {
  const { newsletter, labels } = useMessages();
  const attempt = actionData as Attempt | undefined;
  return (
    <SheetPage title={newsletter.title} failed={attempt !== undefined}>
      <p>{newsletter.intro}</p>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      <form method="post" action="/newsletter" noValidate>
        <input type="hidden" name="from" value={attempt?.values["from"] ?? "/"} />
        <TextField {...textFields(labels, attempt)("email")} type="email" autoComplete="email" />
        <button>{newsletter.subscribe}</button>
      </form>
    </SheetPage>
  );
}
