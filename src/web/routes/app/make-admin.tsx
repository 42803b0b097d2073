import { data, Form, useNavigation } from "react-router";
import { roleActs } from "../../features/people/role-acts.ts";
import { type Attempt, pageAction, textOf } from "../../page/forms.ts";
import { adminLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField, textFields } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";
import { Sheet } from "../../ui/sheet.tsx";
import type { Route } from "./+types/make-admin.ts";

/** The email that the admin typed before the page requested a new proof. */
export const loader = adminLoader(({ url }) => ({ email: url.searchParams.get("email") ?? "" }));

export const action = pageAction(
  async (page) => {
    const { form, messages } = page;
    const done = await roleActs.makeAdmin(page, form);
    if ("toast" in done) return redirectWithToast(page, "/admin-dashboard/make-admin", done.toast);
    return data<Attempt>(
      {
        problems: { email: done.problem },
        message: messages.admin.notMadeAdmin,
        values: { email: textOf(form, "email") },
      },
      { status: 409 },
    );
  },
  undefined,
  ["email"],
  () => "makeAdmin",
);

export default function MakeAdmin({ loaderData: { email }, actionData }: Route.ComponentProps) {
  const { admin, labels } = useMessages();
  const attempt = actionData as Attempt | undefined;
  const sending = useNavigation().state === "submitting";
  return (
    <Sheet title={admin.makeAdminTitle} failed={attempt !== undefined}>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      <Form method="post" noValidate>
        <TextField
          {...textFields(labels, attempt ?? { problems: {}, values: { email } })("email")}
          type="email"
          placeholder={admin.makeAdminPlaceholder}
          autoComplete="off"
        />
        <button disabled={sending}>{admin.makeAdmin}</button>
      </Form>
    </Sheet>
  );
}
