import { Form, redirect, useNavigation } from "react-router";
import { type Attempt, formFields, pageAction } from "../../page/forms.ts";
import { ownLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField, textFields } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";
import { Sheet } from "../../ui/sheet.tsx";
import type { Route } from "./+types/change-email.ts";

export const loader = ownLoader(async ({ services, actor }) => {
  return { email: actor.email, hasPassword: await services.credentials.hasPassword(actor) };
});

export const action = pageAction(
  async (page) => {
    const { form, services, actor, visit, messages } = page;
    const fields = formFields(form);
    const outcome = await services.credentials.changeEmail(actor, fields, visit.client);
    if (outcome.checkMail) throw redirect("/check-mail?for=changeEmail", 303);
    const { changed: title, changedDetail } = messages.changeEmail;
    const toast = { title, detail: changedDetail(fields["email"] ?? "") };
    return redirectWithToast(page, "/dashboard/security", toast, outcome.setCookies);
  },
  ({ messages }) => messages.changeEmail.fields,
);

export default function ChangeEmail({
  loaderData: { email, hasPassword },
  actionData,
}: Route.ComponentProps) {
  const { changeEmail, labels } = useMessages();
  const attempt = actionData as Attempt | undefined;
  const sending = useNavigation().state === "submitting";
  const field = textFields({ ...labels, ...changeEmail.fields }, attempt);
  return (
    <Sheet title={changeEmail.title} failed={attempt !== undefined}>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      <p>{changeEmail.now(email)}</p>
      <Form method="post" noValidate>
        <TextField {...field("email")} type="email" autoComplete="email" />
        {hasPassword && (
          <TextField {...field("passwordNow")} type="password" autoComplete="current-password" />
        )}
        <button disabled={sending}>{changeEmail.submit}</button>
      </Form>
    </Sheet>
  );
}
