import { onwardPath } from "../../../shared/people/return-to.ts";
import { type Attempt, formFields, pageAction } from "../../page/forms.ts";
import { ownLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";
import { SheetPage } from "../../ui/sheet.tsx";
import type { Route } from "./+types/confirm.ts";

export const handle = { shortFooter: true };

export const loader = ownLoader(async ({ url, actor, services }) => {
  const from = onwardPath(url.searchParams.get("from"));
  return { from, email: actor.email, needs: await services.proof.needs(actor) };
});

export const action = pageAction(async (page) => {
  const { url, form, services, actor, visit, messages } = page;
  const { password, code } = formFields(form);
  const input = code === undefined ? { password } : { password, code };
  const setCookies = await services.proof.confirm(actor, input, visit);
  const { done: title, doneDetail: detail } = messages.confirm;
  return redirectWithToast(page, onwardPath(url.searchParams.get("from")), { title, detail }, setCookies);
});

/** Asks people to confirm that it's them, before an action that must be impossible with a stolen session. */
export default function Confirm({ loaderData: { from, email, needs }, actionData }: Route.ComponentProps) {
  const { confirm, secondFactor, labels } = useMessages();
  const attempt = actionData as Attempt | undefined;
  return (
    <SheetPage title={confirm.title} failed={attempt !== undefined}>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      <p>{confirm.intro(email)}</p>
      {needs.password ? (
        <form method="post" action={`/login/confirm?from=${encodeURIComponent(from)}`} noValidate>
          <TextField
            name="password"
            label={confirm.password}
            problem={attempt?.problems["password"]}
            type="password"
            autoComplete="current-password"
          />
          {needs.code && (
            <TextField
              name="code"
              label={labels["code"] ?? ""}
              hint={secondFactor.codeHint}
              problem={attempt?.problems["code"]}
              autoComplete="one-time-code"
              inputMode="numeric"
            />
          )}
          <button>{confirm.submit}</button>
        </form>
      ) : (
        <>
          <p>{confirm.noPassword}</p>
          <form method="post" action="/logout">
            <button>{confirm.logout}</button>
          </form>
        </>
      )}
    </SheetPage>
  );
}
