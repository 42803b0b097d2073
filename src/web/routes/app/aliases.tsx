import { Form } from "react-router";
import { invalid } from "../../../shared/problems/errors.ts";
import { type Attempt, pageAction, textOf } from "../../page/forms.ts";
import { adminLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField, textFields } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import type { Route } from "./+types/aliases.ts";

export const loader = adminLoader(({ services, actor }) => services.aliases.list(actor));

export const action = pageAction(
  async (page) => {
    const { pattern, form, services, actor, messages } = page;
    const { added, addedDetail, known, knownDetail, removed, removedDetail } = messages.aliases;
    const input = { alias: textOf(form, "alias"), phrase: textOf(form, "phrase") };
    const act = textOf(form, "act");
    if (act === "add") {
      const isNew = await services.aliases.add(actor, input);
      const detail = (isNew ? addedDetail : knownDetail)(input.alias, input.phrase);
      return redirectWithToast(page, pattern, { title: isNew ? added : known, detail });
    }
    if (act !== "remove") throw invalid("act", "invalid");
    await services.aliases.remove(actor, input);
    return redirectWithToast(page, pattern, {
      title: removed,
      detail: removedDetail(input.alias, input.phrase),
    });
  },
  ({ messages }) => messages.aliases.fields,
);

/** The short names of courses. Admins can add and remove them. */
export default function Aliases({ loaderData, actionData }: Route.ComponentProps) {
  const { aliases: words } = useMessages();
  const attempt = actionData as Attempt | undefined;
  const field = textFields(words.fields, attempt);
  return (
    <>
      <PageTitle title={words.title} failed={attempt !== undefined} />
      <h1>{words.title}</h1>
      <p>{words.intro}</p>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      <Form method="post" noValidate>
        <TextField {...field("alias")} hint={words.fields.alias.hint} />
        <TextField {...field("phrase")} hint={words.fields.phrase.hint} />
        <button name="act" value="add">
          {words.add}
        </button>
      </Form>
      <table aria-label={words.title}>
        <thead>
          <tr>
            <th scope="col">{words.fields.alias.label}</th>
            <th scope="col">{words.fields.phrase.label}</th>
            <th scope="col">{words.actions}</th>
          </tr>
        </thead>
        <tbody>
          {loaderData.map(({ alias, phrase }) => (
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
    </>
  );
}
