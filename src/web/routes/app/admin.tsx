import { Outlet } from "react-router";
import { kinds } from "../../../shared/kinds/index.ts";
import { appLinks } from "../../page/app-links.ts";
import { isModerators } from "../../page/admin-area.ts";
import { adminLoader } from "../../page/loaders.ts";
import { useLocale, useMessages } from "../../ui/messages.ts";
import { SideMenu } from "../../features/frame/side-menu.tsx";
import { Loading } from "../../features/frame/loading.tsx";
import type { Route } from "./+types/admin.ts";

export const handle = { hydrate: true, shortFooter: true };

export const links = appLinks;

/** The admin guard (spec §4). Visitors are redirected to the login page, which remembers the address. */
export const loader = adminLoader(async ({ services, actor, policy }) => ({
  awaiting: await services.overview.awaiting(actor),
  unchecked: await services.trust.countUnchecked(actor),
  isModerator: !policy.administer(actor),
}));

export default function Admin({ loaderData: { awaiting, unchecked, isModerator } }: Route.ComponentProps) {
  const messages = useMessages();
  const {
    admin,
    aliases,
    universities,
    audit,
    backupPage,
    contactDetails,
    driveCopies,
    frame,
    moderators,
    moderatorPages,
    operations,
    people,
    queue,
    recognition,
    removal,
    reports,
    reviewList,
    subscribers,
    takedowns,
  } = messages;
  const locale = useLocale();
  const entries = [
    { to: "/admin-dashboard", label: admin.dashboard },
    {
      to: "/admin-dashboard/manage-questions",
      label: queue.menu,
      count: awaiting.pending + awaiting.changes,
    },
    { to: "/admin-dashboard/not-checked", label: moderatorPages.notChecked, count: unchecked },
    { to: "/admin-dashboard/insight", label: moderatorPages.insight },
    ...kinds.map((kind) => ({
      to: `/admin-dashboard/${kind.pages.admin}`,
      label: kind.words[locale].manage,
    })),
    { to: "/admin-dashboard/delete-requests", label: removal.title, count: awaiting.deletions },
    { to: "/admin-dashboard/takedowns", label: takedowns.title, count: awaiting.takedowns },
    { to: "/admin-dashboard/reports", label: reports.title, count: awaiting.reports },
    { to: "/admin-dashboard/contact-messages", label: admin.messages, count: awaiting.messages },
    { to: "/admin-dashboard/contact-details", label: contactDetails.title },
    { to: "/admin-dashboard/newsletter", label: subscribers.title },
    { to: "/admin-dashboard/reviews", label: reviewList.title },
    { to: "/admin-dashboard/universities", label: universities.title },
    { to: "/admin-dashboard/courses", label: moderatorPages.courses },
    { to: "/admin-dashboard/reasons", label: moderatorPages.reasons },
    { to: "/admin-dashboard/short-names", label: aliases.title },
    { to: "/admin-dashboard/recognition", label: recognition.title },
    { to: "/admin-dashboard/drive-copies", label: driveCopies.title },
    { to: "/admin-dashboard/operations", label: operations.title },
    { to: "/admin-dashboard/backups", label: backupPage.title },
    { to: "/admin-dashboard/make-admin", label: admin.makeAdmin },
    { to: "/admin-dashboard/users", label: people.title },
    { to: "/admin-dashboard/moderators", label: moderators.title },
    { to: "/admin-dashboard/trusted-contributors", label: moderatorPages.trusted },
    { to: "/admin-dashboard/audit", label: audit.title },
  ];
  return (
    <div className="page site-area">
      <div>
        <SideMenu
          title={admin.panel}
          label={admin.menu}
          entries={isModerator ? entries.filter(({ to }) => isModerators(to)) : entries}
        />
        <form method="post" action="/logout">
          <button className="plain">{frame.logout}</button>
        </form>
      </div>
      <main id="main">
        <Loading />
        <Outlet />
      </main>
    </div>
  );
}
