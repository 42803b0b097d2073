import { Link } from "react-router";
import { coursePath, NO_UNIVERSITY } from "../../../shared/courses/courses.ts";
import { invalid } from "../../../shared/problems/errors.ts";
import { facets } from "../../../shared/facets/facets.ts";
import { courseAdminMessages } from "../../../shared/messages/en-course-admin.ts";
import { messagesIn } from "../../../shared/messages/index.ts";
import {
  FindCourse,
  MergeCourse,
  RecordNotHeld,
  RenameCourse,
  TermMonths,
} from "../../features/course-admin/course-forms.tsx";
import { MergesTable, NotHeldList } from "../../features/course-admin/course-tables.tsx";
import { listHref } from "../../addresses/list-href.ts";
import { pageListQuery } from "../../addresses/list-query.ts";
import { pageCountOf } from "../../addresses/page-count.ts";
import { langOf } from "../../items/item-names.ts";
import { type Attempt, pageAction, textOf } from "../../page/forms.ts";
import { adminLoader } from "../../page/loaders.ts";
import type { Page } from "../../page/page.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { revalidateWhenRefused } from "../../page/revalidate.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Paginator } from "../../ui/paginator.tsx";
import type { Route } from "./+types/courses.ts";

/** With `?code=`, one course; otherwise the merged courses and the months of terms. */
export const loader = adminLoader(async (page) => {
  const { pattern, url, services, actor, policy } = page;
  const { courses, courseChanges } = services;
  const [university, code] = [url.searchParams.get("university") ?? "", url.searchParams.get("code") ?? ""];
  const isAdmin = policy.manageCourses(actor);
  const base = { path: pattern, university, code, isAdmin };
  if (code === "") {
    const whole = isAdmin ? await wholeOf(page) : undefined;
    return { ...base, whole, chosen: undefined, nearest: undefined };
  }
  const address = { university: university || NO_UNIVERSITY, code, anySpelling: true };
  const found = await courses.find(actor, address);
  if (found.found !== "course")
    return {
      ...base,
      whole: undefined,
      chosen: undefined,
      nearest: found.found === "nothing" ? found.nearest : [],
    };
  const { course } = found;
  const [{ papers, grid }, mayRecord] = await Promise.all([
    courses.page(actor, found),
    courseChanges.mayRecord(actor, course),
  ]);
  const chosen = { course, papers, notHeld: [...grid.notHeld], mayRecord };
  return { ...base, whole: undefined, chosen, nearest: undefined };
});

/** What the page shows to admins without a course: one page of the merges, and the months of terms. */
async function wholeOf({ pattern, url, services: { courseChanges }, actor }: Page) {
  const { page = 0 } = pageListQuery(url.searchParams);
  const [{ merges, count, size }, months] = await Promise.all([
    courseChanges.merges(actor, page),
    courseChanges.termMonths(actor),
  ]);
  return { merges, page, pageCount: pageCountOf(pattern, {}, { rows: merges, count, page, size }), months };
}

export const shouldRevalidate = revalidateWhenRefused;

export const action = pageAction(
  async (page) => {
    const { pattern, url, form, services, actor, locale } = page;
    const { courseChanges } = services;
    const words = messagesIn(locale, courseAdminMessages);
    const text = (name: string) => textOf(form, name);
    const key = { universityKey: text("universityKey"), codeNorm: text("codeNorm") };
    const exam = { ...key, year: text("year"), examType: text("examType"), term: text("term") };
    const here = url.pathname + url.search;
    const university = url.searchParams.get("university") ?? "";
    const atCode = (code: string) => `${pattern}?${new URLSearchParams({ university, code })}`;
    switch (text("act")) {
      case "rename": {
        const code = text("code");
        await courseChanges.rename(actor, { ...key, code, title: text("title") });
        return redirectWithToast(page, atCode(code), {
          title: words.renamed,
          detail: words.renamedDetail(code),
        });
      }
      case "merge": {
        const { codeNorm } = await courseChanges.merge(actor, { ...key, into: text("into") });
        return redirectWithToast(page, atCode(codeNorm), {
          title: words.merged,
          detail: words.mergedDetail(codeNorm),
        });
      }
      case "undo":
        await courseChanges.undoMerge(actor, key);
        return redirectWithToast(page, here, {
          title: words.undone,
          detail: words.undoneDetail(key.codeNorm),
        });
      case "record": {
        const isNew = await courseChanges.recordNotHeld(actor, exam);
        const toast = isNew
          ? { title: words.recorded, detail: words.recordedDetail }
          : { title: words.unchanged, detail: words.recordedBefore };
        return redirectWithToast(page, here, toast);
      }
      case "takeBack": {
        const wasThere = await courseChanges.takeBackNotHeld(actor, exam);
        const toast = wasThere
          ? { title: words.takenBack, detail: words.takenBackDetail }
          : { title: words.unchanged, detail: words.noRecord };
        return redirectWithToast(page, here, toast);
      }
      case "months": {
        const terms = facets.term.field.options ?? [];
        await courseChanges.setTermMonths(actor, Object.fromEntries(terms.map((term) => [term, text(term)])));
        return redirectWithToast(page, pattern, {
          title: words.monthsSaved,
          detail: words.monthsSavedDetail,
        });
      }
      default:
        throw invalid("act", "invalid");
    }
  },
  ({ locale }) => messagesIn(locale, courseAdminMessages).fields,
);

/** Courses for admins, who rename and merge them, and for moderators, who record exams that were not held. */
export default function Courses({ loaderData, actionData }: Route.ComponentProps) {
  const words = useMessages(courseAdminMessages);
  const attempt = actionData as Attempt | undefined;
  const { path, university, code, whole, chosen, nearest } = loaderData;
  const title = chosen ? `${chosen.course.code} ${chosen.course.title}` : words.title;
  return (
    <>
      <PageTitle title={title} failed={attempt !== undefined} />
      <h1 lang={langOf(title)}>{title}</h1>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      {chosen ? (
        <Chosen {...loaderData} chosen={chosen} attempt={attempt} />
      ) : (
        <>
          <p>{words.intro}</p>
          <h2>{words.findTitle}</h2>
          {nearest && <NotFound path={path} nearest={nearest} />}
          <FindCourse university={university} code={code} />
        </>
      )}
      {whole && (
        <>
          <h2>{words.mergesTitle}</h2>
          <MergesTable merges={whole.merges} />
          <Paginator
            pageCount={whole.pageCount}
            selected={whole.page}
            hrefOf={(to) => listHref(path, { page: to })}
          />
          <h2>{words.monthsTitle}</h2>
          <p>{words.monthsIntro}</p>
          <TermMonths months={whole.months} attempt={attempt} />
        </>
      )}
    </>
  );
}

type Data = Route.ComponentProps["loaderData"];

function NotFound({ path, nearest }: { path: string; nearest: NonNullable<Data["nearest"]> }) {
  const words = useMessages(courseAdminMessages);
  return (
    <>
      <p className="empty">
        {words.notFound}. {words.notFoundDetail}
      </p>
      {nearest.length > 0 && (
        <>
          <p>{words.nearest}</p>
          <ul>
            {nearest.map(({ university, codeNorm, code, title }) => (
              <li key={`${university} ${codeNorm}`}>
                <Link to={`${path}?${new URLSearchParams({ university, code: codeNorm })}`}>
                  {[`${code} ${title}`, university].filter(Boolean).join(" · ")}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

interface ChosenProps extends Pick<Data, "path" | "isAdmin"> {
  chosen: NonNullable<Data["chosen"]>;
  attempt: Attempt | undefined;
}

function Chosen({ path, isAdmin, chosen, attempt }: ChosenProps) {
  const words = useMessages(courseAdminMessages);
  const { course, papers, notHeld, mayRecord } = chosen;
  return (
    <>
      <p>
        <Link to={path}>{words.back}</Link>
      </p>
      <p lang={langOf(course.university)}>
        {[course.university, words.papers(papers)].filter(Boolean).join(" · ")} ·{" "}
        <a href={coursePath(course)}>{words.open}</a>
      </p>
      <h2>{words.notHeldTitle}</h2>
      <p>{mayRecord ? words.notHeldIntro : words.notYours}</p>
      <NotHeldList course={course} exams={notHeld} mayChange={mayRecord} />
      {mayRecord && <RecordNotHeld course={course} attempt={attempt} />}
      {isAdmin && (
        <>
          <h2>{words.renameTitle}</h2>
          <p>{words.renameIntro}</p>
          <RenameCourse course={course} attempt={attempt} />
          <h2>{words.mergeTitle}</h2>
          <p>{words.mergeIntro}</p>
          <MergeCourse course={course} attempt={attempt} />
        </>
      )}
    </>
  );
}
