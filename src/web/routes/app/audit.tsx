import { Form, Link, redirect } from "react-router";
import { isDomainError } from "../../../shared/errors.ts";
import { deskMessagesIn } from "../../../shared/messages/desk.ts";
import { useDeskMessages } from "../../features/desk/desk-messages.ts";
import { undoToast } from "../../features/desk/undo-toast.ts";
import { kinds } from "../../../shared/kinds/index.ts";
import { langOf } from "../../items/item-names.ts";
import { listHref } from "../../addresses/list-href.ts";
import { pageListQuery } from "../../addresses/list-query.ts";
import { pageAction, textOf } from "../../page/forms.ts";
import { adminLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { useLocale, useMessages } from "../../ui/messages.ts";
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
    entries: entries.map(({ at, ...entry }) => ({ ...entry, at: new Date(at).toISOString() })),
  };
});

/** Undoes a decision of the desk. */
export const action = pageAction(async (page) => {
  const { services, actor, form, url, locale } = page;
  const words = deskMessagesIn(locale);
  const { tooLate, tooLateDetail } = words.audit;
  const here = url.pathname + url.search;
  const decision = await services.deskDecisions.undo(actor, textOf(form, "decision")).catch((error) => {
    if (isDomainError(error) && error.code === "not_found") return undefined;
    throw error;
  });
  if (!decision) return redirectWithToast(page, here, { title: tooLate, detail: tooLateDetail });
  return redirectWithToast(page, here, undoToast(decision, words));
});

type Entry = Route.ComponentProps["loaderData"]["entries"][number];

/** The actions of admins on accounts and items, newest first. */
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
            {entries.map((entry) => (
              <tr key={entry.id}>
                <td data-label={audit.when}>
                  <TimeOf iso={entry.at} time />
                </td>
                <td data-label={audit.who}>
                  {entry.actorEmail ?? (entry.item?.setting ? audit.setting : audit.commandLine)}
                </td>
                <td data-label={audit.what}>
                  <Act {...entry} />
                </td>
                <td data-label={audit.whom}>
                  <Target {...entry} />
                </td>
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

function Act({ action: act, item, areas }: Entry) {
  const { audit, moderators, removal, status } = useMessages();
  const desk = useDeskMessages().audit;
  return (
    <span className="item-name">
      {item?.status ? `${audit.actions[act]}: ${status[item.status]}` : audit.actions[act]}
      {areas && (
        <small>{areas.length > 0 ? areas.map(moderators.areaOf).join(" · ") : moderators.everything}</small>
      )}
      {item?.reason && <small lang={langOf(item.reason)}>{removal.reason(item.reason)}</small>}
      {item?.decision && act !== "undoDecision" && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="decision" value={item.decision} />
          <button className="plain">
            {desk.undo}
            <span className="visually-hidden">: {item.title}</span>
          </button>
        </Form>
      )}
    </span>
  );
}

function Target({ targetId, targetEmail, item, names }: Entry) {
  const { audit } = useMessages();
  const locale = useLocale();
  if (names) return <span className="item-name">{audit.names(names)}</span>;
  if (!item) return targetEmail;
  const kind = kinds.find(({ name }) => name === item.kind);
  return (
    <span className="item-name">
      <Link to={`/admin-dashboard/edit/${targetId}`} lang={langOf(item.title)}>
        {audit.about(kind?.words[locale].one ?? item.kind, item.title)}
      </Link>
      <small>{targetEmail}</small>
    </span>
  );
}
