import { Form, Link } from "react-router";
import { deviceOf } from "../../features/accounts/device.ts";
import { ownLoader, pageAction, redirectWithToast, textOf } from "../../page.ts";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { TimeOf } from "../../ui/time-of.tsx";
import type { Route } from "./+types/security.ts";

export const loader = ownLoader(async ({ services, actor }) => {
  const [sessions, hasPassword, isConnected, secondFactor] = await Promise.all([
    services.sessions.list(actor),
    services.credentials.hasPassword(actor),
    services.social.isConnected(actor),
    services.secondFactor.state(actor),
  ]);
  const provider = services.social.provider();
  return {
    provider: provider && { name: provider.name, isConnected },
    email: actor.email,
    hasPassword,
    isEnrolled: secondFactor.isEnrolled,
    sessions: sessions.map(({ id, userAgent, createdAt, isCurrent }) => {
      return { id, device: deviceOf(userAgent), since: new Date(createdAt).toISOString(), isCurrent };
    }),
  };
});

/** Ends one session, or every other one. */
export const action = pageAction(async (page) => {
  const { form, services, actor, messages } = page;
  const words = messages.security.sessions;
  const id = textOf(form, "session");
  if (id) await services.sessions.end(actor, id);
  const detail = id ? words.endedDetail : words.endedOthers(await services.sessions.endOthers(actor));
  return redirectWithToast(page, "/dashboard/security", { title: words.ended, detail });
});

/** How the person signs in, and where they are signed in. */
export default function Security({ loaderData }: Route.ComponentProps) {
  const { email, hasPassword, isEnrolled, provider, sessions } = loaderData;
  const { security, secondFactor, signIn } = useMessages();
  return (
    <>
      <PageTitle title={security.title} />
      <h1>{security.title}</h1>
      <dl className="facts-list">
        <dt>{security.email}</dt>
        <dd>
          {email} <Link to="/dashboard/change-email">{security.changeEmail}</Link>
        </dd>
        <dt>{security.password}</dt>
        <dd>
          {hasPassword ? security.passwordSet : security.passwordNone}{" "}
          <Link to="/dashboard/change-password">
            {hasPassword ? security.changePassword : security.setPassword}
          </Link>
        </dd>
        <dt>{secondFactor.title}</dt>
        <dd>
          {isEnrolled ? secondFactor.isOn : secondFactor.isOff}{" "}
          <Link to="/dashboard/second-factor">
            {isEnrolled ? secondFactor.change : secondFactor.setUp}
            <span className="visually-hidden">: {secondFactor.title}</span>
          </Link>
        </dd>
        {provider && (
          <>
            <dt>{provider.name}</dt>
            <dd>
              {(provider.isConnected ? signIn.isConnected : signIn.isNotConnected)(provider.name)}{" "}
              <Link to="/dashboard/provider">
                {(provider.isConnected ? signIn.disconnect : signIn.connect)(provider.name)}
              </Link>
            </dd>
          </>
        )}
      </dl>
      <Sessions sessions={sessions} />
      <p>
        <Link to="/dashboard/delete-account">{security.deleteAccount}</Link>
      </p>
    </>
  );
}

type Session = Route.ComponentProps["loaderData"]["sessions"][number];

function Sessions({ sessions }: { sessions: Session[] }) {
  const { sessions: words } = useMessages().security;
  const nameOf = ({ device }: Session) =>
    device ? words.named(device.browser, device.system) : words.unknown;
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">{words.title}</h2>
      <table aria-labelledby="sessions">
        <thead>
          <tr>
            <th scope="col">{words.device}</th>
            <th scope="col">{words.since}</th>
            <th scope="col">{words.actions}</th>
          </tr>
        </thead>
        <tbody>
          {sessions.map((session) => (
            <tr key={session.id}>
              <td data-label={words.device}>
                {nameOf(session)} {session.isCurrent && `(${words.here})`}
              </td>
              <td data-label={words.since}>
                <TimeOf iso={session.since} time />
              </td>
              <td data-label={words.actions}>
                {!session.isCurrent && (
                  <Form method="post" preventScrollReset>
                    <input type="hidden" name="session" value={session.id} />
                    <button className="quiet">
                      {words.end}
                      <span className="visually-hidden">: {nameOf(session)}</span>
                    </button>
                  </Form>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {sessions.length > 1 && (
        <Form method="post">
          <button>{words.endOthers}</button>
        </Form>
      )}
    </section>
  );
}
