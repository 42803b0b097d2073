import { Form, Link } from "react-router";
import { deviceOf } from "../../features/accounts/device.ts";
import { type Attempt, pageAction, textOf } from "../../page/forms.ts";
import { ownLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { TimeOf } from "../../ui/time-of.tsx";
import type { Route } from "./+types/security.ts";

export const loader = ownLoader(async ({ services, actor }) => {
  const [sessions, hasPassword, isConnected, secondFactor] = await Promise.all([
    services.ownSessions.list(actor),
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

/** Ends one session, or all other sessions. */
export const action = pageAction(async (page) => {
  const { form, services, actor, messages } = page;
  const words = messages.security.sessions;
  const ended = (detail: string) =>
    redirectWithToast(page, "/dashboard/security", { title: words.ended, detail });
  if (textOf(form, "act") === "endOthers")
    return ended(words.endedOthers(await services.ownSessions.endOthers(actor)));
  // The result is the same for a session that has already ended.
  await services.ownSessions.end(actor, textOf(form, "session"));
  return ended(words.endedDetail);
});

/** The person's logins and sessions. */
export default function Security({ loaderData, actionData }: Route.ComponentProps) {
  const attempt = actionData as Attempt | undefined;
  const { email, hasPassword, isEnrolled, provider, sessions } = loaderData;
  const { security, secondFactor, signIn } = useMessages();
  return (
    <>
      <PageTitle title={security.title} failed={attempt !== undefined} />
      <h1>{security.title}</h1>
      <Refusal attempt={attempt} />
      <dl className="account-ways">
        <Way name={security.email} fact={email} to="change-email" act={security.changeEmail} />
        <Way
          name={security.password}
          fact={hasPassword ? security.passwordSet : security.passwordNone}
          to="change-password"
          act={hasPassword ? security.changePassword : security.setPassword}
        />
        <Way
          name={secondFactor.title}
          fact={isEnrolled ? secondFactor.isOn : secondFactor.isOff}
          to="second-factor"
          act={isEnrolled ? secondFactor.change : secondFactor.setUp}
        />
        {provider && (
          <Way
            name={provider.name}
            fact={(provider.isConnected ? signIn.isConnected : signIn.isNotConnected)(provider.name)}
            to="provider"
            act={(provider.isConnected ? signIn.disconnect : signIn.connect)(provider.name)}
          />
        )}
      </dl>
      <Sessions sessions={sessions} />
      <p>
        <Link to="/dashboard/delete-account">{security.deleteAccount}</Link>
      </p>
    </>
  );
}

interface WayProps {
  name: string;
  fact: string;
  /** The page that changes this login, under the dashboard. */
  to: string;
  act: string;
}

/** One login of the account: its state, and a link that changes it. */
function Way({ name, fact, to, act }: WayProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{fact}</dd>
      <dd>
        <Link to={`/dashboard/${to}`} aria-label={act.includes(name) ? act : `${act}: ${name}`}>
          {act}
        </Link>
      </dd>
    </div>
  );
}

type Session = Route.ComponentProps["loaderData"]["sessions"][number];

function Sessions({ sessions }: { sessions: Session[] }) {
  const { sessions: words } = useMessages().security;
  const nameOf = ({ device }: Session) => words.named(device.browser, device.system);
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
          <button name="act" value="endOthers">
            {words.endOthers}
          </button>
        </Form>
      )}
    </section>
  );
}
