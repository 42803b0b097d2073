import { Form, Link } from "react-router";
import { invalid } from "../../../shared/problems/errors.ts";
import {
  AddUniversity,
  EditUniversity,
  MergeUniversity,
} from "../../features/universities/university-forms.tsx";
import { UniversityTable } from "../../features/universities/university-table.tsx";
import { type Attempt, pageAction, textOf } from "../../page/forms.ts";
import { adminLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { revalidateWhenRefused } from "../../page/revalidate.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import type { Route } from "./+types/universities.ts";

/** How many names to check the page shows, the most frequent first. */
const SHOWN = 200;

/** With `?id=`, one university; otherwise all universities. */
export const loader = adminLoader(async ({ pattern, url, services, actor }) => {
  const id = url.searchParams.get("id");
  const all = await services.universities.list(actor);
  const chosen = id === null ? undefined : await services.universities.get(actor, id);
  return { path: pattern, all, chosen };
});

export const shouldRevalidate = revalidateWhenRefused;

export const action = pageAction(
  async (page) => {
    const { pattern, form, services, actor, messages } = page;
    const words = messages.universities;
    const [id, name] = [textOf(form, "id"), textOf(form, "name")];
    const names = { name, banglaName: textOf(form, "banglaName"), otherNames: textOf(form, "otherNames") };
    switch (textOf(form, "act")) {
      case "add":
        await services.universities.add(actor, names);
        return redirectWithToast(page, pattern, { title: words.added, detail: words.addedDetail(name) });
      case "save":
        await services.universities.save(actor, { ...names, id, updatedAt: textOf(form, "updatedAt") });
        return redirectWithToast(page, pattern, { title: words.saved, detail: words.savedDetail(name) });
      case "merge": {
        const into = await services.universities.merge(actor, { id, into: textOf(form, "into") });
        return redirectWithToast(page, pattern, { title: words.merged, detail: words.mergedDetail(into) });
      }
      default:
        throw invalid("act", "invalid");
    }
  },
  ({ messages }) => messages.universities.fields,
);

/** The table of universities. Admins confirm, rename, merge and add universities. */
export default function Universities({ loaderData, actionData }: Route.ComponentProps) {
  const { universities: words } = useMessages();
  const attempt = actionData as Attempt | undefined;
  const { path, all, chosen } = loaderData;
  const title = chosen ? chosen.name : words.title;
  const names = all.flatMap(({ name, isConfirmed }) => (isConfirmed ? [name] : []));
  return (
    <>
      <PageTitle title={title} failed={attempt !== undefined} />
      <h1>{title}</h1>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      {chosen ? (
        <>
          <p>
            <Link to={path}>{words.back}</Link>
          </p>
          {!chosen.isConfirmed && <p>{words.unconfirmed}</p>}
          {/* With this key, each version gets a new form, so that the fields show the stored values. */}
          <Form method="post" noValidate className="narrow app-form" key={`${chosen.id} ${chosen.updatedAt}`}>
            <EditUniversity university={chosen} attempt={attempt} />
          </Form>
          <h2>{words.mergeTitle}</h2>
          <p>{words.mergeIntro(chosen.name)}</p>
          <Form method="post" noValidate className="narrow app-form">
            <MergeUniversity id={chosen.id} names={names} attempt={attempt} />
          </Form>
        </>
      ) : (
        <>
          <p>{words.intro}</p>
          <h2>{words.toCheck}</h2>
          <Unconfirmed path={path} all={all} />
          <h2>{words.addTitle}</h2>
          <Form method="post" noValidate className="narrow app-form">
            <AddUniversity attempt={attempt} />
          </Form>
          <h2>{words.confirmed}</h2>
          <UniversityTable
            label={words.confirmed}
            path={path}
            universities={all.filter(({ isConfirmed }) => isConfirmed)}
          />
        </>
      )}
    </>
  );
}

function Unconfirmed({ path, all }: Pick<Route.ComponentProps["loaderData"], "path" | "all">) {
  const { universities: words } = useMessages();
  const unconfirmed = all
    .filter(({ isConfirmed }) => !isConfirmed)
    .toSorted((one, other) => other.items - one.items);
  if (unconfirmed.length === 0) return <p className="empty">{words.noneToCheck}</p>;
  return (
    <>
      <p>{words.toCheckIntro}</p>
      <UniversityTable label={words.toCheck} path={path} universities={unconfirmed.slice(0, SHOWN)} />
      {unconfirmed.length > SHOWN && <p>{words.moreToCheck(unconfirmed.length - SHOWN)}</p>}
    </>
  );
}
