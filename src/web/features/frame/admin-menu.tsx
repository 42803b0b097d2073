import { kinds } from "../../../shared/kinds/index.ts";
import { isModerators, type MenuCounts } from "../../page/admin-area.ts";
import { useLocale, useMessages } from "../../ui/messages.ts";
import { SideMenu } from "./side-menu.tsx";

export interface AdminMenuProps extends MenuCounts {
  /** Whether the menu is a popover below its button at any width, and not a column. */
  isDrop?: boolean;
}

/** The menu of the admin area, with the numbers of what waits. */
export function AdminMenu({ awaiting, unchecked, isModerator, isDrop = false }: AdminMenuProps) {
  const messages = useMessages();
  const {
    admin,
    aliases,
    universities,
    audit,
    backupPage,
    contactDetails,
    driveCopies,
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
        at("make-admin", admin.makeAdmin),
        at("moderators", moderators.title),
        at("trusted-contributors", moderatorPages.trusted),
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
    <SideMenu
      title={admin.panel}
      label={admin.menu}
      entries={[{ to: "/admin-dashboard", label: admin.dashboard }]}
      groups={shown}
      isDrop={isDrop}
    />
  );
}
