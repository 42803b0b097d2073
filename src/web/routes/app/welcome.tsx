import { Link } from "react-router";
import { DomainError } from "../../../shared/errors.ts";
import { standaloneKinds } from "../../../shared/kinds/index.ts";
import { pageLoader } from "../../page.ts";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import type { Route } from "./+types/welcome.ts";

export const loader = pageLoader(async ({ services, actor }) => {
  if (!actor) throw new DomainError("sign_in_required");
  const lists = await Promise.all(
    standaloneKinds.map((kind) => services.resources.listOwn(actor, kind.name, actor.email)),
  );
  return {
    name: actor.displayName,
    counts: lists.map((rows) => ({
      all: rows.length,
      pending: rows.filter((row) => row.status === "Pending").length,
    })),
  };
});

export default function Welcome({ loaderData: { name, counts } }: Route.ComponentProps) {
  const { dashboard } = useMessages();
  return (
    <>
      <PageTitle title={dashboard.title} />
      <h1>{dashboard.hello(name)}</h1>
      <p>{dashboard.intro}</p>
      <ul className="tiles">
        {standaloneKinds.map((kind, index) => (
          <li key={kind.name}>
            <Link to={`/dashboard/${kind.pages.mine}`}>
              <strong>{kind.words.en.mine}</strong>
              {dashboard.mine(counts[index]?.all ?? 0, counts[index]?.pending ?? 0)}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
