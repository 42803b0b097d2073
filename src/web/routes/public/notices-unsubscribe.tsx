import { data } from "react-router";
import { noticeMessages } from "../../../shared/messages/en-notices.ts";
import { type Attempt, pageAction } from "../../page/forms.ts";
import { pageLoader } from "../../page/loaders.ts";
import { useMessages } from "../../ui/messages.ts";
import { SheetPage } from "../../ui/sheet.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import type { Route } from "./+types/notices-unsubscribe.ts";

export const handle = { shortFooter: true };

const tokenOf = (url: URL): string => url.searchParams.get("token") ?? "";

export const loader = pageLoader(async ({ url, services }) => ({
  token: tokenOf(url),
  scope: await services.noticeMails.previewUnsubscribe(tokenOf(url)),
}));

/**
 * Handles the button, and the one-click request of a mail program, which has no cookies. The response is a
 * page, because mail programs don't follow a redirect (RFC 8058 §3.1).
 */
export const action = pageAction(async ({ url, services }) => {
  const done = await services.noticeMails.unsubscribe(tokenOf(url));
  return data({ done }, { status: done ? 200 : 400 });
});

/** The page behind the link in every mail about notices. It needs no login. */
export default function NoticesUnsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  const { token, scope } = loaderData;
  const { noticeUnsubscribe: words } = useMessages(noticeMessages);
  const isDone = actionData !== undefined && "done" in actionData && actionData.done;
  const attempt = isDone ? undefined : (actionData as Attempt | undefined);
  if (isDone || scope === undefined) {
    return (
      <SheetPage title={isDone ? words.done : words.broken}>
        <p>{isDone ? words.doneDetail : words.brokenDetail}</p>
        <p>
          <a href="/dashboard/notice-settings">{words.settings}</a>
        </p>
      </SheetPage>
    );
  }
  return (
    <SheetPage title={words.title} failed={attempt !== undefined}>
      <Refusal attempt={attempt} />
      <p>{words.about(scope)}</p>
      <form method="post" action={`/notices/unsubscribe?token=${encodeURIComponent(token)}`}>
        <button>{words.submit}</button>
      </form>
    </SheetPage>
  );
}
