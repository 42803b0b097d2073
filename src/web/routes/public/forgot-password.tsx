import { redirect } from "react-router";
import { type Attempt, formFields, pageAction } from "../../page.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField, textFields } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
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
    <main id="main" className="page narrow">
      <PageTitle title={forgottenPassword.title} failed={attempt !== undefined} />
      <h1>{forgottenPassword.title}</h1>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      <p>{forgottenPassword.intro}</p>
      <form method="post" action="/forgot-password" noValidate>
        <TextField {...textFields(labels, attempt)("email")} type="email" autoComplete="username" />
        <button>{forgottenPassword.submit}</button>
      </form>
    </main>
  );
}
