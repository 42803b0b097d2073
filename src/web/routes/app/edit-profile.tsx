import { Form, useNavigation } from "react-router";
import { departmentLabel, knownDepartments } from "../../../shared/departments.ts";
import { draftKeyOf } from "../../draft-key.ts";
import { type Attempt, formFields, ownLoader, pageAction, redirectWithToast } from "../../page.ts";
import { DraftNote } from "../../ui/draft-note.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import type { Route } from "./+types/edit-profile.ts";

export const loader = ownLoader(async (page) => {
  const { services, actor } = page;
  const person = await services.accounts.get(actor, actor.email);
  const { displayName, email, photoURL, department, roll, university } = person;
  return {
    draft: draftKeyOf(page),
    photoURL,
    displayName,
    email,
    department: department && departmentLabel(department),
    roll,
    university,
  };
});

export const action = pageAction(async (page) => {
  const { form, services, actor, messages } = page;
  await services.accounts.updateProfile(actor, formFields(form));
  const toast = {
    title: messages.profile.updated,
    detail: messages.profile.updatedDetail,
    sent: draftKeyOf(page),
  };
  return redirectWithToast(page, "/dashboard/user-profile", toast);
});

/** Every field is required, and the e-mail is read-only (spec §5). */
export default function EditProfile({ loaderData, actionData }: Route.ComponentProps) {
  const { profile, labels } = useMessages();
  const attempt = actionData as Attempt | undefined;
  const sending = useNavigation().state === "submitting";
  const field = (name: Exclude<keyof typeof loaderData, "draft">) => ({
    name,
    label: labels[name] as string,
    problem: attempt?.problems[name],
    defaultValue: attempt?.values[name] ?? loaderData[name] ?? "",
  });
  return (
    <>
      <PageTitle title={profile.edit} failed={attempt !== undefined} />
      <h1>{profile.edit}</h1>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      <Form className="narrow" method="post" noValidate>
        <DraftNote draft={loaderData.draft} isRefused={attempt !== undefined} />
        <TextField
          {...field("photoURL")}
          hint={profile.photoHint}
          type="url"
          inputMode="url"
          autoComplete="photo"
        />
        <TextField {...field("displayName")} autoComplete="name" />
        <TextField
          {...field("email")}
          hint={profile.emailHint}
          defaultValue={loaderData.email}
          type="email"
          autoComplete="off"
          readOnly
        />
        <TextField {...field("department")} list="departments" autoComplete="off" />
        <datalist id="departments">
          {knownDepartments.map(({ label }) => (
            <option key={label} value={label} />
          ))}
        </datalist>
        <TextField {...field("roll")} autoComplete="off" />
        <TextField {...field("university")} autoComplete="organization" />
        <button disabled={sending}>{profile.save}</button>
      </Form>
    </>
  );
}
