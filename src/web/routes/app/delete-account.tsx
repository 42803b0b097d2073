import { Form, useNavigation } from "react-router";
import { contributionChoices } from "../../../shared/schemas/credentials.ts";
import { allDraftsOf } from "../../page/draft-key.ts";
import { type Attempt, formFields, pageAction } from "../../page/forms.ts";
import { ownLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField, textFields } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";
import { Sheet } from "../../ui/sheet.tsx";
import type { Route } from "./+types/delete-account.ts";

export const loader = ownLoader(async ({ services, actor }) => {
  return { hasPassword: await services.credentials.hasPassword(actor) };
});

export const action = pageAction(async (page) => {
  const { form, services, actor, visit, messages } = page;
  const setCookies = await services.deletion.deleteAccount(actor, formFields(form), visit);
  const { done: title, doneDetail: detail } = messages.deleteAccount;
  return redirectWithToast(page, "/", { title, detail, sent: allDraftsOf(actor) }, setCookies);
});

export default function DeleteAccount({ loaderData: { hasPassword }, actionData }: Route.ComponentProps) {
  const { deleteAccount, labels } = useMessages();
  const attempt = actionData as Attempt | undefined;
  const sending = useNavigation().state === "submitting";
  const chosen = attempt?.values["contributions"] ?? "keep";
  return (
    <Sheet title={deleteAccount.title} failed={attempt !== undefined}>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      <p>{deleteAccount.intro}</p>
      <Form method="post" noValidate>
        <fieldset className="choices" id="contributions">
          <legend>{labels["contributions"]}</legend>
          {contributionChoices.map((choice) => (
            <label key={choice}>
              <input type="radio" name="contributions" value={choice} defaultChecked={choice === chosen} />{" "}
              {deleteAccount.choices[choice]}
            </label>
          ))}
        </fieldset>
        {hasPassword && (
          <TextField
            {...textFields(labels, attempt)("passwordNow")}
            type="password"
            autoComplete="current-password"
          />
        )}
        <button className="danger" disabled={sending}>
          {deleteAccount.submit}
        </button>
      </Form>
    </Sheet>
  );
}
