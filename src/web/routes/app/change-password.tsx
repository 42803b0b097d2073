import { Form, useNavigation } from "react-router";
import { type Attempt, formFields, pageAction } from "../../page/forms.ts";
import { ownLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { NewPasswordFields } from "../../features/accounts/new-password-fields.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField, textFields } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";
import { Sheet } from "../../ui/sheet.tsx";
import type { Route } from "./+types/change-password.ts";

export const loader = ownLoader(async ({ services, actor }) => {
  return { hasPassword: await services.credentials.hasPassword(actor) };
});

export const action = pageAction(async (page) => {
  const { form, services, actor, visit, messages } = page;
  const setCookies = await services.credentials.changePassword(actor, formFields(form), visit.client);
  const { changed: title, changedDetail: detail } = messages.changePassword;
  return redirectWithToast(page, "/dashboard/security", { title, detail }, setCookies);
});

export default function ChangePassword({ loaderData: { hasPassword }, actionData }: Route.ComponentProps) {
  const { changePassword, security, labels } = useMessages();
  const attempt = actionData as Attempt | undefined;
  const sending = useNavigation().state === "submitting";
  const field = textFields(labels, attempt);
  const title = hasPassword ? changePassword.title : security.setPassword;
  return (
    <Sheet title={title} failed={attempt !== undefined}>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      <Form method="post" noValidate>
        {hasPassword && (
          <TextField {...field("passwordNow")} type="password" autoComplete="current-password" />
        )}
        <NewPasswordFields field={field} />
        <button disabled={sending}>{title}</button>
      </Form>
    </Sheet>
  );
}
