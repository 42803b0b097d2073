import { type Attempt, pageAction } from "../../page/forms.ts";
import { pageLoader } from "../../page/loaders.ts";
import { useMessages } from "../../ui/messages.ts";
import { SheetPage } from "../../ui/sheet.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import type { Route } from "./+types/newsletter-unsubscribe.ts";

export const handle = { shortFooter: true };

export const loader = pageLoader(async ({ url, services }) => ({
  token: url.searchParams.get("token") ?? "",
  email: await services.newsletter.previewUnsubscribe(url.searchParams.get("token") ?? ""),
}));

/**
 * Handles the button, and the one-click request of a mail program, which has no cookies. The response is a
 * page, because mail programs don't follow a redirect (RFC 8058 §3.1).
 */
export const action = pageAction(async ({ url, services }) => {
  await services.newsletter.unsubscribe(url.searchParams.get("token") ?? "");
  return null;
});

/**
 * The page behind the link in every newsletter. The page is shown before and after unsubscribing, and for a
 * link that was already used.
 */
export default function NewsletterUnsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  const { token, email } = loaderData;
  const attempt = actionData as Attempt | undefined;
  const { unsubscribe } = useMessages().newsletter;
  if (!email) {
    return (
      <SheetPage title={unsubscribe.done}>
        <p>{unsubscribe.doneDetail}</p>
      </SheetPage>
    );
  }
  return (
    <SheetPage title={unsubscribe.title} failed={attempt !== undefined}>
      <Refusal attempt={attempt} />
      <p>{unsubscribe.intro(email)}</p>
      <form method="post" action={`/newsletter/unsubscribe?token=${encodeURIComponent(token)}`}>
        <button>{unsubscribe.submit}</button>
      </form>
    </SheetPage>
  );
}
