import { Form, Link, redirect } from "react-router";
import { invalid } from "../../../shared/problems/errors.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { noticeMessages } from "../../../shared/messages/en-notices.ts";
import { welcomeMessages } from "../../../shared/messages/en-welcome.ts";
import { messagesIn } from "../../../shared/messages/index.ts";
import { onwardPath } from "../../../shared/people/return-to.ts";
import { listHref } from "../../addresses/list-href.ts";
import { pageListQuery } from "../../addresses/list-query.ts";
import { pageCountOf } from "../../addresses/page-count.ts";
import { NoticeList } from "../../features/notices/notice-list.tsx";
import styles from "../../features/notices/notices.css?url";
import { allOf, type Attempt, pageAction, textOf } from "../../page/forms.ts";
import { ownLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { Empty } from "../../ui/empty.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Paginator } from "../../ui/paginator.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import type { Route } from "./+types/notices.ts";

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const loader = ownLoader(async ({ pattern, url, services, actor }) => {
  const { page = 0 } = pageListQuery(url.searchParams);
  const found = await services.notices.list(actor, page);
  const { notices, unread, until, count, size } = found;
  const pageCount = pageCountOf(pattern, {}, { rows: notices, count, page, size });
  return { path: pattern, notices, unread, until, page, pageCount };
});

export const action = pageAction(async (page) => {
  const { url, form, services, actor, locale } = page;
  const { marked, markedDetail } = messagesIn(locale, noticeMessages).notices;
  const to = textOf(form, "to");
  const act = textOf(form, "act");
  if (to === "" && act !== "read" && act !== "readAll") throw invalid("act", "invalid");
  const count =
    act === "readAll"
      ? await services.notices.markAllRead(actor, { until: textOf(form, "until") })
      : await services.notices.markRead(actor, { ids: allOf(form, "id") });
  if (to !== "") return redirect(onwardPath(to), 303);
  return redirectWithToast(page, url.pathname + url.search, { title: marked, detail: markedDetail(count) });
});

/** News about the person's contributions, newest first. */
export default function Notices({ loaderData, actionData }: Route.ComponentProps) {
  const { path, notices, unread, until, page, pageCount } = loaderData;
  const attempt = actionData as Attempt | undefined;
  const { notices: words } = useMessages(noticeMessages);
  const { add: step } = useMessages(welcomeMessages).steps;
  return (
    <>
      <PageTitle title={words.title} failed={attempt !== undefined} />
      <h1>{words.title}</h1>
      <Refusal attempt={attempt} />
      <p>
        {words.intro} <Link to="/dashboard/notice-settings">{words.settings}</Link>
      </p>
      {notices.length === 0 ? (
        <Empty text={words.none}>
          <Link className="button" to={`/dashboard/${kindNamed("question").pages.add}`}>
            {step.button}
          </Link>
        </Empty>
      ) : (
        <>
          {unread > 0 && (
            <Form method="post" preventScrollReset>
              <p>{words.unread(unread)}</p>
              <input type="hidden" name="until" value={until} />
              <button name="act" value="readAll">
                {words.markAllRead}
              </button>
            </Form>
          )}
          <NoticeList notices={notices} />
        </>
      )}
      <Paginator
        pageCount={pageCount}
        selected={page}
        hrefOf={(target) => listHref(path, { page: target })}
      />
    </>
  );
}
