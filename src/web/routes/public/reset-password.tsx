import { type Attempt, formFields, pageAction, pageLoader, redirectWithToast } from "../../page.ts";
import { NewPasswordFields } from "../../features/accounts/new-password-fields.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { ExpiredLink } from "../../ui/expired-link.tsx";
import { textFields } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import type { Route } from "./+types/reset-password.ts";

export const loader = pageLoader(async ({ url, services }) => {
  const token = url.searchParams.get("token") ?? "";
  return { token, works: await services.credentials.canReset(token) };
});

export const action = pageAction(async (page) => {
  const { token = "", ...passwords } = formFields(page.form);
  const { services, visit } = page;
  const setCookies = await services.credentials.resetPassword(token, passwords, visit.client);
  const { done: title, doneDetail: detail } = page.messages.resetPassword;
  return redirectWithToast(page, "/login", { title, detail }, setCookies);
});

export default function ResetPassword({ loaderData: { token, works }, actionData }: Route.ComponentProps) {
  const { resetPassword, labels } = useMessages();
  const attempt = actionData as Attempt | undefined;
  if (!works) {
    return (
      <ExpiredLink title={resetPassword.expired} hint={resetPassword.expiredHint}>
        <a href="/forgot-password">{resetPassword.again}</a>
      </ExpiredLink>
    );
  }
  const field = textFields(labels, attempt);
  return (
    <main id="main" className="page narrow">
      <PageTitle title={resetPassword.title} failed={attempt !== undefined} />
      <h1>{resetPassword.title}</h1>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      <form method="post" action={`/reset-password?token=${encodeURIComponent(token)}`} noValidate>
        <input type="hidden" name="token" value={token} />
        <NewPasswordFields field={field} />
        <button>{resetPassword.submit}</button>
      </form>
    </main>
  );
}
