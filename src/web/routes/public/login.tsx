import { onwardPath } from "../../../shared/people/return-to.ts";
import { SocialSignIn } from "../../features/sign-in/social-sign-in.tsx";
import { type Attempt, formFields, pageAction } from "../../page/forms.ts";
import { visitorLoader } from "../../page/loaders.ts";
import { redirectWithCookies, redirectWithToast } from "../../page/redirects.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField, textFields } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";
import { SheetPage } from "../../ui/sheet.tsx";
import type { Route } from "./+types/login.ts";

export const handle = { shortFooter: true };

export const loader = visitorLoader;

export const action = pageAction(async (page) => {
  const { url, form, services, visit, messages } = page;
  const { email, password } = formFields(form);
  const { person, setCookies, half } = await services.accounts.signIn({ email, password }, visit);
  const from = onwardPath(url.searchParams.get("from"));
  if (half) return redirectWithCookies(`/login/second-factor?from=${encodeURIComponent(from)}`, setCookies);
  const toast = { title: messages.login.welcome, detail: messages.login.welcomeDetail(person.displayName) };
  return redirectWithToast(page, from, toast, setCookies);
});

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { from, provider, problem, origin, hasEnded } = loaderData;
  const { login, labels, signInProblems } = useMessages();
  const attempt = actionData as Attempt | undefined;
  const field = textFields(labels, attempt);
  const next = `?from=${encodeURIComponent(from)}`;
  return (
    <SheetPage title={login.title} failed={attempt !== undefined || problem !== undefined}>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      {!attempt && problem && (
        <ErrorSummary problems={{}} message={signInProblems[problem](provider ?? "", origin)} />
      )}
      {!attempt && !problem && hasEnded && <p className="notice">{login.ended}</p>}
      {!attempt && !problem && !hasEnded && from !== "/" && <p>{login.goOn}</p>}
      <form method="post" action={`/login${next}`} noValidate>
        <TextField {...field("email")} type="email" autoComplete="username" />
        <TextField {...field("password")} type="password" autoComplete="current-password" />
        <button>{login.submit}</button>
      </form>
      <SocialSignIn provider={provider} from={from} origin={origin} />
      <p>
        <a href="/forgot-password">{login.forgotten}</a>
      </p>
      <p>
        {login.newHere} <a href={`/register${next}`}>{login.register}</a>
      </p>
    </SheetPage>
  );
}
