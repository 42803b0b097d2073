import { pageAction, pageLoader, redirectWithToast, textOf } from "../../page.ts";
import { ExpiredLink } from "../../ui/expired-link.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import type { Route } from "./+types/verify-email.ts";

export const loader = pageLoader(async ({ url, services }) => {
  const token = url.searchParams.get("token") ?? "";
  return { token, asked: await services.signUp.previewSignUp(token) };
});

export const action = pageAction(async (page) => {
  const { form, services, visit, messages } = page;
  const { from, setCookies } = await services.signUp.confirmSignUp(textOf(form, "token"), visit);
  const { welcome: title, welcomeDetail: detail } = messages.register;
  return redirectWithToast(page, from, { title, detail }, setCookies);
});

/** Where the link of a sign-up leads. A button, because mail scanners open links too. */
export default function VerifyEmail({ loaderData: { token, asked } }: Route.ComponentProps) {
  const { verifyEmail, register, login } = useMessages();
  if (!asked) {
    return (
      <ExpiredLink title={verifyEmail.expired} hint={verifyEmail.expiredHint}>
        <a href="/login">{login.title}</a> · <a href="/register">{register.title}</a>
      </ExpiredLink>
    );
  }
  return (
    <main id="main" className="page narrow">
      <PageTitle title={verifyEmail.title} />
      <h1>{verifyEmail.title}</h1>
      <p>{verifyEmail.intro(asked.displayName, asked.email)}</p>
      <form method="post" action="/verify-email">
        <input type="hidden" name="token" value={token} />
        <button>{verifyEmail.submit}</button>
      </form>
      <p className="hint">{verifyEmail.notYou}</p>
    </main>
  );
}
