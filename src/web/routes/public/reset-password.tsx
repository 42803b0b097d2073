import type { ResetLogin } from "../../page/context.ts";
import { type Attempt, formFields, pageAction } from "../../page/forms.ts";
import { pageLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { NewPasswordFields } from "../../features/accounts/new-password-fields.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { ExpiredLink } from "../../ui/expired-link.tsx";
import { textFields } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";
import { SheetPage } from "../../ui/sheet.tsx";
import { TimeOf } from "../../ui/time-of.tsx";
import type { Route } from "./+types/reset-password.ts";

export const handle = { shortFooter: true };

export const loader = pageLoader(async ({ url, services }) => {
  const token = url.searchParams.get("token") ?? "";
  return { token, logins: await services.credentials.previewReset(token) };
});

export const action = pageAction(async (page) => {
  const { token = "", ...passwords } = formFields(page.form);
  const { services, visit } = page;
  const setCookies = await services.credentials.resetPassword(token, passwords, visit.client);
  const { done: title, doneDetail: detail } = page.messages.resetPassword;
  return redirectWithToast(page, "/login", { title, detail }, setCookies);
});

export default function ResetPassword({ loaderData: { token, logins }, actionData }: Route.ComponentProps) {
  const { resetPassword, labels } = useMessages();
  const attempt = actionData as Attempt | undefined;
  if (!logins) {
    return (
      <ExpiredLink title={resetPassword.expired} hint={resetPassword.expiredHint}>
        <a href="/forgot-password">{resetPassword.again}</a>
      </ExpiredLink>
    );
  }
  const field = textFields(labels, attempt);
  return (
    <SheetPage title={resetPassword.title} failed={attempt !== undefined}>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      <form method="post" action={`/reset-password?token=${encodeURIComponent(token)}`} noValidate>
        <input type="hidden" name="token" value={token} />
        <NewPasswordFields field={field} />
        {logins.length > 0 && (
          <Logins logins={logins} disconnects={attempt?.values["disconnect"] === "yes"} />
        )}
        <button>{resetPassword.submit}</button>
      </form>
    </SheetPage>
  );
}

/** The account's logins, and what the new password does to each. */
function Logins({ logins, disconnects }: { logins: ResetLogin[]; disconnects: boolean }) {
  const { resetPassword } = useMessages();
  return (
    <>
      <p>{resetPassword.logins}</p>
      <ul>
        {logins.map(({ name, connectedAt, ends }) => (
          <li key={name + connectedAt}>
            {resetPassword.login(name)} <TimeOf iso={connectedAt} />.{" "}
            {ends ? resetPassword.ends : resetPassword.stays}
          </li>
        ))}
      </ul>
      {logins.some(({ ends }) => !ends) && (
        <label className="check">
          <input type="checkbox" name="disconnect" value="yes" defaultChecked={disconnects} />
          <span>{resetPassword.disconnect}</span>
        </label>
      )}
    </>
  );
}
