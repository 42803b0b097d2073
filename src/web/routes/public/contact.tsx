import type { ReactNode } from "react";
import { emailHref, phoneHref } from "../../../shared/people/contact-details.ts";
import { useContactDetails } from "../../page/contact-details.ts";
import { type Attempt, formFields, pageAction } from "../../page/forms.ts";
import { pageLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { FormField, TextField, textFields } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import type { Route } from "./+types/contact.ts";

/** The address can fill in the message, for example with a request for a missing paper. */
export const loader = pageLoader(({ url }) => {
  const { sub = "", mess = "" } = Object.fromEntries(url.searchParams);
  return { sub: sub.slice(0, 200), mess: mess.slice(0, 2_000) };
});

export const action = pageAction(
  async (page) => {
    const { services, actor, form, visit } = page;
    await services.contact.send(actor, formFields(form), visit.client);
    const { contact } = page.messages;
    return redirectWithToast(page, "/contact", { title: contact.sent, detail: contact.sentDetail });
  },
  ({ messages }) => messages.contact.fields,
);

/** The contact details next to the contact form (spec §2). */
export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { contact } = useMessages();
  const attempt = actionData as Attempt | undefined;
  const field = textFields(contact.fields, attempt ?? { problems: {}, values: loaderData });
  const { defaultValue: message, ...mess } = field("mess");
  return (
    <main id="main" className="page">
      <PageTitle title={contact.title} failed={attempt !== undefined} />
      <h1>{contact.title}</h1>
      <div className="columns">
        <Details />
        <section className="form-sheet" aria-labelledby="get-in-touch">
          <h2 id="get-in-touch">{contact.formTitle}</h2>
          <p>{contact.note}</p>
          {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
          <form method="post" action="/contact" noValidate>
            <TextField {...field("name")} autoComplete="name" />
            <TextField {...field("email")} autoComplete="email" />
            <TextField {...field("sub")} />
            <FormField {...mess}>{(control) => <textarea {...control} defaultValue={message} />}</FormField>
            <button>{contact.send}</button>
          </form>
        </section>
      </div>
    </main>
  );
}

/** Other ways to contact the operator; empty if there are no contact details. */
function Details() {
  const { contact } = useMessages();
  const { phone, email, address, hours } = useContactDetails();
  if (!phone && !email && !address && !hours) return null;
  return (
    <section aria-labelledby="details">
      <h2 id="details">{contact.details}</h2>
      <dl className="facts-list even">
        <Fact label={contact.phone}>{phone && <a href={phoneHref(phone)}>{phone}</a>}</Fact>
        <Fact label={contact.email}>{email && <a href={emailHref(email)}>{email}</a>}</Fact>
        <Fact label={contact.store}>{address}</Fact>
        <Fact label={contact.hours}>{hours}</Fact>
      </dl>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return children ? (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  ) : null;
}
