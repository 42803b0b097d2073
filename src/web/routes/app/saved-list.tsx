import { Form, Link } from "react-router";
import { invalid } from "../../../shared/problems/errors.ts";
import { savedMessages } from "../../../shared/messages/en-saved.ts";
import { messagesIn } from "../../../shared/messages/index.ts";
import { MAX_LIST_NAME } from "../../../shared/courses/saved-lists.ts";
import { listHref } from "../../addresses/list-href.ts";
import { pageListQuery } from "../../addresses/list-query.ts";
import { pageCountOf } from "../../addresses/page-count.ts";
import { SavedItems } from "../../features/saved/saved-items.tsx";
import { langOf } from "../../items/item-names.ts";
import type { Toast } from "../../page/context.ts";
import { type Attempt, pageAction, textOf } from "../../page/forms.ts";
import { ownLoader } from "../../page/loaders.ts";
import type { PostedPage } from "../../page/page.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Paginator } from "../../ui/paginator.tsx";
import type { Route } from "./+types/saved-list.ts";

export const loader = ownLoader(async ({ url, params, services, actor, present }) => {
  const { page = 0 } = pageListQuery(url.searchParams);
  const { id, name, rows, count, size } = await services.saved.list(actor, params["id"] as string, page);
  const path = `/dashboard/saved/${id}`;
  const pageCount = pageCountOf(path, {}, { rows, count, page, size });
  return { path, name, items: rows.map(present), count, page, pageCount, first: page * size + 1 };
});

export const action = pageAction(
  async (page) => {
    const { url, params, form, services, actor, locale } = page;
    const { saved } = services;
    const id = params["id"] as string;
    const act = textOf(form, "act");
    const words = messagesIn(locale, savedMessages);
    if (act === "delete") {
      const { name } = await saved.list(actor, id);
      await saved.deleteList(actor, id);
      const toast = { title: words.deleted, detail: words.deletedDetail(name) };
      return redirectWithToast(page, "/dashboard/saved", toast);
    }
    return redirectWithToast(page, url.pathname + url.search, await change(page, id, act));
  },
  ({ locale }) => messagesIn(locale, savedMessages).fields,
);

/** Changes a list. @throws DomainError see the service; invalid_input for an unknown act */
async function change(
  { form, services: { saved }, actor, locale }: PostedPage,
  id: string,
  act: string,
): Promise<Toast> {
  const words = messagesIn(locale, savedMessages);
  const unchanged = { title: words.unchanged, detail: words.unchangedDetail };
  const itemId = textOf(form, "id");
  if (act === "rename") {
    const name = textOf(form, "name");
    await saved.rename(actor, id, { name });
    return { title: words.renamed, detail: words.renamedDetail(name) };
  }
  if (act === "removeItem") {
    const isRemoved = await saved.removeItem(actor, id, { itemId });
    return isRemoved ? { title: words.itemRemoved, detail: words.itemRemovedDetail } : unchanged;
  }
  if (act !== "up" && act !== "down") throw invalid("act", "invalid");
  const isMoved = await saved.move(actor, id, { itemId, direction: act });
  return isMoved ? { title: words.moved, detail: words.movedDetail } : unchanged;
}

/** One of the person's lists: its items in order, and forms to change it. */
export default function SavedList({ loaderData, actionData }: Route.ComponentProps) {
  const { path, name, items, count, page, pageCount, first } = loaderData;
  const words = useMessages(savedMessages);
  const attempt = actionData as Attempt | undefined;
  return (
    <>
      <PageTitle title={name} failed={attempt !== undefined} />
      <h1 lang={langOf(name)}>{name}</h1>
      <p>
        {words.count(count)} · <Link to="/dashboard/saved">{words.back}</Link>
      </p>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      {items.length === 0 ? (
        <p className="empty">{words.empty}</p>
      ) : (
        <SavedItems label={words.itemsOf(name)} items={items} first={first} count={count} />
      )}
      <Paginator pageCount={pageCount} selected={page} hrefOf={(to) => listHref(path, { page: to })} />
      <details open={attempt !== undefined}>
        <summary>{words.change}</summary>
        <Form method="post" noValidate key={name}>
          <TextField
            name="name"
            label={words.fields.name.label}
            maxLength={MAX_LIST_NAME}
            autoComplete="off"
            problem={attempt?.problems["name"]}
            defaultValue={attempt?.values["name"] ?? name}
          />
          <button name="act" value="rename">
            {words.rename}
          </button>
        </Form>
        <Form method="post">
          <p>{words.deleteHint}</p>
          <button className="danger quiet" name="act" value="delete">
            {words.delete}
          </button>
        </Form>
      </details>
    </>
  );
}
