import { Form, Link } from "react-router";
import { savedMessages } from "../../../shared/messages/en-saved.ts";
import { messagesIn } from "../../../shared/messages/index.ts";
import { MAX_LIST_NAME } from "../../../shared/courses/saved-lists.ts";
import { detailsHref, langOf, fullTitleOf } from "../../items/item-names.ts";
import { ItemName } from "../../items/item-table.tsx";
import { allOf, type Attempt, pageAction, textOf } from "../../page/forms.ts";
import { ownLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import type { Route } from "./+types/save.ts";

export const loader = ownLoader(async ({ params, services, actor, present }) => {
  const { row, lists } = await services.saved.choices(actor, params["id"] as string);
  return { item: present(row), lists };
});

export const action = pageAction(
  async (page) => {
    const { params, form, services, actor, locale, present } = page;
    const had = idsOf(textOf(form, "had"));
    const choice = { lists: allOf(form, "lists"), had, name: textOf(form, "name") };
    const { row, count, isChanged } = await services.saved.choose(actor, params["id"] as string, choice);
    const item = present(row);
    const { saved, savedDetail, unchanged } = messagesIn(locale, savedMessages);
    return redirectWithToast(page, detailsHref(item), {
      title: isChanged ? saved : unchanged,
      detail: savedDetail(fullTitleOf(item), count),
    });
  },
  ({ locale }) => messagesIn(locale, savedMessages).fields,
);

/** The ids in one field of the form. A form has too few fields for two per list. */
const idsOf = (text: string): string[] => text.split(" ").filter(Boolean);

/** The page behind "Save" on an item: the person ticks the lists that it should be in. */
export default function Save({ loaderData, actionData }: Route.ComponentProps) {
  const { item, lists } = loaderData;
  const had = lists.filter(({ hasItem }) => hasItem);
  const words = useMessages(savedMessages);
  const attempt = actionData as Attempt | undefined;
  const sentTicks = attempt?.repeated?.["lists"] ?? [];
  const sentHad = idsOf(attempt?.values["had"] ?? "");
  /** After a refusal, the ticks are those of the form. A list that the form did not know keeps its own state. */
  const isTicked = (id: string, hasItem: boolean) =>
    sentTicks.includes(id) || (hasItem && !sentHad.includes(id));
  return (
    <>
      <PageTitle title={words.choose} failed={attempt !== undefined} />
      <h1>{words.choose}</h1>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      <p>
        <ItemName item={item} />
      </p>
      <Form method="post" noValidate>
        <input type="hidden" name="had" value={had.map(({ id }) => id).join(" ")} />
        {lists.length > 0 && (
          <fieldset className="saved-lists">
            <legend>{words.choosing}</legend>
            {lists.map(({ id, name, count, hasItem }) => (
              <label className="check" key={id} htmlFor={`list-${id}`} lang={langOf(name)}>
                <input
                  type="checkbox"
                  id={`list-${id}`}
                  name="lists"
                  value={id}
                  defaultChecked={isTicked(id, hasItem)}
                />
                {words.choice(name, count)}
              </label>
            ))}
          </fieldset>
        )}
        <TextField
          name="name"
          label={words.newList}
          hint={words.hint}
          optional
          maxLength={MAX_LIST_NAME}
          autoComplete="off"
          problem={attempt?.problems["name"]}
          defaultValue={attempt?.values["name"]}
        />
        <button>{words.submit}</button>
      </Form>
      <p>
        <Link to="/dashboard/saved">{words.back}</Link>
      </p>
    </>
  );
}
