import { Outlet } from "react-router";
import { standaloneKinds } from "../../../shared/kinds/index.ts";
import { appLinks } from "../../page/app-links.ts";
import { ownLoader } from "../../page/loaders.ts";
import { useLocale, useMessages } from "../../ui/messages.ts";
import { SideMenu } from "../../features/frame/side-menu.tsx";
import { Loading } from "../../features/frame/loading.tsx";
import type { Route } from "./+types/dashboard.ts";

export const handle = { hydrate: true, shortFooter: true };

export const links = appLinks;

export const loader = ownLoader(async ({ services, actor }) => {
  const counts = await services.resources.countOwn(actor);
  return { counts, pending: Object.values(counts).reduce((sum, count) => sum + count.pending, 0) };
});

/** The addresses of these pages of the dashboard. */
const at = (...pages: string[]): string[] => pages.map((page) => `/dashboard/${page}`);

/** The layout of the dashboard: side menu and content (spec §2). */
export default function Dashboard({
  loaderData: { counts, pending },
  matches: [root],
}: Route.ComponentProps) {
  const { dashboard, frame, own, profile, security, review } = useMessages();
  const locale = useLocale();
  const { groups } = dashboard;
  return (
    <div className="page site-area">
      <SideMenu
        title={dashboard.title}
        label={dashboard.menu}
        entries={[
          { to: "/dashboard", label: dashboard.welcome },
          {
            to: "/dashboard/notices",
            label: frame.notices,
            count: root.loaderData?.reader?.unread,
            pages: at("notice-settings"),
          },
        ]}
        usual={1}
        groups={[
          {
            name: groups.library,
            entries: [
              { to: "/dashboard/saved", label: frame.saved },
              { to: "/dashboard/follows", label: frame.follows },
              { to: "/dashboard/requests", label: frame.requests },
            ],
          },
          {
            name: groups.contribute,
            entries: [
              ...standaloneKinds.map((kind) => ({
                to: `/dashboard/${kind.pages.mine}`,
                label: kind.words[locale].mine,
                count: counts[kind.name]?.all,
                add: { to: `/dashboard/${kind.pages.add}`, label: kind.words[locale].add },
              })),
              { to: "/dashboard/contribute", label: dashboard.contributeMany },
              {
                to: "/dashboard/pending-questions",
                label: own.pendingPage,
                count: pending,
                isWaiting: true,
              },
            ],
          },
          {
            name: groups.account,
            entries: [
              { to: "/dashboard/user-profile", label: profile.title },
              { to: "/dashboard/edit-profile", label: profile.edit, pages: at("choose-university") },
              {
                to: "/dashboard/security",
                label: security.title,
                pages: at("second-factor", "provider", "change-password", "change-email", "delete-account"),
              },
              { to: "/dashboard/user-review", label: review.title },
            ],
          },
        ]}
      />
      <main id="main">
        <Loading />
        <Outlet />
      </main>
    </div>
  );
}
