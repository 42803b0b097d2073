import { type Attempt, pageAction, textOf } from "../../page/forms.ts";
import { pageLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { ExpiredLink } from "../../ui/expired-link.tsx";
import { TextField, textFields } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";
import { SheetPage } from "../../ui/sheet.tsx";
import type { Route } from "./+types/verify-email.ts";

export const handle = { shortFooter: true };

export const loader = pageLoader(async ({ url, services, visit }) => {
  const token = url.searchParams.get("token") ?? "";
  return { token, asked: await services.signUp.previewSignUp(token, visit.headers) };
});

export const action = pageAction(async (page) => {
  const { form, services, visit, messages } = page;
  const { confirmSignUp } = services.signUp;
  const { from, setCookies } = await confirmSignUp(textOf(form, "token"), visit, textOf(form, "password"));
  const { welcome: title, welcomeDetail: detail } = messages.register;
  return redirectWithToast(page, from, { title, detail }, setCookies);
});

/**
 * The page behind the link that verifies a new account. It has a button, because mail scanners also open
 * links.
 */
export default function VerifyEmail({ loaderData: { token, asked }, actionData }: Route.ComponentProps) {
  const { verifyEmail, register, login, labels } = useMessages();
  const attempt = actionData as Attempt | undefined;
  if (!asked) {
    return (
      <ExpiredLink title={verifyEmail.expired} hint={verifyEmail.expiredHint}>
        <a href="/login">{login.title}</a> · <a href="/register">{register.title}</a>
      </ExpiredLink>
    );
  }
  return (
    <SheetPage title={verifyEmail.title} failed={attempt !== undefined}>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      <p>{verifyEmail.intro(asked.displayName, asked.email)}</p>
      <form method="post" action={`/verify-email?token=${encodeURIComponent(token)}`} noValidate>
        <input type="hidden" name="token" value={token} />
        {asked.asksPassword && (
          <TextField
            {...textFields(labels, attempt)("password")}
            hint={verifyEmail.passwordHint}
            type="password"
            autoComplete="current-password"
          />
        )}
        <button>{verifyEmail.submit}</button>
      </form>
      <p className="hint">{verifyEmail.notYou}</p>
    </SheetPage>
  );
}
