import { Link } from "react-router";
import { DomainError } from "../../../shared/errors.ts";
import { standaloneKinds } from "../../../shared/kinds/index.ts";
import { detailsHref, titleOf } from "../../features/resources/item-names.ts";
import { pageLoader } from "../../page.ts";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Stamp } from "../../ui/stamp.tsx";
import { TimeOf } from "../../ui/time-of.tsx";
import type { Route } from "./+types/mine.ts";

function kindAt(path: string) {
  const kind = standaloneKinds.find(({ pages }) => path === `/dashboard/${pages.mine}`);
  if (!kind) throw new Error(`No my-list at ${path}`);
  return kind;
}

export const loader = pageLoader(async ({ url, services, actor, present }) => {
  if (!actor) throw new DomainError("sign_in_required");
  const rows = await services.resources.listOwn(actor, kindAt(url.pathname).name, actor.email);
  return { path: url.pathname, items: rows.map(present) };
});

/** What a person contributed of one kind, in every status (spec §2). */
export default function Mine({ loaderData: { path, items } }: Route.ComponentProps) {
  const kind = kindAt(path);
  const { dashboard } = useMessages();
  const words = kind.words.en;
  return (
    <>
      <PageTitle title={words.mine} />
      <h1>{words.mine}</h1>
      <p>
        <Link className="button" to={`/dashboard/${kind.pages.add}`}>
          {words.add}
        </Link>
      </p>
      {items.length === 0 ? (
        <p className="empty">{dashboard.none}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{dashboard.number}</th>
              <th scope="col">{dashboard.details}</th>
              <th scope="col">{dashboard.preview}</th>
              <th scope="col">{dashboard.status}</th>
            </tr>
          </thead>
          <tbody>
            {items.map((item, index) => (
              <tr key={item._id}>
                <td data-label={dashboard.number}>{index + 1}</td>
                <td data-label={dashboard.details}>
                  <span>
                    <strong>{titleOf(item)}</strong>
                    <br />
                    {[item.fields["code"], item.fields["year"]].filter(Boolean).join(" · ")}{" "}
                    <TimeOf iso={item.createdAt} />
                  </span>
                </td>
                <td data-label={dashboard.preview}>
                  <a href={detailsHref(item)}>
                    {dashboard.open}
                    <span className="visually-hidden">: {titleOf(item)}</span>
                  </a>
                </td>
                <td data-label={dashboard.status}>
                  <Stamp status={item.status} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
