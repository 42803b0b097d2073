import { Form } from "react-router";
import { parseEmail } from "../../../shared/schemas/text.ts";
import { langOf } from "../../items/item-names.ts";
import { type Attempt, formFields, pageAction } from "../../page/forms.ts";
import { adminLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { TimeOf } from "../../ui/time-of.tsx";
import type { Route } from "./+types/contact-messages.ts";

export const loader = adminLoader(async ({ services, actor }) => {
  const messages = await services.contact.list(actor);
  return messages.map(({ id, name, email, sub, mess, createdAt, handledAt }) => ({
    id,
    name,
    // Older messages may have a username here, which is not an address.
    address: parseEmail(email),
    email,
    sub,
    mess,
    sentAt: new Date(createdAt).toISOString(),
    isHandled: handledAt !== null,
  }));
});

export const action = pageAction(async (page) => {
  const { pattern, form, services, actor, messages } = page;
  const { id, handled } = formFields(form);
  await services.contact.setHandled(actor, { id, handled });
  const { marked, markedDetail } = messages.inbox;
  return redirectWithToast(page, pattern, {
    title: marked,
    detail: handled === "yes" ? markedDetail.yes : markedDetail.no,
  });
});

type Message = Route.ComponentProps["loaderData"][number];

/** Messages from the contact form: open messages first, then handled ones. */
export default function ContactMessages({ loaderData: messages, actionData }: Route.ComponentProps) {
  const { admin, inbox } = useMessages();
  const attempt = actionData as Attempt | undefined;
  const problem = attempt && (attempt.message ?? Object.values(attempt.problems)[0]);
  const open = messages.filter(({ isHandled }) => !isHandled).length;
  return (
    <>
      <PageTitle title={admin.messages} failed={attempt !== undefined} />
      <h1>{admin.messages}</h1>
      {attempt && <ErrorSummary problems={{}} message={problem} />}
      {messages.length === 0 ? <p className="empty">{admin.noMessages}</p> : <p>{inbox.open(open)}</p>}
      {messages.map((message) => (
        <MessageCard key={message.id} message={message} />
      ))}
    </>
  );
}

function MessageCard({ message }: { message: Message }) {
  const { inbox } = useMessages();
  const { id, name, address, email, sub, mess, sentAt, isHandled } = message;
  const about = <span className="visually-hidden">: {sub}</span>;
  return (
    <article className="review">
      <h2 lang={langOf(sub)}>{sub}</h2>
      <p>
        {name} · {email} · <TimeOf iso={sentAt} time />
        {isHandled && <strong> · {inbox.handled}</strong>}
      </p>
      <p className="prose" lang={langOf(mess)}>
        {mess}
      </p>
      <div className="item-actions">
        {address && (
          <a
            className="button quiet"
            href={`mailto:${encodeURIComponent(address)}?subject=${encodeURIComponent(inbox.replySubject(sub))}`}
          >
            {inbox.reply}
            {about}
          </a>
        )}
        <Form method="post" preventScrollReset>
          <input type="hidden" name="id" value={id} />
          <button className="quiet" name="handled" value={isHandled ? "no" : "yes"}>
            {isHandled ? inbox.reopen : inbox.handle}
            {about}
          </button>
        </Form>
      </div>
    </article>
  );
}
