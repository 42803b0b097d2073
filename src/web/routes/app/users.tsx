import { Form, Link, redirect } from "react-router";
import { type PersonAction, personActions } from "../../../shared/moderating/audit.ts";
import { invalid } from "../../../shared/problems/errors.ts";
import type { Role } from "../../../shared/people/policy.ts";
import { listHref } from "../../addresses/list-href.ts";
import { pageListQuery } from "../../addresses/list-query.ts";
import { Areas } from "../../features/people/areas.tsx";
import { type Attempt, formFields, pageAction, textOf } from "../../page/forms.ts";
import { adminLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { Email } from "../../ui/email.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Paginator } from "../../ui/paginator.tsx";
import type { Route } from "./+types/users.ts";

export const loader = adminLoader(async ({ pattern, url, services, actor }) => {
  const { search, page = 0 } = pageListQuery(url.searchParams);
  const { people, count, size } = await services.people.list(actor, { search, page });
  const pageCount = Math.ceil(count / size);
  if (people.length === 0 && page > 0)
    throw redirect(listHref(pattern, { search, page: Math.max(0, pageCount - 1) }));
  return {
    path: pattern,
    search,
    page,
    pageCount,
    count,
    people: people.map(({ id, email, displayName, role, areas, suspendedAt }) => {
      const [suspended, isReader] = [suspendedAt !== null, id === actor.id];
      return { id, email, displayName, role, areas, suspended, isReader };
    }),
  };
});

export const action = pageAction(
  async (page) => {
    const { url, pattern, form, services, actor, messages } = page;
    const { email = "", act } = formFields(form);
    const change = personActions.find((name) => name === act);
    if (!change) throw invalid("act", "invalid");
    const { modified } = await services.people[change](actor, { email });
    const { changed, unchanged, done, already } = messages.people;
    // An admin who gives up the role can no longer open this page.
    const left = change === "revokeAdmin" && email === actor?.email;
    return redirectWithToast(page, left ? "/dashboard" : pattern + url.search, {
      title: modified ? changed : unchanged,
      detail: (modified ? done[change] : already)(email),
    });
  },
  undefined,
  [],
  (form) => (textOf(form, "act") === "grantAdmin" ? "makeAdmin" : undefined),
);

type Person = Route.ComponentProps["loaderData"]["people"][number];

/** Finds accounts. An admin can change their role or suspend them. */
export default function Users({ loaderData, actionData }: Route.ComponentProps) {
  const { path, search, page, pageCount, count, people } = loaderData;
  const messages = useMessages();
  const words = messages.people;
  const attempt = actionData as Attempt | undefined;
  return (
    <>
      <PageTitle title={words.title} failed={attempt !== undefined} />
      <h1>{words.title}</h1>
      <Refusal attempt={attempt} />
      <Form method="get" action={path} className="search-row" role="search">
        <input
          type="search"
          name="search"
          defaultValue={search}
          aria-label={words.search}
          placeholder={words.search}
          maxLength={500}
        />
        <button>{words.submit}</button>
      </Form>
      <p className="button-row">
        <Link className="button quiet" to="/admin-dashboard/make-admin">
          {messages.admin.makeAdmin}
        </Link>
        <Link className="button quiet" to="/admin-dashboard/moderators#form">
          {words.makeModerator}
        </Link>
      </p>
      <p>{count === 0 ? words.none : words.found(count)}</p>
      {people.length > 0 && <Table people={people} />}
      <Paginator
        pageCount={pageCount}
        selected={page}
        hrefOf={(target) => listHref(path, { search, page: target })}
      />
    </>
  );
}

function Table({ people }: { people: Person[] }) {
  const { people: words } = useMessages();
  return (
    <table aria-label={words.title}>
      <thead>
        <tr>
          <th scope="col">{words.person}</th>
          <th scope="col">{words.role}</th>
          <th scope="col">{words.actions}</th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person.id}>
            <td data-label={words.person}>
              <span className="person">
                <strong>
                  {person.displayName} {person.isReader && words.you}
                </strong>
                <Email address={person.email} />
              </span>
            </td>
            <td data-label={words.role}>
              {words.roles[person.role]}
              {person.areas.length > 0 && (
                <>
                  : <Areas areas={person.areas} />
                </>
              )}
              {person.suspended && ` · ${words.suspended}`}
            </td>
            <td data-label={words.actions}>
              <Actions person={person} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const roleAction: Record<Role, PersonAction> = {
  student: "grantAdmin",
  moderator: "revokeModerator",
  admin: "revokeAdmin",
};

function Actions({ person: { email, role, suspended, isReader } }: { person: Person }) {
  const { people: words, moderators } = useMessages();
  // The buttons are keyed by position, so that a button keeps the focus when its action becomes the opposite.
  const actions: Record<string, PersonAction> = {
    role: roleAction[role],
    ...(isReader ? {} : { access: suspended ? "reinstate" : "suspend" }),
  };
  return (
    <Form className="changes" method="post" preventScrollReset>
      <input type="hidden" name="email" value={email} />
      {Object.entries(actions).map(([place, act]) => (
        <button key={place} name="act" value={act} className="quiet">
          {words[act]}
          <span className="visually-hidden">: {email}</span>
        </button>
      ))}
      {role !== "admin" && (
        <Link
          className="button quiet"
          to={`/admin-dashboard/moderators?email=${encodeURIComponent(email)}#form`}
        >
          {role === "moderator" ? moderators.change : words.makeModerator}
          <span className="visually-hidden">: {email}</span>
        </Link>
      )}
      <Link
        className="button quiet"
        to={`/admin-dashboard/trusted-contributors?email=${encodeURIComponent(email)}#person`}
      >
        {words.trust}
        <span className="visually-hidden">: {email}</span>
      </Link>
    </Form>
  );
}
