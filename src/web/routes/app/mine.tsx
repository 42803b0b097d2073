import { Link } from "react-router";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { detailsHref, titleOf } from "../../features/resources/item-names.ts";
import { kindAt } from "../../kind-at.ts";
import { useKindWords } from "../../kind-words.ts";
import { ownLoader } from "../../page.ts";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Stamp } from "../../ui/stamp.tsx";
import { TimeOf } from "../../ui/time-of.tsx";
import type { Route } from "./+types/mine.ts";

export const loader = ownLoader(async ({ pattern, services, actor, present }) => {
  const kind = kindAt(pattern);
  const rows = await services.resources.listOwn(actor, kind.name, actor.email);
  return { kindName: kind.name, items: rows.map(present) };
});

/** What a person contributed of one kind, in every status (spec §2). */
export default function Mine({ loaderData: { kindName, items } }: Route.ComponentProps) {
  const kind = kindNamed(kindName);
  const { dashboard } = useMessages();
  const words = useKindWords(kind);
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
