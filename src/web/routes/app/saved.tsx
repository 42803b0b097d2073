import { Form, Link } from "react-router";
import { savedMessages } from "../../../shared/messages/en-saved.ts";
import { messagesIn } from "../../../shared/messages/index.ts";
import { MAX_LIST_NAME } from "../../../shared/courses/saved-lists.ts";
import { langOf } from "../../items/item-names.ts";
import { type Attempt, pageAction, textOf } from "../../page/forms.ts";
import { ownLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import type { Route } from "./+types/saved.ts";

export const loader = ownLoader(({ services, actor }) => services.saved.lists(actor));

export const action = pageAction(
  async (page) => {
    const { form, services, actor, locale } = page;
    const name = textOf(form, "name");
    const id = await services.saved.create(actor, { name });
    const { created, createdDetail } = messagesIn(locale, savedMessages);
    return redirectWithToast(page, `/dashboard/saved/${id}`, { title: created, detail: createdDetail(name) });
  },
  ({ locale }) => messagesIn(locale, savedMessages).fields,
);

/** The person's own lists of items. */
export default function Saved({ loaderData: lists, actionData }: Route.ComponentProps) {
  const words = useMessages(savedMessages);
  const attempt = actionData as Attempt | undefined;
  return (
    <>
      <PageTitle title={words.title} failed={attempt !== undefined} />
      <h1>{words.title}</h1>
      <p>{words.intro}</p>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      {lists.length === 0 ? (
        <p className="empty">{words.none}</p>
      ) : (
        <ul className="rows" aria-label={words.label}>
          {lists.map(({ id, name, count }) => (
            <li key={id}>
              <span className="item-name">
                <Link to={`/dashboard/saved/${id}`} lang={langOf(name)}>
                  {name}
                </Link>
                <small>{words.count(count)}</small>
              </span>
            </li>
          ))}
        </ul>
      )}
      <Form method="post" noValidate key={lists.length}>
        <TextField
          name="name"
          label={words.fields.name.label}
          hint={words.hint}
          maxLength={MAX_LIST_NAME}
          autoComplete="off"
          problem={attempt?.problems["name"]}
          defaultValue={attempt?.values["name"]}
        />
        <button>{words.create}</button>
      </Form>
    </>
  );
}
