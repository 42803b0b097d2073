import { redirect } from "react-router";
import { listHref } from "../../addresses/list-href.ts";
import { pageListQuery } from "../../addresses/list-query.ts";
import { adminLoader } from "../../page/loaders.ts";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Paginator } from "../../ui/paginator.tsx";
import { TimeOf } from "../../ui/time-of.tsx";
import type { Route } from "./+types/subscribers.ts";

export const loader = adminLoader(async ({ pattern, url, services, actor }) => {
  const { page = 0 } = pageListQuery(url.searchParams);
  const { subscribers, count, size } = await services.newsletter.list(actor, page);
  const pageCount = Math.ceil(count / size);
  if (subscribers.length === 0 && page > 0)
    throw redirect(listHref(pattern, { page: Math.max(0, pageCount - 1) }));
  return {
    path: pattern,
    page,
    pageCount,
    count,
    subscribers: subscribers.map(({ email, confirmedAt }) => {
      return { email, since: new Date(confirmedAt).toISOString() };
    }),
  };
});

export default function Subscribers({ loaderData }: Route.ComponentProps) {
  const { path, page, pageCount, count, subscribers: list } = loaderData;
  const { subscribers } = useMessages();
  return (
    <>
      <PageTitle title={subscribers.title} />
      <h1>{subscribers.title}</h1>
      {list.length === 0 ? (
        <p className="empty">{subscribers.none}</p>
      ) : (
        <>
          <p>{subscribers.count(count)}</p>
          <p>
            <a className="button" href={`${path}.csv`} download>
              {subscribers.export}
            </a>
          </p>
          <table aria-label={subscribers.title}>
            <thead>
              <tr>
                <th scope="col">{subscribers.email}</th>
                <th scope="col">{subscribers.since}</th>
              </tr>
            </thead>
            <tbody>
              {list.map(({ email, since }) => (
                <tr key={email}>
                  <td data-label={subscribers.email}>{email}</td>
                  <td data-label={subscribers.since}>
                    <TimeOf iso={since} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      <Paginator
        pageCount={pageCount}
        selected={page}
        hrefOf={(target) => listHref(path, { page: target })}
      />
    </>
  );
}
