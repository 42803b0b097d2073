import { type Attempt, pageAction, textOf } from "../../page/forms.ts";
import { ownLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { ExpiredLink } from "../../ui/expired-link.tsx";
import { useMessages } from "../../ui/messages.ts";
import { SheetPage } from "../../ui/sheet.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import type { Route } from "./+types/change-email.ts";

export const handle = { shortFooter: true };

export const loader = ownLoader(async ({ url, services, actor }) => {
  const token = url.searchParams.get("token") ?? "";
  return { token, email: await services.credentials.previewChangeEmail(actor, token) };
});

export const action = pageAction(async (page) => {
  const { form, services, actor, visit, messages } = page;
  const { email, setCookies } = await services.credentials.confirmChangeEmail(
    actor,
    textOf(form, "token"),
    visit.client,
  );
  const toast = { title: messages.changeEmail.changed, detail: messages.changeEmail.changedDetail(email) };
  return redirectWithToast(page, "/dashboard/security", toast, setCookies);
});

/** The page behind the link that was mailed to the new address. */
export default function TakeEmail({ loaderData: { token, email }, actionData }: Route.ComponentProps) {
  const attempt = actionData as Attempt | undefined;
  const { confirmEmail, changeEmail } = useMessages();
  if (!email) {
    return (
      <ExpiredLink title={confirmEmail.expired} hint={confirmEmail.expiredHint}>
        <a href="/dashboard/change-email">{changeEmail.title}</a>
      </ExpiredLink>
    );
  }
  return (
    <SheetPage title={confirmEmail.title} failed={attempt !== undefined}>
      <Refusal attempt={attempt} />
      <p>{confirmEmail.intro(email)}</p>
      <form method="post" action="/change-email">
        <input type="hidden" name="token" value={token} />
        <button>{confirmEmail.submit}</button>
      </form>
    </SheetPage>
  );
}
