import { redirect } from "react-router";
import { listHref } from "../../features/resources/list-href.ts";
import { pageListQuery } from "../../features/resources/list-query.ts";
import { adminLoader } from "../../page.ts";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Paginator } from "../../ui/paginator.tsx";
import { TimeOf } from "../../ui/time-of.tsx";
import type { Route } from "./+types/audit.ts";

export const loader = adminLoader(async ({ pattern, url, services, actor }) => {
  const { page = 0 } = pageListQuery(url.searchParams);
  const { entries, count, size } = await services.audit.list(actor, page);
  const pageCount = Math.ceil(count / size);
  if (entries.length === 0 && page > 0)
    throw redirect(listHref(pattern, { page: Math.max(0, pageCount - 1) }));
  return {
    path: pattern,
    page,
    pageCount,
    entries: entries.map(({ id, at, actorEmail, targetEmail, action }) => {
      return { id, at: new Date(at).toISOString(), actorEmail, targetEmail, action };
    }),
  };
});

/** Who changed whose role, and who suspended whom; newest first. */
export default function Audit({ loaderData: { path, page, pageCount, entries } }: Route.ComponentProps) {
  const { audit } = useMessages();
  return (
    <>
      <PageTitle title={audit.title} />
      <h1>{audit.title}</h1>
      {entries.length === 0 ? (
        <p className="empty">{audit.none}</p>
      ) : (
        <table aria-label={audit.title}>
          <thead>
            <tr>
              <th scope="col">{audit.when}</th>
              <th scope="col">{audit.who}</th>
              <th scope="col">{audit.what}</th>
              <th scope="col">{audit.whom}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map(({ id, at, actorEmail, action, targetEmail }) => (
              <tr key={id}>
                <td data-label={audit.when}>
                  <TimeOf iso={at} time />
                </td>
                <td data-label={audit.who}>{actorEmail ?? audit.commandLine}</td>
                <td data-label={audit.what}>{audit.actions[action]}</td>
                <td data-label={audit.whom}>{targetEmail}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Paginator
        pageCount={pageCount}
        selected={page}
        hrefOf={(target) => listHref(path, { page: target })}
      />
    </>
  );
}
