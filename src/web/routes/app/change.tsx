import { Form, Link } from "react-router";
import { ChangeDifference } from "../../items/change-difference.tsx";
import { detailsHref, fullTitleOf } from "../../items/item-names.ts";
import { ItemName } from "../../items/item-table.tsx";
import { OwnItem } from "../../items/own-item.tsx";
import { SimilarItems } from "../../items/similar.tsx";
import { type Attempt, formFields, pageAction } from "../../page/forms.ts";
import { adminLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { revalidateWhenRefused } from "../../page/revalidate.ts";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { TimeOf } from "../../ui/time-of.tsx";
import type { Route } from "./+types/change.ts";

const QUEUE = "/admin-dashboard/manage-questions";

export const loader = adminLoader(async ({ services, actor, params, present }) => {
  const { item, change } = await services.changes.find(actor, params["id"] as string);
  if (!change) return { item: present(item), change: undefined };
  const { id, baseVersion, changed, createdAt } = change;
  const sentAt = new Date(createdAt).toISOString();
  const found = await services.duplicates.ofChange(actor, changed);
  const similar = found.map(({ row, reasons }) => ({ item: present(row), reasons }));
  return { item: present(item), change: { id, baseVersion, changed: present(changed), sentAt, similar } };
});

export const shouldRevalidate = revalidateWhenRefused;

export const action = pageAction(async (page) => {
  const { form, services, actor, params, messages, present } = page;
  const { change, outcome, version } = formFields(form);
  const input = { id: params["id"], change, outcome, version };
  const item = present(await services.changes.decide(actor, input));
  const { approved, approvedDetail, refused, refusedDetail } = messages.changes;
  const [title, detail] = outcome === "approved" ? [approved, approvedDetail] : [refused, refusedDetail];
  return redirectWithToast(page, QUEUE, { title, detail: detail(fullTitleOf(item)) });
});

/** Compares an approved item with its waiting change. The admin approves or rejects the change. */
export default function Change({ loaderData, actionData }: Route.ComponentProps) {
  const { item, change } = loaderData;
  const { changes } = useMessages();
  const attempt = actionData as Attempt | undefined;
  return (
    <>
      <PageTitle title={changes.title} failed={attempt !== undefined} />
      <h1>{changes.title}</h1>
      <Refusal attempt={attempt} />
      <p>
        <Link to={QUEUE}>{changes.back}</Link>
      </p>
      {change ? (
        <Waiting item={item} change={change} wasRefused={attempt !== undefined} />
      ) : (
        <p className="empty">{changes.none}</p>
      )}
    </>
  );
}

type Loaded = Route.ComponentProps["loaderData"];

interface WaitingProps {
  item: Loaded["item"];
  change: NonNullable<Loaded["change"]>;
  /**
   * Whether the server refused the last decision. If so, the page compares the change with the current
   * version.
   */
  wasRefused: boolean;
}

function Waiting({ item, change, wasRefused }: WaitingProps) {
  const { changes } = useMessages();
  const isStale = change.baseVersion !== item.version;
  return (
    <>
      <p className="admin-reported-item stacked">
        <ItemName item={item} />
        <span>
          {changes.by(item.userName)} <TimeOf iso={change.sentAt} />.{" "}
          <a href={detailsHref(item)}>{changes.seeApproved}</a>
        </span>
      </p>
      {isStale && <p className="change-notice">{changes.stale}</p>}
      <ChangeDifference item={item} changed={change.changed} />
      {change.similar.length > 0 && (
        <div className="similar">
          <p>{changes.similar}</p>
          <SimilarItems items={change.similar} />
        </div>
      )}
      {item.isForOthers ? <OwnItem /> : <Decide item={item} change={change} wasRefused={wasRefused} />}
    </>
  );
}

function Decide({ item, change, wasRefused }: WaitingProps) {
  const { changes } = useMessages();
  const title = fullTitleOf(item);
  return (
    <Form className="item-actions" method="post" preventScrollReset>
      <input type="hidden" name="change" value={change.id} />
      <input type="hidden" name="version" value={wasRefused ? item.version : change.baseVersion} />
      <button name="outcome" value="approved">
        {changes.approve}
        <span className="visually-hidden">: {title}</span>
      </button>
      <button className="quiet" name="outcome" value="refused">
        {changes.refuse}
        <span className="visually-hidden">: {title}</span>
      </button>
    </Form>
  );
}
