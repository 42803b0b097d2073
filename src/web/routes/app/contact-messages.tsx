import { adminLoader } from "../../page.ts";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { TimeOf } from "../../ui/time-of.tsx";
import type { Route } from "./+types/contact-messages.ts";

export const loader = adminLoader(async ({ services, actor }) => {
  const messages = await services.contact.list(actor);
  return messages.map(({ id, name, email, sub, mess, createdAt }) => {
    return { id, name, email, sub, mess, sentAt: new Date(createdAt).toISOString() };
  });
});

export default function ContactMessages({ loaderData: messages }: Route.ComponentProps) {
  const { admin } = useMessages();
  return (
    <>
      <PageTitle title={admin.messages} />
      <h1>{admin.messages}</h1>
      {messages.length === 0 && <p className="empty">{admin.noMessages}</p>}
      {messages.map((message) => (
        <article className="review" key={message.id}>
          <h2>{message.sub}</h2>
          <p>
            {message.name} · {message.email} · <TimeOf iso={message.sentAt} />
          </p>
          <p className="prose">{message.mess}</p>
        </article>
      ))}
    </>
  );
}
