import { Form, Link, redirect } from "react-router";
import { isDomainError } from "../../../shared/problems/errors.ts";
import { departmentsMessages } from "../../../shared/messages/en-departments.ts";
import { deskMessages } from "../../../shared/messages/en-desk.ts";
import { messagesIn } from "../../../shared/messages/index.ts";
import { undoToast } from "../../features/desk/undo-toast.ts";
import { kinds } from "../../../shared/kinds/index.ts";
import { langOf } from "../../items/item-names.ts";
import { listHref } from "../../addresses/list-href.ts";
import { pageListQuery } from "../../addresses/list-query.ts";
import { pageAction, textOf } from "../../page/forms.ts";
import type { Page } from "../../page/page.ts";
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
  const ids = new Set(entries.flatMap(({ item }) => item?.decision ?? []));
  const asked = url.searchParams.get("undo");
  if (asked) ids.add(asked);
  const decisions = await Promise.all([...ids].map((id) => findDecision(services, actor, id)));
  // How many items each decision of the page is about. Decisions that are too old have no undo.
  const sizes = Object.fromEntries(decisions.flatMap((found) => (found ? [[found.id, found.total]] : [])));
  return {
    path: pattern,
    page,
    pageCount,
    sizes,
    asked: asked !== null && sizes[asked] !== undefined ? asked : undefined,
    entries: entries.map(({ at, ...entry }) => ({ ...entry, at: new Date(at).toISOString() })),
  };
});

/** A decision of the desk; undefined if it is too old or unknown. */
async function findDecision({ deskDecisions }: Page["services"], actor: Page["actor"], id: string) {
  return deskDecisions.find(actor, id).catch((error) => {
    if (isDomainError(error) && error.code === "not_found") return undefined;
    throw error;
  });
}

/** Undoes a decision of the desk. */
export const action = pageAction(async (page) => {
  const { services, actor, form, url, locale } = page;
  const words = messagesIn(locale, deskMessages);
  const { tooLate, tooLateDetail } = words.audit;
  const here = url.pathname + url.search;
  const found = await findDecision(services, actor, textOf(form, "decision"));
  if (!found) return redirectWithToast(page, here, { title: tooLate, detail: tooLateDetail });
  // One press must not undo a thousand items.
  const { total } = found;
  if (total > 1 && textOf(form, "count") !== String(total))
    throw redirect(undoHref(page.pattern, found.id), 303);
  return redirectWithToast(page, here, undoToast(await services.deskDecisions.undo(actor, found.id), words));
});

/** The address that asks before it undoes a decision about several items. */
const undoHref = (path: string, decision: string): string => `${path}?undo=${decision}`;

type Entry = Route.ComponentProps["loaderData"]["entries"][number];

/** The actions of admins on accounts and items, newest first. */
export default function Audit({ loaderData }: Route.ComponentProps) {
  const { path, page, pageCount, entries, sizes, asked } = loaderData;
  const { audit } = useMessages();
  return (
    <>
      <PageTitle title={audit.title} />
      <h1>{audit.title}</h1>
      {asked !== undefined && <UndoMany decision={asked} count={sizes[asked] ?? 0} path={path} />}
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
                  <Act entry={entry} sizes={sizes} path={path} />
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

interface UndoManyProps {
  decision: string;
  /** The number of items. */
  count: number;
  path: string;
}

/** Asks whether to undo a decision about several items. */
function UndoMany({ decision, count, path }: UndoManyProps) {
  const { audit, bulk } = useMessages(deskMessages);
  return (
    <section className="notice" aria-labelledby="undo-many">
      <h2 id="undo-many">{audit.undoMany(count)}</h2>
      <p>{audit.undoManyDetail}</p>
      <Form method="post" action={path} className="button-row">
        <input type="hidden" name="decision" value={decision} />
        <input type="hidden" name="count" value={count} />
        <button>{audit.undoAll(count)}</button>
        <Link className="button quiet" to={path}>
          {bulk.cancel}
        </Link>
      </Form>
    </section>
  );
}

interface ActProps {
  entry: Entry;
  /** The numbers of items of decisions, by decision. */
  sizes: Record<string, number>;
  path: string;
}

function Act({ entry: { action: act, item, areas }, sizes, path }: ActProps) {
  const { audit, moderators, removal, status } = useMessages();
  const desk = useMessages(deskMessages).audit;
  const size = sizes[item?.decision ?? ""] ?? 0;
  return (
    <span className="item-name">
      {item?.status ? `${audit.actions[act]}: ${status[item.status]}` : audit.actions[act]}
      {areas && (
        <small>{areas.length > 0 ? areas.map(moderators.areaOf).join(" · ") : moderators.everything}</small>
      )}
      {item?.own && <small>{audit.own}</small>}
      {item?.reason && <small lang={langOf(item.reason)}>{removal.reason(item.reason)}</small>}
      {size > 1 && <small>{desk.partOf(size)}</small>}
      {size > 1 && act !== "undoDecision" && (
        <Link to={undoHref(path, item?.decision ?? "")}>{desk.undo}…</Link>
      )}
      {size === 1 && act !== "undoDecision" && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="decision" value={item?.decision} />
          <button className="plain">
            {desk.undo}
            <span className="visually-hidden">: {item?.title}</span>
          </button>
        </Form>
      )}
    </span>
  );
}

function Target({ targetId, targetEmail, item, names, action: act }: Entry) {
  const { audit } = useMessages();
  const { undoInTrail } = useMessages(departmentsMessages);
  const locale = useLocale();
  if (names)
    return (
      <span className="item-name">
        {audit.names(names)}
        {act === "mergeDepartment" && names.university && (
          <Link to={`/admin-dashboard/departments?${new URLSearchParams({ university: names.university })}`}>
            {undoInTrail}
            <span className="visually-hidden">: {names.name}</span>
          </Link>
        )}
      </span>
    );
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
