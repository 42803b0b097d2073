import { Link } from "react-router";
import { AREA_LIMIT } from "../../../shared/moderating/areas.ts";
import { ModeratorForm } from "../../features/people/moderator-form.tsx";
import { Areas } from "../../features/people/areas.tsx";
import { roleActs } from "../../features/people/role-acts.ts";
import { type Attempt, pageAction } from "../../page/forms.ts";
import { adminLoader } from "../../page/loaders.ts";
import type { Page } from "../../page/page.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { Email } from "../../ui/email.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import type { Route } from "./+types/moderators.ts";

/** How many empty lines the form has for more areas. */
const MORE = 3;

/** With `?email=`, the form shows the areas of this person. */
export const loader = adminLoader(async ({ pattern, url, services, actor }) => {
  const [moderators, universities] = await Promise.all([
    services.people.moderators(actor),
    services.universities.known(),
  ]);
  const email = url.searchParams.get("email") ?? "";
  const chosen = moderators.find((one) => one.email === email);
  return {
    path: pattern,
    moderators,
    universities: universities.map(({ name }) => name),
    email,
    areas: chosen?.areas ?? [],
    isModerator: chosen !== undefined,
    lines: Math.min(AREA_LIMIT, (chosen?.areas.length ?? 0) + MORE),
  };
});

export const action = pageAction(
  async (page) => {
    const { toast } = await roleActs.makeModerator(page, page.form);
    return redirectWithToast(page, page.pattern, toast);
  },
  labelsOf,
  ["email"],
  () => "makeModerator",
);

function labelsOf({ messages: { moderators } }: Page): Record<string, { label: string }> {
  const lines = Array.from({ length: AREA_LIMIT }, (_, index) => [
    [`areas.${index}.university`, { label: moderators.university(index + 1) }] as const,
    [`areas.${index}.department`, { label: moderators.department(index + 1) }] as const,
  ]);
  return {
    ...Object.fromEntries(lines.flat()),
    email: { label: moderators.email },
    scope: { label: moderators.scope },
    areas: { label: moderators.areas },
  };
}

/** All moderators and their areas, and the form that makes a moderator or changes the areas. */
export default function Moderators({ loaderData, actionData }: Route.ComponentProps) {
  const { path, moderators, isModerator } = loaderData;
  const { moderators: words } = useMessages();
  const attempt = actionData as Attempt | undefined;
  return (
    <>
      <PageTitle title={words.title} failed={attempt !== undefined} />
      <h1>{words.title}</h1>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      <p>{words.intro}</p>
      {moderators.length === 0 ? (
        <p className="empty">{words.none}</p>
      ) : (
        <Table path={path} moderators={moderators} />
      )}
      <h2 id="form">{isModerator ? words.changeTitle : words.newTitle}</h2>
      <ModeratorForm key={loaderData.email} {...loaderData} attempt={attempt} />
    </>
  );
}

function Table({ path, moderators }: Pick<Route.ComponentProps["loaderData"], "path" | "moderators">) {
  const { moderators: words } = useMessages();
  return (
    <table aria-label={words.title}>
      <thead>
        <tr>
          <th scope="col">{words.person}</th>
          <th scope="col">{words.areas}</th>
          <th scope="col">{words.actions}</th>
        </tr>
      </thead>
      <tbody>
        {moderators.map(({ email, displayName, isSuspended, areas }) => (
          <tr key={email}>
            <td data-label={words.person}>
              <span className="person">
                <strong>{displayName}</strong>
                <Email address={email} />
                {isSuspended && words.suspended}
              </span>
            </td>
            <td data-label={words.areas}>
              <Areas areas={areas} />
            </td>
            <td data-label={words.actions}>
              <Link className="button quiet" to={`${path}?email=${encodeURIComponent(email)}#form`}>
                {words.change}
                <span className="visually-hidden">: {email}</span>
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
