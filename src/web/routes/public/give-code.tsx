import { redirect } from "react-router";
import { onwardPath } from "../../../shared/people/return-to.ts";
import { type Attempt, formFields, pageAction } from "../../page/forms.ts";
import { pageLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";
import { SheetPage } from "../../ui/sheet.tsx";
import type { Route } from "./+types/give-code.ts";

export const handle = { shortFooter: true };

export const loader = pageLoader(async ({ url, actor, services, visit }) => {
  const from = onwardPath(url.searchParams.get("from"));
  if (actor) throw redirect(from);
  if (!(await services.proof.isAwaited(visit.headers)))
    throw redirect(`/login?from=${encodeURIComponent(from)}`);
  return { from, isRecovery: url.searchParams.has("recovery") };
});

export const action = pageAction(async (page) => {
  const { url, form, services, visit, messages } = page;
  const { code } = formFields(form);
  const { person, setCookies } = await services.proof.giveCode({ code }, visit);
  const toast = { title: messages.login.welcome, detail: messages.login.welcomeDetail(person.displayName) };
  return redirectWithToast(page, onwardPath(url.searchParams.get("from")), toast, setCookies);
});

/** The second step of a login. */
export default function GiveCode({ loaderData, actionData }: Route.ComponentProps) {
  const { from, isRecovery } = loaderData;
  const { giveCode, labels } = useMessages();
  const attempt = actionData as Attempt | undefined;
  const app = `/login/second-factor?from=${encodeURIComponent(from)}`;
  const recovery = `${app}&recovery`;
  const words = isRecovery ? giveCode.recovery : giveCode.app;
  return (
    <SheetPage title={giveCode.title} failed={attempt !== undefined}>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      <p>{words.intro}</p>
      <form method="post" action={isRecovery ? recovery : app} noValidate>
        <TextField
          name="code"
          label={isRecovery ? giveCode.recoveryCode : (labels["code"] ?? "")}
          hint={words.hint}
          problem={attempt?.problems["code"]}
          autoComplete={isRecovery ? "off" : "one-time-code"}
          inputMode={isRecovery ? "text" : "numeric"}
          autoCapitalize="none"
          spellCheck={false}
        />
        <button>{giveCode.submit}</button>
      </form>
      <p>
        <a href={isRecovery ? app : recovery}>{words.other}</a>
      </p>
      <p>
        {giveCode.lost} <a href="/contact">{giveCode.contact}</a>
      </p>
    </SheetPage>
  );
}
