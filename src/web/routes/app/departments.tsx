import { Link, redirect } from "react-router";
import { departmentLabel } from "../../../shared/courses/departments.ts";
import { departmentsMessages } from "../../../shared/messages/en-departments.ts";
import { messagesIn, problemTexts } from "../../../shared/messages/index.ts";
import { invalid, isDomainError } from "../../../shared/problems/errors.ts";
import {
  DepartmentMerges,
  DepartmentTable,
  LikelyPairs,
} from "../../features/universities/department-tables.tsx";
import { ChooseDepartment, ConfirmMerge } from "../../features/universities/merge-department.tsx";
import { langOf } from "../../items/item-names.ts";
import type { MergePreview } from "../../page/context.ts";
import { type Attempt, pageAction, textOf } from "../../page/forms.ts";
import { adminLoader } from "../../page/loaders.ts";
import type { Page } from "../../page/page.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { revalidateWhenRefused } from "../../page/revalidate.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import type { Route } from "./+types/departments.ts";

const UNIVERSITIES = "/admin-dashboard/universities";

/** With `?department=`, the form that merges one department; with `into`, what the merge changes. */
export const loader = adminLoader(async (page) => {
  const { pattern, url, services, actor } = page;
  const [university, department, into] = ["university", "department", "into"].map(
    (name) => url.searchParams.get(name) ?? "",
  ) as [string, string, string];
  if (university === "") throw redirect(UNIVERSITIES);
  const found = await services.departments.list(actor, university);
  const chosen = found.departments.find(({ key }) => key === department);
  const asked = chosen && into !== "" ? await previewOf(page, { university, department, into }) : undefined;
  return { ...found, path: pattern, chosen, into, ...asked };
});

/** Returns the changes that a merge would make, or the reason why the typed department can't stay. */
async function previewOf(
  { services, actor, messages, locale }: Page,
  input: { university: string; department: string; into: string },
): Promise<{ preview?: MergePreview; problems?: Record<string, string> }> {
  try {
    return { preview: await services.departments.preview(actor, input) };
  } catch (error) {
    if (!isDomainError(error) || error.code !== "invalid_input") throw error;
    const { fields } = messagesIn(locale, departmentsMessages);
    return { problems: problemTexts(messages, error.fields ?? {}, fields) };
  }
}

export const shouldRevalidate = revalidateWhenRefused;

export const action = pageAction(
  async (page) => {
    const { pattern, url, form, services, actor, locale } = page;
    const words = messagesIn(locale, departmentsMessages);
    const university = url.searchParams.get("university") ?? "";
    const department = textOf(form, "department");
    const here = hrefOf(pattern, { university });
    switch (textOf(form, "act")) {
      case "merge": {
        const into = textOf(form, "into");
        const kept = await services.departments.merge(actor, { university, department, into });
        return redirectWithToast(page, here, { title: words.merged, detail: words.mergedDetail(kept) });
      }
      case "undo": {
        const name = await services.departments.undoMerge(actor, { university, department });
        return redirectWithToast(page, here, { title: words.undone, detail: words.undoneDetail(name) });
      }
      default:
        throw invalid("act", "invalid");
    }
  },
  ({ locale }) => messagesIn(locale, departmentsMessages).fields,
);

const hrefOf = (path: string, query: Record<string, string>): string =>
  `${path}?${new URLSearchParams(query)}`;

/** The departments of a university. Admins merge those that are one. */
export default function Departments({ loaderData, actionData }: Route.ComponentProps) {
  const words = useMessages(departmentsMessages);
  const attempt = actionData as Attempt | undefined;
  const { path, university, departments, likely, merges, chosen, into, preview } = loaderData;
  const problems = attempt?.problems ?? loaderData.problems;
  const label = chosen && departmentLabel(chosen.name);
  const title = label === undefined ? words.title(university.name) : words.mergeTitle(label);
  const own = hrefOf(path, { university: university.id });
  const mergeHref = (department: string, kept?: string) =>
    hrefOf(path, { university: university.id, department, ...(kept && { into: departmentLabel(kept) }) });
  const others = departments.filter(({ key }) => key !== chosen?.key);
  return (
    <>
      <PageTitle title={title} failed={problems !== undefined} />
      <h1 lang={langOf(title)}>{title}</h1>
      {problems && <ErrorSummary problems={problems} message={attempt?.message} />}
      {chosen && label !== undefined ? (
        <>
          <p>
            <Link to={own}>{words.backToAll}</Link>
          </p>
          <p>{words.mergeIntro(label)}</p>
          <ChooseDepartment
            key={chosen.key}
            university={university.id}
            department={chosen.key}
            names={others.map(({ name }) => departmentLabel(name))}
            into={into}
            problem={problems?.["into"]}
          />
          {preview && <ConfirmMerge {...preview} />}
        </>
      ) : (
        <>
          <p>
            <Link to={hrefOf(UNIVERSITIES, { id: university.id })}>{words.back}</Link>
          </p>
          <p>{words.intro}</p>
          <LikelyPairs likely={likely} hrefOf={mergeHref} />
          <h2>{words.all}</h2>
          <DepartmentTable departments={departments} hrefOf={mergeHref} />
          <h2>{words.mergesTitle}</h2>
          <DepartmentMerges merges={merges} />
        </>
      )}
    </>
  );
}
