import { Outlet } from "react-router";
import { standaloneKinds } from "../../../shared/kinds/index.ts";
import { appLinks } from "../../page/app-links.ts";
import { ownLoader } from "../../page/loaders.ts";
import { useLocale, useMessages } from "../../ui/messages.ts";
import { SideMenu } from "../../features/frame/side-menu.tsx";
import { Loading } from "../../features/frame/loading.tsx";

export const handle = { hydrate: true, shortFooter: true };

export const links = appLinks;

export const loader = ownLoader(() => null);

/** The layout of the dashboard: side menu and content (spec §2). */
export default function Dashboard() {
  const { dashboard, frame, own, profile, security, review } = useMessages();
  const locale = useLocale();
  const entries = [
    { to: "/dashboard", label: dashboard.welcome },
    { to: "/dashboard/notices", label: frame.notices },
    { to: "/dashboard/saved", label: frame.saved },
    { to: "/dashboard/follows", label: frame.follows },
    { to: "/dashboard/requests", label: frame.requests },
    { to: "/dashboard/pending-questions", label: own.pendingPage },
    { to: "/dashboard/contribute", label: dashboard.contributeMany },
    ...standaloneKinds.map((kind) => ({
      to: `/dashboard/${kind.pages.mine}`,
      label: kind.words[locale].mine,
    })),
    ...standaloneKinds.map((kind) => ({ to: `/dashboard/${kind.pages.add}`, label: kind.words[locale].add })),
    { to: "/dashboard/user-profile", label: profile.title },
    { to: "/dashboard/edit-profile", label: profile.edit },
    { to: "/dashboard/security", label: security.title },
    { to: "/dashboard/user-review", label: review.title },
  ];
  return (
    <div className="page site-area">
      <SideMenu title={dashboard.title} label={dashboard.menu} entries={entries} />
      <main id="main">
        <Loading />
        <Outlet />
      </main>
    </div>
  );
}
