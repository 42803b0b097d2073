import { data, Form, useNavigation } from "react-router";
import { type Attempt, formFields, pageAction } from "../../page/forms.ts";
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
    const { form, services, actor } = page;
    const { admin } = page.messages;
    const { email = "" } = formFields(form);
    const { matched, modified } = await services.people.grantAdmin(actor, { email });
    if (modified) {
      return redirectWithToast(page, "/admin-dashboard/make-admin", {
        title: admin.madeAdmin,
        detail: admin.madeAdminDetail(email),
      });
    }
    const problem = (matched ? admin.alreadyAdmin : admin.noSuchPerson)(email);
    return data<Attempt>(
      { problems: { email: problem }, message: admin.notMadeAdmin, values: { email } },
      { status: 409 },
    );
  },
  undefined,
  ["email"],
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
