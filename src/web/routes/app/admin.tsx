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
  const at = (path: string, label: string) => ({ to: `/admin-dashboard/${path}`, label });
  const waiting = (path: string, label: string, count: number) => {
    return { ...at(path, label), count, isWaiting: true };
  };
  const groups = [
    {
      name: admin.groups.queue,
      entries: [
        waiting("manage-questions", queue.menu, awaiting.pending + awaiting.changes),
        waiting("not-checked", moderatorPages.notChecked, unchecked),
        waiting("delete-requests", removal.title, awaiting.deletions),
        waiting("takedowns", takedowns.title, awaiting.takedowns),
        waiting("reports", reports.title, awaiting.reports),
        waiting("contact-messages", admin.messages, awaiting.messages),
        at("reasons", moderatorPages.reasons),
      ],
    },
    {
      name: admin.groups.archive,
      entries: [
        ...kinds.map((kind) => at(kind.pages.admin, kind.words[locale].manage)),
        at("universities", universities.title),
        at("courses", moderatorPages.courses),
        at("short-names", aliases.title),
      ],
    },
    {
      name: admin.groups.people,
      entries: [
        at("users", people.title),
        at("moderators", moderators.title),
        at("trusted-contributors", moderatorPages.trusted),
        at("make-admin", admin.makeAdmin),
        at("newsletter", subscribers.title),
        at("reviews", reviewList.title),
      ],
    },
    {
      name: admin.groups.site,
      entries: [
        at("insight", moderatorPages.insight),
        at("contact-details", contactDetails.title),
        at("recognition", recognition.title),
        at("drive-copies", driveCopies.title),
        at("operations", operations.title),
        at("backups", backupPage.title),
        at("audit", audit.title),
      ],
    },
  ];
  const shown = groups.flatMap(({ name, entries }) => {
    const open = isModerator ? entries.filter(({ to }) => isModerators(to)) : entries;
    return open.length > 0 ? [{ name, entries: open }] : [];
  });
  return (
    <div className="page site-area">
      <div>
        <SideMenu
          title={admin.panel}
          label={admin.menu}
          entries={[{ to: "/admin-dashboard", label: admin.dashboard }]}
          groups={shown}
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
