import { onwardPath } from "../../../shared/people/return-to.ts";
import { registerFormSchema } from "../../../shared/schemas/people.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import { SocialSignIn } from "../../features/sign-in/social-sign-in.tsx";
import { type Attempt, formFields, pageAction } from "../../page/forms.ts";
import { visitorLoader } from "../../page/loaders.ts";
import { redirectWithCookies, redirectWithToast } from "../../page/redirects.ts";
import { NewPasswordFields } from "../../features/accounts/new-password-fields.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField, textFields } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";
import { SheetPage } from "../../ui/sheet.tsx";
import type { Route } from "./+types/register.ts";

/** Says that a person who signs up accepts the terms, with links to the terms. */
function RegisterNote() {
  const { registerNote } = useMessages();
  return (
    <p>
      {registerNote.before}
      <a href="/terms">{registerNote.terms}</a>
      {registerNote.between}
      <a href="/privacy">{registerNote.privacy}</a>
      {registerNote.after}
    </p>
  );
}

export const handle = { shortFooter: true };

export const loader = visitorLoader;

export const action = pageAction(async (page) => {
  const { url, form, services, visit, messages } = page;
  const { passwordAgain: _same, ...account } = validate(registerFormSchema, formFields(form));
  const asked = onwardPath(url.searchParams.get("from"));
  // The dashboard shows the first steps.
  const from = asked === "/" ? "/dashboard" : asked;
  const outcome = await services.signUp.signUp(account, visit, from);
  if (outcome.checkMail) throw redirectWithCookies("/check-mail?for=signUp", outcome.setCookies);
  const toast = { title: messages.register.welcome, detail: messages.register.welcomeDetail };
  return redirectWithToast(page, from, toast, outcome.setCookies);
});

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const { from, provider, origin } = loaderData;
  const { register, labels } = useMessages();
  const attempt = actionData as Attempt | undefined;
  const next = `?from=${encodeURIComponent(from)}`;
  const field = textFields(labels, attempt);
  return (
    <SheetPage title={register.title} failed={attempt !== undefined}>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      <form method="post" action={`/register${next}`} noValidate>
        <TextField {...field("name")} autoComplete="name" />
        <TextField {...field("email")} type="email" autoComplete="username" />
        <NewPasswordFields field={field} />
        <RegisterNote />
        <button>{register.submit}</button>
      </form>
      <SocialSignIn provider={provider} from={from} origin={origin} />
      <p>
        {register.already} <a href={`/login${next}`}>{register.login}</a>
      </p>
    </SheetPage>
  );
}
