import { Form } from "react-router";
import { contactDetailNames } from "../../../shared/people/contact-details.ts";
import { ContactDetailField, hideName } from "../../features/contact/contact-detail-field.tsx";
import { type Attempt, pageAction, textOf } from "../../page/forms.ts";
import { adminLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { revalidateWhenRefused } from "../../page/revalidate.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import type { Route } from "./+types/contact-details.ts";

export const loader = adminLoader(({ services, actor }) => services.contactDetails.list(actor));

export const shouldRevalidate = revalidateWhenRefused;

/** Saves the form, or resets all details to their defaults. */
export const action = pageAction(
  async (page) => {
    const { pattern, form, services, actor, messages } = page;
    const words = messages.contactDetails;
    const isReset = textOf(form, "act") === "reset";
    const values = contactDetailNames.map((name) => [name, isReset ? "" : textOf(form, name)]);
    await services.contactDetails.save(actor, {
      ...Object.fromEntries(values),
      hidden: isReset ? [] : contactDetailNames.filter((name) => form.has(hideName(name))),
      version: textOf(form, "version"),
    });
    return redirectWithToast(page, pattern, {
      title: words.saved,
      detail: isReset ? words.resetDetail : words.savedDetail,
    });
  },
  ({ messages }) => {
    const { fields, hideOf } = messages.contactDetails;
    const hides = contactDetailNames.map((name) => [hideName(name), { label: hideOf(fields[name].label) }]);
    return { ...fields, ...Object.fromEntries(hides) };
  },
);

/** The form where admins set the contact details. */
export default function ContactDetails({ loaderData, actionData }: Route.ComponentProps) {
  const { contactDetails: words } = useMessages();
  const attempt = actionData as Attempt | undefined;
  const { version, fields } = loaderData;
  return (
    <>
      <PageTitle title={words.title} failed={attempt !== undefined} />
      <h1>{words.title}</h1>
      <p>{words.intro}</p>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      {/* With this key, each version gets a new form, so that the fields show the stored values. */}
      <Form method="post" noValidate className="narrow app-form" key={version}>
        <input type="hidden" name="version" value={version} />
        {fields.map((field) => (
          <ContactDetailField key={field.name} field={field} attempt={attempt} />
        ))}
        <button>{words.save}</button>
      </Form>
      <Form method="post">
        <input type="hidden" name="version" value={version} />
        <button className="danger quiet" name="act" value="reset">
          {words.reset}
        </button>
      </Form>
    </>
  );
}
