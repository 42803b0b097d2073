import { Link } from "react-router";
import { standaloneKinds } from "../../../shared/kinds/index.ts";
import { ownLoader } from "../../page.ts";
import { useLocale, useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import type { Route } from "./+types/welcome.ts";

export const loader = ownLoader(async ({ services, actor }) => {
  return { name: actor.displayName, counts: await services.resources.countOwn(actor) };
});

export default function Welcome({ loaderData: { name, counts } }: Route.ComponentProps) {
  const { dashboard } = useMessages();
  const locale = useLocale();
  return (
    <>
      <PageTitle title={dashboard.title} />
      <h1>{dashboard.hello(name)}</h1>
      <p>{dashboard.intro}</p>
      <ul className="tiles">
        {standaloneKinds.map((kind) => (
          <li key={kind.name}>
            <Link to={`/dashboard/${kind.pages.mine}`}>
              <strong>{kind.words[locale].mine}</strong>
              {dashboard.mine(counts[kind.name]?.all ?? 0, counts[kind.name]?.pending ?? 0)}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
