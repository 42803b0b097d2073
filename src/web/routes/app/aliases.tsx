import { Form } from "react-router";
import { invalid } from "../../../shared/problems/errors.ts";
import { listHref } from "../../addresses/list-href.ts";
import { pageListQuery } from "../../addresses/list-query.ts";
import { SearchRow } from "../../features/list/search-row.tsx";
import { foundRows } from "../../page/found-rows.ts";
import { type Attempt, pageAction, textOf } from "../../page/forms.ts";
import { adminLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField, textFields } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Paginator } from "../../ui/paginator.tsx";
import type { Route } from "./+types/aliases.ts";

export const loader = adminLoader(async ({ pattern, url, services, actor }) => {
  const all = await services.aliases.list(actor);
  const found = foundRows(all, pageListQuery(url.searchParams), ({ alias, phrase }) => `${alias} ${phrase}`);
  return { path: pattern, ...found };
});

export const action = pageAction(
  async (page) => {
    const { url, pattern, form, services, actor, messages } = page;
    const { added, addedDetail, known, knownDetail, removed, removedDetail } = messages.aliases;
    const input = { alias: textOf(form, "alias"), phrase: textOf(form, "phrase") };
    const act = textOf(form, "act");
    if (act === "add") {
      const isNew = await services.aliases.add(actor, input);
      const detail = (isNew ? addedDetail : knownDetail)(input.alias, input.phrase);
      // The list has pages, so it shows the new name alone.
      const found = listHref(pattern, { search: input.alias });
      return redirectWithToast(page, found, { title: isNew ? added : known, detail });
    }
    if (act !== "remove") throw invalid("act", "invalid");
    await services.aliases.remove(actor, input);
    return redirectWithToast(page, pattern + url.search, {
      title: removed,
      detail: removedDetail(input.alias, input.phrase),
    });
  },
  ({ messages }) => messages.aliases.fields,
);

/** The short names of courses. Admins can add and remove them. */
export default function Aliases({ loaderData, actionData }: Route.ComponentProps) {
  const { aliases: words, list } = useMessages();
  const { path, search, page, pageCount, rows, count } = loaderData;
  const attempt = actionData as Attempt | undefined;
  const field = textFields(words.fields, attempt);
  return (
    <>
      <PageTitle title={words.title} failed={attempt !== undefined} />
      <h1>{words.title}</h1>
      <p>{words.intro}</p>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      <Form method="post" noValidate className="narrow app-form">
        <TextField {...field("alias")} hint={words.fields.alias.hint} />
        <TextField {...field("phrase")} hint={words.fields.phrase.hint} />
        <button name="act" value="add">
          {words.add}
        </button>
      </Form>
      <h2>{words.all}</h2>
      <SearchRow path={path} search={search} label={words.search} />
      <p>{count === 0 ? words.none : list.found(count, false, page + 1, pageCount)}</p>
      <table aria-label={words.title} hidden={count === 0}>
        <thead>
          <tr>
            <th scope="col">{words.fields.alias.label}</th>
            <th scope="col">{words.fields.phrase.label}</th>
            <th scope="col">{words.actions}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ alias, phrase }) => (
            <tr key={`${alias} ${phrase}`}>
              <td data-label={words.fields.alias.label}>{alias}</td>
              <td data-label={words.fields.phrase.label}>{phrase}</td>
              <td data-label={words.actions}>
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="alias" value={alias} />
                  <input type="hidden" name="phrase" value={phrase} />
                  <button
                    className="danger quiet"
                    name="act"
                    value="remove"
                    aria-label={words.removeOf(alias, phrase)}
                  >
                    {words.remove}
                  </button>
                </Form>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Paginator
        pageCount={pageCount}
        selected={page}
        hrefOf={(target) => listHref(path, { search: search || undefined, page: target })}
      />
    </>
  );
}
