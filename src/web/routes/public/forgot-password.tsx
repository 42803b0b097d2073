import { redirect } from "react-router";
import { type Attempt, formFields, pageAction } from "../../page/forms.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField, textFields } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";
import { SheetPage } from "../../ui/sheet.tsx";
import type { Route } from "./+types/forgot-password.ts";

export const handle = { shortFooter: true };

export const action = pageAction(async ({ form, services, visit }) => {
  await services.credentials.requestReset(formFields(form), visit.client);
  throw redirect("/check-mail?for=resetPassword", 303);
});

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  const { forgottenPassword, labels } = useMessages();
  const attempt = actionData as Attempt | undefined;
  return (
    <SheetPage title={forgottenPassword.title} failed={attempt !== undefined}>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      <p>{forgottenPassword.intro}</p>
      <form method="post" action="/forgot-password" noValidate>
        <TextField {...textFields(labels, attempt)("email")} type="email" autoComplete="username" />
        <button>{forgottenPassword.submit}</button>
      </form>
    </SheetPage>
  );
}
