import { Form, Link } from "react-router";
import { invalid } from "../../../shared/problems/errors.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { setStatusAct } from "../../features/moderation/moderation-acts.ts";
import { askedReason } from "../../features/moderation/asked-reason.ts";
import type { Item } from "../../page/context.ts";
import { NoteForm } from "../../features/moderation/note-form.tsx";
import { ComparedItem } from "../../features/duplicates/compared-item.tsx";
import { LinkedProposal } from "../../features/proposal/edit-proposal.tsx";
import { detailsHref, fullTitleOf } from "../../items/item-names.ts";
import { proposedDetails } from "../../features/proposal/proposed-details.ts";
import { OwnItem } from "../../items/own-item.tsx";
import { mayReplace } from "../../items/may-replace.ts";
import { Reasons } from "../../items/similar.tsx";
import { type Attempt, formFields, pageAction } from "../../page/forms.ts";
import { adminLoader } from "../../page/loaders.ts";
import type { PostedPage } from "../../page/page.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { revalidateWhenRefused } from "../../page/revalidate.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import type { Route } from "./+types/compare.ts";

/** The queue, which offers the undo of the last decision. */
const QUEUE = "/admin-dashboard/manage-questions";

export const loader = adminLoader(async ({ services, actor, params, present }) => {
  const { item: row, similar } = await services.duplicates.compare(actor, params["id"] as string);
  const item = present(row);
  const read = row.fileKey && item.file ? await services.recognition.proposal(actor, row.fileKey) : undefined;
  return {
    item,
    similar: similar.map((one) => ({ item: present(one.row), reasons: one.reasons })),
    reading: {
      facts: proposedDetails(kindNamed(item.kind), read?.facts ?? {}, row.fileKey ?? ""),
      isWaiting: read?.isWaiting ?? false,
      isPostponed: read?.isPostponed ?? false,
    },
  };
});

export const shouldRevalidate = revalidateWhenRefused;

export const action = pageAction(async (page) => {
  const { id = "", kind = "", act, version, reason } = formFields(page.form);
  const back = page.url.pathname;
  if (act === "notSame") return redirectWithToast(page, back, await notSameAct(page, id));
  if (act === "replace") return redirectWithToast(page, QUEUE, await replaceAct(page, id, version));
  if (act !== "approve" && act !== "cancel") throw invalid("act", "invalid");
  const change =
    act === "approve" ? { status: "Approved" } : { status: "Cancelled", reason: askedReason(reason) };
  return redirectWithToast(page, back, await setStatusAct(page, { id, kind, version, ...change }));
});

/** Marks this item and another item as different. */
async function notSameAct({ services, actor, params, messages, present }: PostedPage, other: string) {
  const id = params["id"] as string;
  const { modified } = await services.duplicates.setNotSame(actor, { id, other });
  const { item } = await services.duplicates.compare(actor, other);
  const { notSameTitle, notSameDetail, notSameTwice } = messages.similar.compare;
  return {
    title: notSameTitle,
    detail: (modified ? notSameDetail : notSameTwice)(fullTitleOf(present(item))),
  };
}

/** Gives the file of this item to a public one. */
async function replaceAct(
  { services, actor, params, messages, present }: PostedPage,
  of: string,
  version: string | undefined,
) {
  const decision = { action: "replace", of, version, requestId: crypto.randomUUID() };
  await services.deskDecisions.decide(actor, params["id"] as string, decision);
  const { item } = await services.duplicates.compare(actor, of);
  const { replaced, replacedDetail } = messages.similar.compare;
  return { title: replaced, detail: replacedDetail(fullTitleOf(present(item))) };
}

/** Compares an item with each possible duplicate, with the actions of a moderator. */
export default function Compare({ loaderData, actionData }: Route.ComponentProps) {
  const { item, similar: found, reading } = loaderData;
  const { similar } = useMessages();
  const { compare } = similar;
  const attempt = actionData as Attempt | undefined;
  const { reason, ...others } = attempt?.problems ?? {};
  const failed = `${attempt?.values["act"]}-${attempt?.values["id"]}`;
  const problems = { ...others, ...(reason ? { [failed]: reason } : {}) };
  const first = found[0]?.item;
  return (
    <>
      <PageTitle title={compare.title} failed={attempt !== undefined} />
      <h1>{compare.title}</h1>
      {attempt && <ErrorSummary problems={problems} message={attempt.message} />}
      <p>
        {found.length === 0 ? compare.none : compare.intro(found.length)}{" "}
        <Link to={QUEUE}>{compare.back}</Link>
      </p>
      <div className="similar-comparison">
        <ComparedItem item={item} heading={<h2>{compare.item}</h2>}>
          <Acts item={item} twin={first} attempt={attempt} />
          <LinkedProposal
            kind={kindNamed(item.kind)}
            path={`/admin-dashboard/edit/${item._id}`}
            values={item.fields}
            reading={reading}
          />
        </ComparedItem>
        <div>
          {found.map((one) => (
            <ComparedItem
              key={one.item._id}
              item={one.item}
              other={item}
              heading={
                <h2>
                  <Reasons reasons={one.reasons} />
                </h2>
              }
            >
              <Acts item={one.item} twin={item} attempt={attempt} />
              {mayReplace(item, one.item) && (
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="id" value={one.item._id} />
                  <input type="hidden" name="version" value={item.version} />
                  <button className="quiet" name="act" value="replace">
                    {compare.replace}
                    <span className="visually-hidden">: {fullTitleOf(one.item)}</span>
                  </button>
                </Form>
              )}
              {!item.isForOthers && !one.item.isForOthers && (
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="id" value={one.item._id} />
                  <button className="quiet" name="act" value="notSame">
                    {compare.notSame}
                    <span className="visually-hidden">: {fullTitleOf(one.item)}</span>
                  </button>
                </Form>
              )}
            </ComparedItem>
          ))}
        </div>
      </div>
    </>
  );
}

interface ActsProps {
  item: Item;
  /** The possible duplicate. */
  twin: Item | undefined;
  attempt: Attempt | undefined;
}

/** A moderator's actions on an item: the same as in the queue, with the reason filled in. */
function Acts({ item, twin, attempt }: ActsProps) {
  const { admin, edit, queue, similar } = useMessages();
  const { compare } = similar;
  const [id, title] = [item._id, fullTitleOf(item)];
  const name = <span className="visually-hidden">: {title}</span>;
  const failed = attempt?.values["id"] === id ? attempt : undefined;
  const fields = { id, kind: item.kind, version: item.version };
  return (
    <div className="item-actions">
      {item.isForOthers && <OwnItem />}
      {item.status !== "Approved" && !item.isForOthers && (
        <Form method="post" preventScrollReset>
          {Object.entries(fields).map(([field, value]) => (
            <input key={field} type="hidden" name={field} value={value} />
          ))}
          <button name="act" value="approve">
            {queue.approve}
            {name}
          </button>
        </Form>
      )}
      {item.status !== "Cancelled" && !item.isForOthers && (
        <NoteForm
          id={`cancel-${id}`}
          label={admin.reason}
          name="reason"
          max={500}
          initial={twin ? compare.sameAs(fullTitleOf(twin)) : ""}
          attempt={failed}
          button={compare.cancel}
          about={title}
          fields={{ ...fields, act: "cancel" }}
        />
      )}
      <Link className="button quiet" to={`/admin-dashboard/edit/${id}`}>
        {edit.link}
        {name}
      </Link>
      {item.status === "Approved" && kindNamed(item.kind).pages.details && (
        <a href={`${detailsHref(item)}/report`}>
          {compare.report}
          {name}
        </a>
      )}
    </div>
  );
}
