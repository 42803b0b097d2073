import { Outlet } from "react-router";
import { AdminMenu } from "../../features/frame/admin-menu.tsx";
import { Loading } from "../../features/frame/loading.tsx";
import { menuCounts } from "../../page/admin-area.ts";
import { appLinks } from "../../page/app-links.ts";
import { adminLoader } from "../../page/loaders.ts";
import { useMessages } from "../../ui/messages.ts";
import type { Route } from "./+types/admin.ts";

export const handle = { hydrate: true, shortFooter: true };

export const links = appLinks;

/** The admin guard (spec §4). Visitors are redirected to the login page, which remembers the address. */
export const loader = adminLoader(menuCounts);

export default function Admin({ loaderData }: Route.ComponentProps) {
  const { frame } = useMessages();
  return (
    <div className="page site-area">
      <div>
        <AdminMenu {...loaderData} />
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
