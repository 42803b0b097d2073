import { Outlet } from "react-router";
import { DomainError } from "../../../shared/errors.ts";
import { standaloneKinds } from "../../../shared/kinds/index.ts";
import { pageLoader } from "../../page.ts";
import { useMessages } from "../../ui/messages.ts";
import { SideMenu } from "../../features/frame/side-menu.tsx";

export const handle = { hydrate: true };

export const loader = pageLoader(({ actor, policy }) => {
  if (!policy.enterDashboard(actor)) throw new DomainError("sign_in_required");
  return null;
});

/** The person's own area: side menu and content (spec §2). */
export default function Dashboard() {
  const { dashboard } = useMessages();
  const entries = [
    { to: "/dashboard", label: dashboard.welcome },
    ...standaloneKinds.map((kind) => ({ to: `/dashboard/${kind.pages.mine}`, label: kind.words.en.mine })),
    ...standaloneKinds.map((kind) => ({ to: `/dashboard/${kind.pages.add}`, label: kind.words.en.add })),
  ];
  return (
    <div className="page area">
      <SideMenu title={dashboard.title} label={dashboard.menu} entries={entries} />
      <main id="main">
        <Outlet />
      </main>
    </div>
  );
}
