import { onwardPath } from "../../../shared/people/return-to.ts";
import { type Attempt, formFields, pageAction } from "../../page/forms.ts";
import { ownLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { heldIn } from "../../page/held-act.ts";
import type { Toast } from "../../page/context.ts";
import type { PostedPage } from "../../page/page.ts";
import { roleActs } from "../../features/people/role-acts.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";
import { SheetPage } from "../../ui/sheet.tsx";
import type { Route } from "./+types/confirm.ts";

export const handle = { shortFooter: true };

export const loader = ownLoader(async ({ url, actor, services }) => {
  const from = onwardPath(url.searchParams.get("from"));
  const held = heldIn(url);
  return {
    from,
    held: held && { act: held.act, email: held.form.get("email") ?? "" },
    address: url.pathname + url.search,
    email: actor.email,
    needs: await services.proof.needs(actor),
  };
});

export const action = pageAction(async (page) => {
  const { url, form, services, actor, visit, messages } = page;
  const { password, code } = formFields(form);
  const input = code === undefined ? { password } : { password, code };
  const setCookies = await services.proof.confirm(actor, input, visit);
  const from = onwardPath(url.searchParams.get("from"));
  const toast = await runHeld(page, setCookies);
  if (toast) return redirectWithToast(page, withoutEmail(from), toast, setCookies);
  const { done: title, doneDetail: detail } = messages.confirm;
  return redirectWithToast(page, from, { title, detail }, setCookies);
});

/**
 * Runs the act for which the person confirmed that it's them.
 * @param setCookies of the session with the new proof
 * @returns undefined if no act waits, or if it is refused now: then the person sees its form again
 */
async function runHeld(page: PostedPage, setCookies: string[]): Promise<Toast | undefined> {
  const held = heldIn(page.url);
  if (!held) return undefined;
  const cookie = setCookies.map((line) => line.split(";")[0]).join("; ");
  try {
    const actor = await page.services.accounts.actor(new Headers({ cookie }));
    const done = await roleActs[held.act]({ ...page, actor }, held.form);
    if ("toast" in done) return done.toast;
    return { title: page.messages.admin.notMadeAdmin, detail: done.problem };
  } catch (error) {
    if (!page.asDomainError(error)) throw error;
    return undefined;
  }
}

/** The address of a form without the email that it kept for a second attempt. */
function withoutEmail(path: string): string {
  const [pathname = "", search = ""] = path.split("?");
  const params = new URLSearchParams(search);
  params.delete("email");
  return params.size > 0 ? `${pathname}?${params.toString()}` : pathname;
}

/** Asks people to confirm that it's them, before an action that must be impossible with a stolen session. */
export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const { held, address, email, needs } = loaderData;
  const { confirm, secondFactor, labels } = useMessages();
  const attempt = actionData as Attempt | undefined;
  return (
    <SheetPage title={confirm.title} failed={attempt !== undefined}>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      <p>{confirm.intro(email)}</p>
      {held && <p>{confirm.held[held.act](held.email)}</p>}
      {needs.password ? (
        <form method="post" action={address} noValidate>
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
          <button>{held ? confirm.submitHeld[held.act] : confirm.submit}</button>
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
