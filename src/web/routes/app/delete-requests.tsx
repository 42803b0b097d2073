import { Form } from "react-router";
import { fullTitleOf } from "../../items/item-names.ts";
import { ItemName } from "../../items/item-table.tsx";
import { OwnItem } from "../../items/own-item.tsx";
import { StatusNote } from "../../items/status-note.tsx";
import { type Attempt, formFields, pageAction } from "../../page/forms.ts";
import { adminLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { TimeOf } from "../../ui/time-of.tsx";
import type { Route } from "./+types/delete-requests.ts";

export const loader = adminLoader(async ({ services, actor, present }) => {
  const rows = await services.removal.listRequests(actor);
  return rows.map((row) => ({ item: present(row), askedAt: new Date(row.askedAt).toISOString() }));
});

export const action = pageAction(async (page) => {
  const { pattern, form, services, actor, messages, present } = page;
  const { id, outcome } = formFields(form);
  const { item, decided } = await services.removal.decide(actor, { id, outcome });
  const { granted, grantedDetail, refusedTitle, refusedDetail, unchangedTitle, decidedDetail } =
    messages.removal;
  const [title, detail] = !decided
    ? [unchangedTitle, decidedDetail]
    : outcome === "granted"
      ? [granted, grantedDetail]
      : [refusedTitle, refusedDetail];
  return redirectWithToast(page, pattern, { title, detail: detail(fullTitleOf(present(item))) });
});

/** Contributors' requests to delete an item, oldest first. */
export default function DeleteRequests({ loaderData: requests, actionData }: Route.ComponentProps) {
  const { removal, dashboard } = useMessages();
  const attempt = actionData as Attempt | undefined;
  return (
    <>
      <PageTitle title={removal.title} failed={attempt !== undefined} />
      <h1>{removal.title}</h1>
      <Refusal attempt={attempt} />
      {requests.length === 0 && <p className="empty">{removal.none}</p>}
      {requests.length > 0 && (
        <table aria-label={removal.title}>
          <thead>
            <tr>
              <th scope="col">{removal.item}</th>
              <th scope="col">{dashboard.status}</th>
              <th scope="col">{removal.askedAt}</th>
              <th scope="col">{removal.actions}</th>
            </tr>
          </thead>
          <tbody>
            {requests.map(({ item, askedAt }) => (
              <tr key={item._id}>
                <td data-label={removal.item}>
                  <ItemName item={item} />
                </td>
                <td data-label={dashboard.status}>
                  <StatusNote item={item} isAdmins />
                </td>
                <td data-label={removal.askedAt}>
                  <TimeOf iso={askedAt} />
                </td>
                <td data-label={removal.actions}>
                  {item.isForOthers ? (
                    <OwnItem />
                  ) : (
                    <Form className="changes" method="post" preventScrollReset>
                      <input type="hidden" name="id" value={item._id} />
                      {(["granted", "refused"] as const).map((outcome) => (
                        <button
                          key={outcome}
                          name="outcome"
                          value={outcome}
                          className={outcome === "granted" ? "danger quiet" : "quiet"}
                        >
                          {outcome === "granted" ? removal.grant : removal.refuse}
                          <span className="visually-hidden">: {fullTitleOf(item)}</span>
                        </button>
                      ))}
                    </Form>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
