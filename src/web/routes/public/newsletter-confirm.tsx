import { type Attempt, pageAction, textOf } from "../../page/forms.ts";
import { pageLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { ExpiredLink } from "../../ui/expired-link.tsx";
import { useMessages } from "../../ui/messages.ts";
import { SheetPage } from "../../ui/sheet.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import type { Route } from "./+types/newsletter-confirm.ts";

export const handle = { shortFooter: true };

export const loader = pageLoader(async ({ url, services }) => {
  const token = url.searchParams.get("token") ?? "";
  return { token, email: await services.newsletter.previewConfirm(token) };
});

export const action = pageAction(async (page) => {
  await page.services.newsletter.confirm(textOf(page.form, "token"));
  const { done: title, doneDetail: detail } = page.messages.newsletter.confirm;
  return redirectWithToast(page, "/", { title, detail });
});

/** The page behind the mailed link. It has a button, because mail scanners also open links. */
export default function NewsletterConfirm({
  loaderData: { token, email },
  actionData,
}: Route.ComponentProps) {
  const attempt = actionData as Attempt | undefined;
  const { confirm } = useMessages().newsletter;
  if (!email) {
    return (
      <ExpiredLink title={confirm.expired} hint={confirm.expiredHint}>
        <a href="/newsletter">{confirm.again}</a>
      </ExpiredLink>
    );
  }
  return (
    <SheetPage title={confirm.title} failed={attempt !== undefined}>
      <Refusal attempt={attempt} />
      <p>{confirm.intro(email)}</p>
      <form method="post" action="/newsletter/confirm">
        <input type="hidden" name="token" value={token} />
        <button>{confirm.submit}</button>
      </form>
      <p className="hint">{confirm.notYou}</p>
    </SheetPage>
  );
}
