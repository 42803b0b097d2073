import { Link } from "react-router";
import { kinds } from "../../../shared/kinds/index.ts";
import { adminLoader } from "../../page.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { useLocale, useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import type { Route } from "./+types/admin-welcome.ts";

export const loader = adminLoader(async ({ services, actor }) => {
  const pending = await Promise.all(
    kinds.map((kind) => services.resources.count(actor, kind.name, { status: "Pending" })),
  );
  return { name: actor.displayName, photoURL: actor.photoURL, pending };
});

export default function AdminWelcome({ loaderData: { name, photoURL, pending } }: Route.ComponentProps) {
  const { admin, dashboard } = useMessages();
  const locale = useLocale();
  return (
    <>
      <PageTitle title={admin.panel} />
      <Avatar name={name} photoURL={photoURL} />
      <h1>{dashboard.hello(name)}</h1>
      <p>{admin.welcome}</p>
      <ul className="tiles">
        {kinds.map((kind, index) => (
          <li key={kind.name}>
            <Link to={`/admin-dashboard/${kind.pages.admin}`}>
              <strong>{kind.words[locale].manage}</strong>
              {admin.waiting(pending[index] ?? 0)}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
