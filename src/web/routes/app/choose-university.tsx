import { Form, useNavigation } from "react-router";
import { departmentLabel, knownDepartments } from "../../../shared/courses/departments.ts";
import { messagesIn } from "../../../shared/messages/index.ts";
import { welcomeMessages } from "../../../shared/messages/en-welcome.ts";
import { type Attempt, pageAction, textOf } from "../../page/forms.ts";
import { ownLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { FormField } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";
import { Sheet } from "../../ui/sheet.tsx";
import { offeredUniversities, Suggesting } from "../../ui/suggesting.tsx";
import type { Route } from "./+types/choose-university.ts";

export const loader = ownLoader(async ({ services, actor }) => {
  const [{ university, department }, known] = await Promise.all([
    services.accounts.get(actor, actor.email),
    services.universities.known(),
  ]);
  return {
    university: university ?? "",
    department: department ? departmentLabel(department) : "",
    universities: offeredUniversities(known),
  };
});

const DEPARTMENTS = knownDepartments.map(({ label }) => ({ value: label }));

export const action = pageAction(async (page) => {
  const { form, services, actor, locale } = page;
  const university = textOf(form, "university");
  await services.accounts.chooseUniversity(actor, { university, department: textOf(form, "department") });
  const { choose } = messagesIn(locale, welcomeMessages);
  return redirectWithToast(page, "/dashboard", {
    title: choose.saved,
    detail: choose.savedDetail(university.trim()),
  });
});

/** A student chooses a university and a department, without the other fields of the profile. */
export default function ChooseUniversity({ loaderData, actionData }: Route.ComponentProps) {
  const { university, department, universities } = loaderData;
  const { labels } = useMessages();
  const { choose: words } = useMessages(welcomeMessages);
  const attempt = actionData as Attempt | undefined;
  const sending = useNavigation().state === "submitting";
  return (
    <Sheet title={words.title} failed={attempt !== undefined}>
      <p>{words.intro}</p>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      <Form method="post" noValidate>
        <FormField
          name="university"
          label={labels["university"] as string}
          hint={words.universityHint}
          problem={attempt?.problems["university"]}
        >
          {(control) => (
            <Suggesting
              control={control}
              value={attempt?.values["university"] ?? university}
              offered={universities}
              autoComplete="organization"
            />
          )}
        </FormField>
        <FormField
          name="department"
          label={labels["department"] as string}
          hint={words.departmentHint}
          problem={attempt?.problems["department"]}
          optional
        >
          {(control) => (
            <Suggesting
              control={control}
              value={attempt?.values["department"] ?? department}
              offered={DEPARTMENTS}
            />
          )}
        </FormField>
        <button disabled={sending}>{words.save}</button>
      </Form>
    </Sheet>
  );
}
